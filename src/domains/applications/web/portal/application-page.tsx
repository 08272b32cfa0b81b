/** An own application: the form while it is a draft, afterwards its way to the connection. */
import { lazy, Suspense } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getApplication } from '../../contract.ts';

const DraftPage = lazy(() => import('./draft-page.tsx').then((file) => ({ default: file.DraftPage })));
const Tracker = lazy(() => import('./tracker.tsx').then((file) => ({ default: file.Tracker })));

export function ApplicationPage() {
  const id = usePathParam();
  const found = useAnswer(getApplication, { params: { id } });
  if (found.error && !found.data) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return (
    <Suspense fallback={<RecordSkeleton />}>
      {found.data.state === 'DRAFT' ? (
        <DraftPage key={id} application={found.data} />
      ) : (
        <Tracker application={found.data} />
      )}
    </Suspense>
  );
}
