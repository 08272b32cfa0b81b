/** An own application: the form while it is a draft, afterwards its way to the connection. */
import { useAnswer } from '#web/answers.ts';
import { usePathParam } from '#web/go.tsx';
import { Failed } from '#web/ui/list/empty.tsx';
import { RecordSkeleton } from '#web/ui/record/record-page.tsx';
import { getApplication } from '../../contract.ts';
import { DraftPage } from './draft-page.tsx';
import { Tracker } from './tracker.tsx';

export function ApplicationPage() {
  const id = usePathParam();
  const found = useAnswer(getApplication, { params: { id } });
  if (found.error && !found.data) return <Failed error={found.error} retry={found.refetch} />;
  if (!found.data) return <RecordSkeleton />;
  return found.data.state === 'DRAFT' ? (
    <DraftPage key={id} application={found.data} />
  ) : (
    <Tracker application={found.data} />
  );
}
