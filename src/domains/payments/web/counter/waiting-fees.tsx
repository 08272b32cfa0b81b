/** Fees of ownership changes that wait for their money: the counter shows them as long as nothing is searched for. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { listFeesDue, type Payable } from '../../payables/contract.ts';
import { PayableButton } from '../payable-search.tsx';
import style from '../payments.module.css';

export function WaitingFees({ choose }: { choose: (payable: Payable) => void }) {
  const t = useTexts('payments');
  const mayTake = useMay()('ownership:pay-counter');
  const { data, error, refetch } = useAnswer(listFeesDue, {}, { enabled: mayTake });
  if (!mayTake) return null;
  if (error && !data) return <Failed error={error} retry={refetch} />;
  if (!data || data.total === 0) return null;
  const beyond = data.total - data.items.length;
  return (
    <section className={style.sheet} aria-labelledby="fees-that-wait">
      <h2 id="fees-that-wait" className={style.whose}>
        {t('counter.fees', { count: data.total })}
      </h2>
      {data.items.map((payable) => (
        <PayableButton key={payable.id} payable={payable} choose={choose} />
      ))}
      {beyond > 0 ? <p className={style.quiet}>{t('counter.fees_beyond', { count: beyond })}</p> : null}
    </section>
  );
}
