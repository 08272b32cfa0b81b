/** A bill as it was and as the corrected reading makes it, side by side. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Adjustment } from '../../invoices/contract.ts';
import { lineName } from '../../invoices/explain-words.rules.ts';
import style from '../billing.module.css';

/** A bill as it may become, or a document of one that was corrected. */
type Comparison = Pick<Adjustment, 'before' | 'after' | 'lines' | 'amountMinor'>;
type Row = { label: string; before: string; after: string; difference: string };

/** A difference has its sign, with a true minus. Readings and use are shown if they change. */
function useRows({ before, after, lines }: Comparison): { readings: Row[]; money: Row[] } {
  const t = useTexts('billing');
  const common = useTexts('common');
  const language = useLanguage();
  const { amount, cubicMetres } = useFormats();
  const signed = (value: number, write: (value: number) => string) =>
    value === 0 ? '' : `${value > 0 ? '+' : ''}${write(value)}`;
  const volume = (label: string, old: number | null, now: number | null): Row[] =>
    old === null || now === null || old === now
      ? []
      : [
          {
            label: `${label} (${common('units.cubic_metres')})`,
            before: cubicMetres(old),
            after: cubicMetres(now),
            difference: signed(now - old, cubicMetres),
          },
        ];
  return {
    readings: [
      ...volume(t('invoice.previous'), before.previousLitres, after.previousLitres),
      ...volume(t('invoice.current'), before.currentLitres, after.currentLitres),
      ...volume(t('invoice.use'), before.usageLitres, after.usageLitres),
    ],
    money: lines.map(({ kind, beforeMinor, afterMinor }) => ({
      label: lineName(kind, language),
      before: amount(beforeMinor),
      after: amount(afterMinor),
      difference: signed(afterMinor - beforeMinor, amount),
    })),
  };
}

/** On a phone each figure is below the other, with the name of its column before it. */
function Cells({ row }: { row: Row }) {
  const t = useTexts('corrections');
  const columns = ['before', 'after', 'difference'] as const;
  return (
    <tr>
      <td>{row.label}</td>
      {columns.map((column) => (
        <td key={column} className={style.figure} data-label={t(column)}>
          {row[column]}
        </td>
      ))}
    </tr>
  );
}

export function ComparisonTable({ comparison }: { comparison: Comparison }) {
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const { money } = useFormats();
  const { readings, money: lines } = useRows(comparison);
  const { before, after, amountMinor } = comparison;
  return (
    <table className={`${style.lines} ${style.beside}`}>
      <thead>
        <tr>
          <th scope="col">{t('invoice.line')}</th>
          <th scope="col" className={style.figure}>
            {own('before')}
          </th>
          <th scope="col" className={style.figure}>
            {own('after')}
          </th>
          <th scope="col" className={style.figure}>
            {own('difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {[...readings, ...lines].map((row) => (
          <Cells key={row.label} row={row} />
        ))}
      </tbody>
      <tfoot>
        <Cells
          row={{
            label: t('invoice.total'),
            before: money(before.totalMinor),
            after: money(after.totalMinor),
            difference: `${amountMinor > 0 ? '+' : ''}${money(amountMinor)}`,
          }}
        />
      </tfoot>
    </table>
  );
}
