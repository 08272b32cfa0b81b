/** What a change makes of the categories that were agreed for later, in sentences: what follows it, and what it takes away. */
import { toLatinDigits } from '#shared/money.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import {
  droppedBy,
  type PlannedChange,
  type Span,
  spansFrom,
  turnsAfter,
} from '../../categories/category.rules.ts';
import {
  type CategoryChangeDetail,
  getCategoryChange,
  listCategoryChanges,
} from '../../categories/contract.ts';

type Days = CategoryChangeDetail['days'];
type NameOfCode = (code: string) => string;

/** @param days all categories of the connection by date; none if it never had a change */
export function usePlanWords() {
  const t = useTexts('categories');
  const { day } = useFormats();
  const factsOf = ({ category, from }: Span, nameOf: NameOfCode) => ({
    category: nameOf(category),
    day: day(from),
  });
  return {
    follows: (days: Days, change: PlannedChange, nameOf: NameOfCode): string[] =>
      turnsAfter(spansFrom(days), change).map((span) => t('plan.follows', factsOf(span, nameOf))),
    dropped: (days: Days, change: PlannedChange, nameOf: NameOfCode): string[] =>
      droppedBy(spansFrom(days), change).map((span) => t('plan.dropped', factsOf(span, nameOf))),
  };
}

/** The categories by date of the connection whose number was typed; none if it never had a change. */
export function useDaysOf(typed: string): Days {
  const search = toLatinDigits(typed).replaceAll(/\s/g, '');
  const { data: list } = useAnswer(
    listCategoryChanges,
    { query: { search, state: 'APPROVED', limit: 1 } },
    { enabled: /^\d{10}$/.test(search) },
  );
  const [found] = list?.items ?? [];
  const { data: change } = useAnswer(
    getCategoryChange,
    { params: { id: found?.id ?? '' } },
    { enabled: found?.connectionNumber === search },
  );
  return found?.connectionNumber === search ? (change?.days ?? []) : [];
}
