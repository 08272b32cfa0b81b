/** Movements: a consumer's own as lines, the office's as a table; each with its own code. */
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useProfile } from '#web/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';

const Own = onDemand<object>(() => import('./own-lines.tsx').then((file) => file.OwnMovements));
const List = onDemand<{ consumerId?: string }>(() =>
  import('./movement-list.tsx').then((file) => file.MovementList),
);

export function MovementsPage() {
  const { consumerId } = useUrlQuery();
  const meanwhile = <RecordSkeleton />;
  if (useProfile()?.role === 'consumer') return <Own meanwhile={meanwhile} />;
  return <List {...(consumerId ? { consumerId } : {})} meanwhile={meanwhile} />;
}
