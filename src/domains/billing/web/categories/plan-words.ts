/** What a change makes of the categories that were agreed for later, in sentences: what follows it, and what it takes away. */
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
import { wholeNumber } from '../connection-number.ts';

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
  const search = wholeNumber(typed);
  const { data: list } = useAnswer(
    listCategoryChanges,
    { query: { search: search ?? '', state: 'APPROVED', limit: 1 } },
    { enabled: search !== null },
  );
  const [listed] = list?.items ?? [];
  // The search also finds names and phones.
  const found = search !== null && listed?.connectionNumber === search ? listed : undefined;
  const { data: change } = useAnswer(
    getCategoryChange,
    { params: { id: found?.id ?? '' } },
    { enabled: found !== undefined },
  );
  return found ? (change?.days ?? []) : [];
}
