/** The page that staff and consumers share: each sees its own list. */
import { onDemand } from '#web/ui/on-demand.tsx';
import { OwnTickets } from './own-tickets.tsx';
import { useIsConsumer } from './state-chip.tsx';

// A household's phone does not load what staff see.
const Queue = onDemand(() => import('./queue/ticket-queue.tsx').then((file) => file.TicketQueue));

export function TicketManagement() {
  return useIsConsumer() ? <OwnTickets /> : <Queue />;
}
