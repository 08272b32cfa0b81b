/** What last month would have billed by a version that is not in force yet, and by how much it rises. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { Failed } from '#web/ui/list/empty.tsx';
import { tariffImpact } from '../../settings/contract.ts';
import { ImpactView, RisesView } from '../settings/impact-view.tsx';

export function TariffImpact({ id }: { id: string }) {
  const { data, error, refetch } = useAnswer(tariffImpact, { params: { id } });
  if (error) return <Failed error={error} retry={refetch} />;
  if (!data) return null;
  return (
    <>
      <ImpactView impact={data.impact} />
      <RisesView rises={data.rises} />
    </>
  );
}
