/** The pages that staff and households share: each sees its own list. */
import { onDemand } from '#web/ui/on-demand.tsx';
import { OwnOrders } from './own-orders.tsx';
import { useIsConsumer } from './state-chip.tsx';

// A household's phone does not load what staff see.
const Requests = onDemand(() => import('./order-lists.tsx').then((file) => file.WorkOrderRequests));
const OfConsumers = onDemand(() => import('./order-lists.tsx').then((file) => file.ConsumerRequests));

export function WorkOrderList() {
  return useIsConsumer() ? <OwnOrders /> : <Requests />;
}

export function RepairRequests() {
  return useIsConsumer() ? <OwnOrders /> : <OfConsumers />;
}
