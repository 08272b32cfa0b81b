/** What a correction makes of each bill, and which credits of leaks it takes back. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { previewAdjustment } from '../../corrections/contract.ts';
import style from '../billing.module.css';
import { ComparisonTable } from './comparison.tsx';

type Previewed = Pick<EndpointAnswer<typeof previewAdjustment>, 'bills' | 'leakCredits'>;

export function ComparedBills({ bills, leakCredits }: Previewed) {
  const t = useTexts('billing');
  const { month, digits } = useFormats();
  return (
    <>
      {bills.map((comparison) => (
        <figure key={comparison.invoiceId} className={style.compared}>
          <figcaption>
            {t('correcting.bill_of', {
              month: month(comparison.period),
              number: digits(comparison.invoiceNumber),
            })}
          </figcaption>
          <ComparisonTable comparison={comparison} />
        </figure>
      ))}
      {leakCredits.map(({ number, amountMinor }) => (
        <p key={number} className={style.notice}>
          {t('correcting.leak_back', { number: digits(number), amount: amountMinor })}
        </p>
      ))}
    </>
  );
}
