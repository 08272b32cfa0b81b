/** Priced lines with their sum: of a demand note, of a survey. On phones quantity and rate are below the name. */
import type { ReactNode } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import style from './lines-table.module.css';

export type PricedLine = {
  key: string | number;
  name: ReactNode;
  /** Quantity with its unit; null for a fee, which has neither quantity nor rate. */
  quantity: string | null;
  rateMinor: number | null;
  amountMinor: number | null;
};

type LinesTableProps = {
  caption: string;
  /** Head of the first column. */
  of: string;
  lines: readonly PricedLine[];
  sum: { label: string; minor: number };
};

export function LinesTable({ caption, of, lines, sum }: LinesTableProps) {
  const t = useTexts('applications');
  const { amount, digits } = useFormats();
  const figure = (minor: number | null) => (minor === null ? '—' : amount(minor));
  return (
    <table className={style.lines}>
      <caption className={style.spoken}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          <th scope="col">{t('note.quantity')}</th>
          <th scope="col">{t('note.rate')}</th>
          <th scope="col">{t('note.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, quantity, rateMinor, amountMinor }) => (
          <tr key={key}>
            <th scope="row">
              {name}
              {quantity === null ? null : (
                <span className={style.below} aria-hidden="true">
                  {digits(quantity)} × {figure(rateMinor)}
                </span>
              )}
            </th>
            <td>{quantity === null ? null : digits(quantity)}</td>
            <td>{quantity === null ? null : figure(rateMinor)}</td>
            <td>{figure(amountMinor)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{sum.label}</th>
          <td />
          <td />
          <td>{amount(sum.minor)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
