/** An own application: the form while it is a draft, afterwards its way to the connection. */
import { lazy, Suspense, useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePathParam } from '#web/navigation/go.tsx';
import { FailedPage } from '#web/ui/failed-page.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import type { State } from '../../application.rules.ts';
import { type ApplicationDetail, getApplication } from '../../contract.ts';

const DraftPage = lazy(() => import('./draft-page.tsx').then((file) => ({ default: file.DraftPage })));
const loadTracker = () => import('./tracker.tsx').then((file) => ({ default: file.Tracker }));
const Tracker = lazy(loadTracker);
// Few applications are drafts: it comes beside the answer and not after it.
void loadTracker().catch(() => undefined);

export function ApplicationPage() {
  const id = usePathParam();
  const found = useAnswer(getApplication, { params: { id } });
  if (found.error && !found.data) return <FailedPage error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return <Own key={id} application={found.data} />;
}

/** What an applicant writes and then sends. */
const WRITTEN: readonly State[] = ['DRAFT', 'RECORRECTION'];

function Own({ application }: { application: ApplicationDetail }) {
  const { state } = application;
  const [opened] = useState(state);
  const isSent = WRITTEN.includes(opened) && !WRITTEN.includes(state);
  return (
    <Suspense fallback={<RecordSkeleton />}>
      {state === 'DRAFT' ? (
        <DraftPage application={application} />
      ) : (
        <Tracker application={application} isSent={isSent} />
      )}
    </Suspense>
  );
}
