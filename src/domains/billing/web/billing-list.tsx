/** The two lists of billed connections; a consumer gets cards of their own, without the table of the others. */
import { lazy, Suspense } from 'react';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useIsConsumer } from './bill-parts.tsx';
import { MyConnections } from './my-connections.tsx';

const ConnectionList = lazy(() =>
  import('./connection-list.tsx').then((file) => ({ default: file.ConnectionList })),
);

export function BillingList() {
  return useIsConsumer() ? (
    <MyConnections />
  ) : (
    <Suspense fallback={<RecordSkeleton />}>
      <ConnectionList />
    </Suspense>
  );
}
