/** Filters of the lists of applications. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { STATE_NAMES, type State } from '../../application.rules.ts';
import { listWorkers } from '../../contract.ts';
import { useSectorChoices } from '../use-places.ts';

export type FilterKey =
  | (
      | 'stateId'
      | 'sectorId'
      | 'assignee'
      | 'source'
      | 'overlay'
      | 'open'
      | 'overdue'
      | 'waits'
      | 'incomplete'
      | 'survey'
    )
  | ('from' | 'to');

const YES_NO = ['open', 'overdue', 'waits', 'incomplete'] as const;
type YesNo = (typeof YES_NO)[number];
const isYesNo = (key: FilterKey): key is YesNo => YES_NO.some((name) => name === key);

/** People who may work in the state; only those who assign may ask for them. */
function useAssigneeChoices(state: State | null) {
  const t = useTexts('applications');
  const canAsk = useMay()('applications:assign') && state !== null;
  const workers = useAnswer(listWorkers, { params: { id: state ?? 'PENDING' } }, { enabled: canAsk });
  return [
    { value: 'me', label: t('lists.assigned_to_me') },
    { value: 'nobody', label: t('lists.assigned_to_nobody') },
    ...(canAsk ? (workers.data?.users ?? []) : []).map(({ id, name }) => ({ value: id, label: name })),
  ];
}

export function useApplicationFilters(state: State | null, keys: readonly FilterKey[]): Filter[] {
  const t = useTexts('applications');
  const sectors = useSectorChoices();
  const assignees = useAssigneeChoices(state);
  const options: Record<Exclude<FilterKey, YesNo | 'from' | 'to'>, { value: string; label: string }[]> = {
    stateId: STATE_NAMES.map((state) => ({ value: state, label: t(`states.${state}`) })),
    sectorId: sectors,
    assignee: assignees,
    source: (['PORTAL', 'COUNTER'] as const).map((source) => ({
      value: source,
      label: t(`sources.${source}`),
    })),
    overlay: [
      { value: 'ANY', label: t('lists.held_any') },
      ...(['HOLD', 'SUSPENDED'] as const).map((overlay) => ({
        value: overlay,
        label: t(`overlays.${overlay}`),
      })),
    ],
    survey: (['NONE', 'DRAFT', 'SUBMITTED', 'APPROVED'] as const).map((state) => ({
      value: state,
      label: t(`survey_states.${state}`),
    })),
  };
  return keys.map((name) => {
    const label = t(`filters.${name}`);
    if (name === 'from' || name === 'to') return { name, label, kind: 'day' };
    return isYesNo(name) ? { name, label, kind: 'yesNo' } : { name, label, options: options[name] };
  });
}
