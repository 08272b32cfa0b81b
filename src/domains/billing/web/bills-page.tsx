/** The list of bills; a household gets its own ones by year, without the table of the others. */
import { lazy, Suspense } from 'react';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { useIsConsumer } from './bill-parts.tsx';
import { OwnBills } from './own-bills/own-bills.tsx';

const InvoiceList = lazy(() => import('./invoice-list.tsx').then((file) => ({ default: file.InvoiceList })));

export function BillsPage() {
  return useIsConsumer() ? (
    <OwnBills />
  ) : (
    <Suspense fallback={<RecordSkeleton />}>
      <InvoiceList />
    </Suspense>
  );
}
