/** The orders in process: `?view=` says how they are shown. */
import { useUrlQuery } from '#web/navigation/go.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { WorkOrderProcess } from '../order-lists.tsx';
import { viewOf } from './view.rules.ts';

const Board = onDemand(() => import('./board.tsx').then((file) => file.OrderBoard));
const Calendar = onDemand(() => import('./calendar.tsx').then((file) => file.Calendar));

export function ProcessPage() {
  const view = viewOf(useUrlQuery());
  if (view === 'board') return <Board />;
  if (view === 'calendar') return <Calendar />;
  return <WorkOrderProcess />;
}
