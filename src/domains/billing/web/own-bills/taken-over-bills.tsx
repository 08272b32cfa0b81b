/** Open bills of an earlier owner that the reader has taken over: the sum, and the way to pay it. The bills are not theirs to open. */
import { Button } from '@mantine/core';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { TakenOver } from '../../invoices/contract.ts';
import style from '../billing.module.css';
import { DueDay } from '../due-day.tsx';

export function TakenOverBills({ bills }: { bills: readonly TakenOver[] }) {
  const t = useTexts('billing');
  const { money, digits } = useFormats();
  const may = useMay();
  const go = useGo();
  return bills.map(({ connectionId, connectionNumber, dueMinor, dueOn }) => (
    <section key={connectionId} className={style.banner}>
      <div>
        <div className={style.label}>{t('taken_over.title')}</div>
        <div className={style.big}>{money(dueMinor)}</div>
        <DueDay day={dueOn} />
        <p className={style.label}>{t('taken_over.about', { number: digits(connectionNumber) })}</p>
      </div>
      {may('payments:pay-online') ? (
        <Button size="md" className={style.pay} onClick={() => go('/pay', { connectionId })}>
          {t('invoice.pay', { amount: dueMinor })}
        </Button>
      ) : null}
    </section>
  ));
}
