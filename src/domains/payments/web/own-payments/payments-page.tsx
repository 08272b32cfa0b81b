/** The list of payments; a household gets its own ones by year, without the table of the others. */
import { lazy, Suspense } from 'react';
import { useProfile } from '#web/session/session.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { OwnPayments } from './own-payments.tsx';

const PaymentHistory = lazy(() =>
  import('../payment-history.tsx').then((file) => ({ default: file.PaymentHistory })),
);

export function PaymentsPage() {
  return useProfile()?.role === 'consumer' ? (
    <OwnPayments />
  ) : (
    <Suspense fallback={<RecordSkeleton />}>
      <PaymentHistory />
    </Suspense>
  );
}
