/** The documents by which a bill was corrected: for staff and consumers the same. */
import { GoLink } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Sheet } from '#web/ui/record/record-page.tsx';
import {
  type Adjustment,
  type InvoiceDetail,
  LEAK_CREDIT,
  LOWERED_ESTIMATE,
} from '../../invoices/contract.ts';
import { LEAKED, LOWERED } from '../../invoices/estimate-words.rules.ts';
import { correctedLines, explainLine } from '../../invoices/explain.rules.ts';
import { lineName, sayPart } from '../../invoices/explain-words.rules.ts';
import style from '../billing.module.css';
import { ComparisonTable } from './comparison.tsx';

/** How each corrected line came about, from the figures that the document keeps. */
function Explained({ adjustment, bill }: { adjustment: Adjustment; bill: InvoiceDetail }) {
  const t = useTexts('corrections');
  const language = useLanguage();
  const formats = useFormats();
  const lines = correctedLines(adjustment);
  const explained = { lines, explanation: adjustment.explanation, tariffs: bill.tariffs };
  return (
    <details className={style.because}>
      <summary>{t('how')}</summary>
      {lines.map((line) => (
        <div key={line.kind}>
          <b>{lineName(line.kind, language)}</b>
          <ul className={style.explanation}>
            {explainLine(line, explained).map((part) => {
              const sentence = sayPart(part, language, formats);
              return <li key={sentence}>{sentence}</li>;
            })}
          </ul>
        </div>
      ))}
    </details>
  );
}

function Outcome({ adjustment, shownOn }: { adjustment: Adjustment; shownOn: string }) {
  const t = useTexts('corrections');
  const { money, digits } = useFormats();
  const { amountMinor, supplement } = adjustment;
  if (amountMinor === 0) return <p>{t('no_change')}</p>;
  if (!supplement) return <p>{t('credited', { amount: money(-amountMinor) })}</p>;
  const other =
    shownOn === supplement.id ? { id: adjustment.invoiceId, number: adjustment.invoiceNumber } : supplement;
  return (
    <p>
      {t(shownOn === supplement.id ? 'supplements' : 'supplemented')}{' '}
      <GoLink to={`/billing/invoice-list/${other.id}`}>{digits(other.number)}</GoLink>
    </p>
  );
}

export function Adjustments({ bill }: { bill: InvoiceDetail }) {
  const t = useTexts('corrections');
  const language = useLanguage();
  const { day, digits } = useFormats();
  const because = (reason: string) =>
    reason === LOWERED_ESTIMATE ? LOWERED[language] : reason === LEAK_CREDIT ? LEAKED[language] : reason;
  return bill.adjustments.map((adjustment) => (
    <Sheet
      key={adjustment.id}
      title={t(adjustment.amountMinor > 0 ? 'debit_title' : 'credit_title', {
        number: digits(adjustment.number),
      })}
    >
      <p className={style.because}>
        {t('on_because', { day: day(adjustment.adjustedOn), reason: because(adjustment.reason) })}
      </p>
      <ComparisonTable comparison={adjustment} />
      <Explained adjustment={adjustment} bill={bill} />
      <Outcome adjustment={adjustment} shownOn={bill.id} />
    </Sheet>
  ));
}
