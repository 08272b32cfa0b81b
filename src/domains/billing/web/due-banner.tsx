/** What a consumer owes over all own connections and until when, with a button that a thumb reaches. */
import { Button } from '@mantine/core';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { billingIds } from '../invoices/contract.ts';
import { useSelectedOnly } from './bill-parts.tsx';
import style from './billing.module.css';
import { DueDay } from './due-day.tsx';

export function DueBanner() {
  const t = useTexts('billing');
  const { money } = useFormats();
  const may = useMay();
  const go = useGo();
  const fixed = useSelectedOnly();
  const { data } = useAnswer(billingIds, { query: { withDues: true, limit: 200, ...fixed } });
  const owing = data?.items ?? [];
  const dueMinor = owing.reduce((sum, debt) => sum + debt.dueMinor, 0);
  const oldest = owing.map((debt) => debt.oldestDueOn).sort()[0];
  if (dueMinor === 0 || !oldest) return null;
  const payable = owing.filter(({ mayPay }) => mayPay);
  const only = payable.length === 1 ? payable[0] : undefined;
  return (
    <section className={style.banner}>
      <div>
        <div className={style.label}>{t('invoice.due')}</div>
        <div className={style.big}>{money(dueMinor)}</div>
        <DueDay day={oldest} />
      </div>
      {payable.length > 0 && may('payments:pay-online') ? (
        <Button
          size="md"
          className={style.pay}
          onClick={() => go('/pay', only ? { connectionId: only.connectionId } : {})}
        >
          {only ? t('invoice.pay', { amount: only.dueMinor }) : t('invoice.pay_several')}
        </Button>
      ) : null}
    </section>
  );
}
