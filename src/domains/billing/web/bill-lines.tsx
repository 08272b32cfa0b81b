/** The lines of a bill; each explained in words from the kept figures ("explain my bill"). */
import { Button } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { GoLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import type { InvoiceDetail } from '../invoices/contract.ts';
import { explainLine } from '../invoices/explain.rules.ts';
import { lineName, sayPart } from '../invoices/explain-words.rules.ts';
import { useIsConsumer } from './bill-parts.tsx';
import style from './billing.module.css';

function Line({ line, bill, explained }: LineProps) {
  const language = useLanguage();
  const formats = useFormats();
  // A supplementary bill is explained by its comparison with the first one.
  const parts = explained && !bill.isSupplement ? explainLine(line, bill) : [];
  const sentences = parts.map((part) => sayPart(part, language, formats));
  return (
    <tr>
      <td>
        {lineName(line.kind, language)}
        {sentences.length > 0 ? (
          <ul className={style.explanation}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        ) : null}
      </td>
      <td className={style.figure}>{formats.amount(line.amountMinor)}</td>
    </tr>
  );
}
type LineProps = { line: InvoiceDetail['lines'][number]; bill: InvoiceDetail; explained: boolean };

function Sums({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const { amount } = useFormats();
  const rows: [label: string, minor: number][] = [[t('invoice.total'), bill.totalMinor]];
  if (bill.settledMinor > 0) {
    rows.push(
      [t(bill.adjustedMinor < 0 ? 'corrections.settled' : 'invoice.settled'), bill.settledMinor],
      [t('invoice.open'), bill.dueMinor],
    );
  }
  return (
    <tfoot>
      {rows.map(([label, minor]) => (
        <tr key={label}>
          <td>{label}</td>
          <td className={style.figure}>{amount(minor)}</td>
        </tr>
      ))}
    </tfoot>
  );
}

export function BillLines({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('billing');
  const isConsumer = useIsConsumer();
  const [explained, setExplained] = useState(isConsumer);
  const toggle = (
    <Button
      size="compact-sm"
      variant="light"
      className="no-print"
      leftSection={<IconBulb size={16} aria-hidden="true" />}
      aria-expanded={explained}
      onClick={() => setExplained(!explained)}
    >
      {t(explained ? 'invoice.hide' : 'invoice.explain')}
    </Button>
  );
  return (
    <Sheet title={t('invoice.lines')} action={bill.isSupplement ? null : toggle}>
      <table className={style.lines}>
        <thead>
          <tr>
            <th scope="col">{t('invoice.line')}</th>
            <th scope="col" className={style.figure}>
              {t('invoice.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {bill.lines.map((line) => (
            <Line key={line.kind} line={line} bill={bill} explained={explained} />
          ))}
        </tbody>
        <Sums bill={bill} />
      </table>
      {bill.arrearsMinor > 0 && !bill.cancelledOn ? (
        <p className={style.notice}>
          <b>{t('invoice.arrears', { amount: bill.arrearsMinor })}</b> {t('invoice.arrears_note')}{' '}
          <GoLink
            to="/billing/invoice-list"
            query={{ page: 1, ...(isConsumer ? {} : { search: bill.connectionNumber }), open: 'true' }}
          >
            {t('invoice.earlier')}
          </GoLink>
        </p>
      ) : null}
    </Sheet>
  );
}
