/** Withdrawals: one of them, the own ones of a consumer, or the office's list; each with its own code. */
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';

const Record = onDemand<{ id: string }>(() =>
  import('./withdrawal-record.tsx').then((file) => file.WithdrawalRecord),
);
const OwnRecord = onDemand<{ id: string }>(() =>
  import('./own/own-withdrawal.tsx').then((file) => file.OwnWithdrawal),
);
const Own = onDemand<object>(() => import('./own-lines.tsx').then((file) => file.OwnWithdrawals));
const List = onDemand<object>(() => import('./withdrawal-list.tsx').then((file) => file.WithdrawalList));

export function WithdrawalsPage() {
  const { withdrawal } = useUrlQuery();
  const isHousehold = useProfile()?.role === 'consumer';
  const meanwhile = <RecordSkeleton />;
  if (withdrawal && isHousehold) return <OwnRecord id={withdrawal} meanwhile={meanwhile} />;
  if (withdrawal) return <Record id={withdrawal} meanwhile={meanwhile} />;
  return isHousehold ? <Own meanwhile={meanwhile} /> : <List meanwhile={meanwhile} />;
}
