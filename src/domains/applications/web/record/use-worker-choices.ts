/** Who may do the work of a state, with how much each has already: the choices of a field. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { State } from '../../application.rules.ts';
import { listWorkers } from '../../contract.ts';

export function useWorkerChoices(state: State) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { number } = useFormats();
  const workers = useAnswer(listWorkers, { params: { id: state } });
  const options = (workers.data?.users ?? []).map((worker) => ({
    value: worker.id,
    label: t('assign.person', {
      name: worker.name,
      role: roleName(worker.roleCode, worker.roleCode),
      count: number(worker.openApplications),
    }),
  }));
  return { options, isLoading: workers.isPending };
}
