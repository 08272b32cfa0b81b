/** The first screen of everybody; which one depends on who signs in. Homes of staff come on demand: a phone has enough. */
import { useProfile, whoIs } from '#web/session/session.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { ConsumerHome } from './consumer-home.tsx';

const StaffHome = onDemand(() => import('./staff-home.tsx').then((file) => file.StaffHome));
const PlanningHome = onDemand(() => import('./planning-home.tsx').then((file) => file.PlanningHome));

export function Dashboard() {
  const profile = useProfile();
  if (!profile) return null;
  const who = whoIs(profile.role);
  if (who === 'consumer') return <ConsumerHome />;
  const meanwhile = <RecordSkeleton />;
  if (who === 'planning') return <PlanningHome meanwhile={meanwhile} role={profile.role} />;
  return <StaffHome meanwhile={meanwhile} />;
}
