/** The last receipts of today, for those who take money at the counter. */

import { paymentHistory } from '#domains/payments/contract.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { GoLink } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { Sheet } from '#web/ui/record/record-page.tsx';
import style from './dashboard.module.css';

const SHOWN = 20;

export function TodayReceipts({ today }: { today: string }) {
  const t = useTexts('dashboard');
  const nameIn = useNameIn();
  const { money, digits } = useFormats();
  const asked = { source: 'ALL', state: 'APPROVED', takenBy: 'me', from: today, to: today } as const;
  const { data, error, refetch } = useAnswer(paymentHistory, { query: { ...asked, limit: SHOWN } });
  return (
    <Sheet
      title={t('receipts.title')}
      action={
        <GoLink to="/payment-history" query={{ page: 1, ...asked }}>
          {t('receipts.all')}
        </GoLink>
      }
    >
      {error && !data ? <Failed error={error} retry={refetch} /> : null}
      {data?.items.length === 0 ? <p className={style.none}>{t('receipts.empty')}</p> : null}
      <ul className={style.lines}>
        {(data?.items ?? []).map(
          ({ id, receiptNumber, payerName, payerNameBn, targetNumber, amountMinor }) => (
            <li key={id}>
              <GoLink className={style.line} to={`/payment-history/${id}`}>
                <span className={style.lineName}>
                  {digits(receiptNumber ?? targetNumber)}
                  <span className={style.lineMore}>{nameIn(payerName, payerNameBn)}</span>
                </span>
                <span className={style.count}>{money(amountMinor)}</span>
              </GoLink>
            </li>
          ),
        )}
      </ul>
    </Sheet>
  );
}
