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
  const { data } = useAnswer(billingIds, { query: { withDues: true, limit: 1, ...fixed } });
  if (!data?.sums.oldestDueOn) return null;
  const { dueMinor, oldestDueOn, payable, onlyPayable } = data.sums;
  return (
    <section className={style.banner}>
      <div>
        <div className={style.label}>{t('invoice.due')}</div>
        <div className={style.big}>{money(dueMinor)}</div>
        <DueDay day={oldestDueOn} />
      </div>
      {payable > 0 && may('payments:pay-online') ? (
        <Button
          size="md"
          className={style.pay}
          onClick={() => go('/pay', onlyPayable ? { connectionId: onlyPayable.connectionId } : {})}
        >
          {onlyPayable ? t('invoice.pay', { amount: onlyPayable.dueMinor }) : t('invoice.pay_several')}
        </Button>
      ) : null}
    </section>
  );
}
