/** Filters of the lists of the planning authority. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { STATE_NAMES } from '../../application.rules.ts';
import { listDesks } from '../../noc/contract.ts';
import { useSectorChoices } from '../use-places.ts';

/** Choices of the filter by days at the desk. */
const DESK_DAYS = [2, 5, 10, 20, 30];
const DECISIONS = ['APPROVED', 'RETURNED', 'REJECTED'] as const;

export const NOC_FILTERS = [
  ...(['roleCode', 'officerId', 'stateId', 'deskDays', 'decision', 'sectorId', 'overdue', 'green'] as const),
];

export function useNocFilters() {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const sectors = useSectorChoices();
  const desks = useAnswer(listDesks, {}, { afterActs: 'when-shown' }).data?.items ?? [];
  return [
    {
      name: 'roleCode',
      label: t('columns.desk'),
      options: PLANNING_ROLES.map((code) => ({ value: code, label: roleName(code, code) })),
    },
    {
      name: 'officerId',
      label: t('desk.officer'),
      options: desks.flatMap(({ officerId, officerName, officerGone }) =>
        officerId && officerName && !officerGone ? [{ value: officerId, label: officerName }] : [],
      ),
    },
    {
      name: 'stateId',
      label: t('columns.state'),
      options: STATE_NAMES.map((state) => ({ value: state, label: t(`states.${state}`) })),
    },
    {
      name: 'deskDays',
      label: t('noc.desk_days'),
      options: DESK_DAYS.map((count) => ({ value: String(count), label: t('noc.at_least', { count }) })),
    },
    {
      name: 'decision',
      label: t('desk.decision'),
      options: DECISIONS.map((decision) => ({ value: decision, label: t(`noc.decisions.${decision}`) })),
    },
    { name: 'sectorId', label: t('filters.sectorId'), options: sectors },
    { name: 'overdue', label: t('filters.overdue'), kind: 'yesNo' as const },
    { name: 'green', label: t('checks.only_green'), kind: 'yesNo' as const },
  ];
}
