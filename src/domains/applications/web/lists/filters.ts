/** Filters of the lists of applications. */

import { listMaterials } from '#domains/settings/materials/contract.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { STATE_NAMES, type State } from '../../application.rules.ts';
import { listWorkers } from '../../contract.ts';
import { listDmaChoices } from '../../letter/contract.ts';
import { useSectorChoices } from '../use-places.ts';
import { ESCALATION } from './columns.tsx';

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
      | 'note'
    )
  | ('dmaId' | 'surveyType' | 'materialId' | 'escalation' | (typeof MORE_YES_NO)[number])
  | (typeof DAYS)[number];

const MORE_YES_NO = ['noc', 'unmetered', 'planned'] as const;
const YES_NO = ['open', 'overdue', 'waits', 'incomplete', ...MORE_YES_NO] as const;
const DAYS = ['from', 'to', 'issuedFrom', 'issuedTo', 'visitOn', 'visitedFrom', 'visitedTo'] as const;
type YesNo = (typeof YES_NO)[number];
const isDay = (key: FilterKey): key is (typeof DAYS)[number] => DAYS.some((name) => name === key);
const isYesNo = (key: FilterKey): key is YesNo => YES_NO.some((name) => name === key);

/** Metered areas, if the list is narrowed by them. */
function useAreaChoices(isWanted: boolean) {
  const { digits } = useFormats();
  const nameIn = useNameIn();
  const { data } = useAnswer(listDmaChoices, { query: {} }, { enabled: isWanted, afterActs: 'when-shown' });
  return (data?.items ?? []).map(({ id, number, name, nameBn }) => ({
    value: id,
    label: `${digits(number)} – ${nameIn(name, nameBn)}`,
  }));
}

const ALL_MATERIALS = { limit: 200, sort: 'position' } as const;

/** Materials by their names, for who may read the list of them. */
function useMaterialChoices(isWanted: boolean) {
  const nameIn = useNameIn();
  const mayAsk = useMay()('materials:view') && isWanted;
  const { data } = useAnswer(listMaterials, { query: ALL_MATERIALS }, { enabled: mayAsk });
  return (data?.items ?? []).map(({ id, nameEn, nameBn }) => ({ value: id, label: nameIn(nameEn, nameBn) }));
}

/**
 * People who may work in the state; only those who assign may ask for them. All states together know people only if the
 * address names one, so that the filter says whom.
 */
function useAssigneeChoices(state: State | null) {
  const t = useTexts('applications');
  const { assignee } = useUrlQuery();
  const mayAsk = useMay()('applications:assign');
  const isNamed = assignee !== undefined && assignee !== 'me' && assignee !== 'nobody';
  const ofState = useWorkers(state ?? 'PENDING', mayAsk && (state !== null || isNamed));
  const isOfAll = mayAsk && state === null && isNamed;
  const ofAll = [
    useWorkers('WAITING_FOR_METER_NUMBER', isOfAll),
    useWorkers('READY_TO_SURVEY', isOfAll),
    useWorkers('READY_FOR_METER_INSTALLATION', isOfAll),
  ];
  const people = new Map([ofState, ...ofAll].flat().map(({ id, name }) => [id, name]));
  return [
    { value: 'me', label: t('lists.assigned_to_me') },
    { value: 'nobody', label: t('lists.assigned_to_nobody') },
    ...[...people].map(([value, label]) => ({ value, label })),
  ];
}

function useWorkers(state: State, isAsked: boolean) {
  const workers = useAnswer(listWorkers, { params: { id: state } }, { enabled: isAsked });
  return isAsked ? (workers.data?.users ?? []) : [];
}

export function useApplicationFilters(state: State | null, keys: readonly FilterKey[]): Filter[] {
  const t = useTexts('applications');
  const may = useMay();
  const sectors = useSectorChoices();
  const assignees = useAssigneeChoices(state);
  const materials = useMaterialChoices(keys.includes('materialId'));
  const areas = useAreaChoices(keys.includes('dmaId'));
  const options: Record<
    Exclude<FilterKey, YesNo | (typeof DAYS)[number]>,
    { value: string; label: string }[]
  > = {
    stateId: STATE_NAMES.map((state) => ({ value: state, label: t(`states.${state}`) })),
    sectorId: sectors,
    dmaId: areas,
    materialId: materials,
    surveyType: (['FIXED', 'EXTRA'] as const).map((type) => ({
      value: type,
      label: t(`survey.types.${type}`),
    })),
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
    note: [
      { value: 'UNPAID', label: t('note_states.ISSUED') },
      { value: 'PARTIALLY_PAID', label: t('note_states.PARTIALLY_PAID') },
      { value: 'OVER', label: t('lists.past_last_day') },
      { value: 'PAID', label: t('note_states.PAID') },
      { value: 'EXPIRED', label: t('states.EXPIRED') },
    ],
    escalation: ESCALATION.map((level, index) => ({
      value: String(index + 1),
      label: t(`escalation.${level}`),
    })),
    survey: (['NONE', 'DRAFT', 'SUBMITTED', 'APPROVED'] as const).map((state) => ({
      value: state,
      label: t(`survey_states.${state}`),
    })),
  };
  // Who may not read the materials has no names to choose from.
  const shown = keys.filter((name) => name !== 'materialId' || may('materials:view'));
  return shown.map((name) => {
    const label = t(`filters.${name}`);
    if (isDay(name)) return { name, label, kind: 'day' };
    return isYesNo(name) ? { name, label, kind: 'yesNo' } : { name, label, options: options[name] };
  });
}
