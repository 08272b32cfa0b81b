/** Filters of the lists of work orders that staff see. */
import { useSectorChoices } from '#domains/applications/web/use-places.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { listCategories, listCrew, listReviewers } from '../contract.ts';
import { AGES, ASKERS, ORDER_STATES, PRIORITIES } from '../work-order.rules.ts';
import { useNames } from './state-chip.tsx';

/** People who can be given work; only those who assign may ask for them. */
function useCrewOptions(isWanted: boolean) {
  const enabled = useMay()('work-orders:assign') && isWanted;
  const { data } = useAnswer(listCrew, {}, { enabled, afterActs: 'when-shown' });
  return enabled ? (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })) : null;
}

/** Who has taken orders for review; only those who review may ask for them. */
function useReviewerOptions(isWanted: boolean) {
  const enabled = useMay()('work-orders:review') && isWanted;
  const { data } = useAnswer(listReviewers, {}, { enabled, afterActs: 'when-shown' });
  return enabled ? (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })) : null;
}

/** @param shown which of the filters that not all lists have */
type Shown = Record<'hasState' | 'hasAsker' | 'hasCrew' | 'hasReviewer' | 'hasAge', boolean>;

export function useOrderFilters(shown: Shown): Filter[] {
  const t = useTexts('work-orders');
  const nameIn = useNameIn();
  const { priorities, states } = useNames();
  const { data } = useAnswer(listCategories, {}, { afterActs: 'when-shown' });
  const categories = (data?.items ?? []).map(({ id, nameEn, nameBn }) => ({
    value: id,
    label: nameIn(nameEn, nameBn),
  }));
  const crew = useCrewOptions(shown.hasCrew);
  const reviewers = useReviewerOptions(shown.hasReviewer);
  return [
    ...(shown.hasState
      ? [
          {
            name: 'state',
            label: t('list.state'),
            options: ORDER_STATES.map((value) => ({ value, label: states[value] })),
          },
        ]
      : []),
    { name: 'categoryId', label: t('list.category'), options: categories },
    { name: 'sectorId', label: t('list.sector'), options: useSectorChoices() },
    {
      name: 'priority',
      label: t('list.priority'),
      options: PRIORITIES.map((value) => ({ value, label: priorities[value] })),
    },
    ...(crew ? [{ name: 'crewId', label: t('list.crew'), options: crew }] : []),
    ...(shown.hasAsker
      ? [
          {
            name: 'askedAs',
            label: t('list.asked_as'),
            options: ASKERS.map((value) => ({ value, label: t(`list.askers.${value}`) })),
          },
        ]
      : []),
    ...(reviewers ? [{ name: 'reviewerId', label: t('list.reviewer'), options: reviewers }] : []),
    ...(shown.hasAge
      ? [
          {
            name: 'age',
            label: t('list.age'),
            options: AGES.map((value) => ({ value, label: t('list.days', { count: Number(value) }) })),
          },
        ]
      : []),
    { name: 'late', label: t('list.late'), kind: 'yesNo' },
    ...(shown.hasCrew
      ? [
          { name: 'paused', label: t('list.paused'), kind: 'yesNo' as const },
          { name: 'escalated', label: t('list.escalated'), kind: 'yesNo' as const },
        ]
      : []),
    { name: 'dueOn', label: t('list.due_on'), kind: 'day' },
    { name: 'from', label: t('list.from'), kind: 'day' },
    { name: 'to', label: t('list.to'), kind: 'day' },
  ];
}
