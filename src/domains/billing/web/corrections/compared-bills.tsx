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
      <LeakCredits credits={leakCredits} text="leak_back" />
    </>
  );
}

/** What a correction takes back of what was credited because of leaks. */
export function LeakCredits(props: {
  credits: Previewed['leakCredits'];
  text: 'leak_back' | 'leak_with_bill';
}) {
  const { credits, text } = props;
  const t = useTexts('billing');
  const own = useTexts('corrections');
  const { digits } = useFormats();
  const sentence = (credit: { number: string; amount: number }) =>
    text === 'leak_back' ? t('correcting.leak_back', credit) : own('leak_with_bill', credit);
  return (
    <>
      {credits.map(({ number, amountMinor }) => (
        <p key={number} className={style.notice}>
          {sentence({ number: digits(number), amount: amountMinor })}
        </p>
      ))}
    </>
  );
}
