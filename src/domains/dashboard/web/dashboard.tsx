/** The first screen of everybody; which one depends on who signs in. Homes of staff come on demand: a phone has enough. */
import { lazy, Suspense } from 'react';
import { useProfile, whoIs } from '#web/session/session.ts';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { ConsumerHome } from './consumer-home.tsx';

const StaffHome = lazy(() => import('./staff-home.tsx').then((file) => ({ default: file.StaffHome })));
const PlanningHome = lazy(() =>
  import('./planning-home.tsx').then((file) => ({ default: file.PlanningHome })),
);

export function Dashboard() {
  const profile = useProfile();
  if (!profile) return null;
  const who = whoIs(profile.role);
  if (who === 'consumer') return <ConsumerHome />;
  return (
    <Suspense fallback={<RecordSkeleton />}>
      {who === 'planning' ? <PlanningHome role={profile.role} /> : <StaffHome />}
    </Suspense>
  );
}
