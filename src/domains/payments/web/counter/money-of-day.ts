/** What the earlier owner's money of a day pays: on a day before the change also what a new owner took over later (settle-payments.ts). */
import { minor } from '#shared/money.ts';
import type { PayableDetail } from '../../payables/contract.ts';

type Item = PayableDetail['items'][number];
type Of = {
  items: readonly Item[];
  taker: { items: readonly (Item & { takenOn: string })[] } | null;
};

/**
 * @param paidOn the day of the earlier owner's money; nothing if it is not theirs, or no day yet
 * @returns the open items in the order in which they are paid, one for each bill, and what of them was still the earlier owner's on that day
 */
export function itemsOnDay(
  { items, taker }: Of,
  paidOn: string | undefined,
): { items: Item[]; takenLater: Item[] } {
  const takenLater = (taker?.items ?? []).filter(({ takenOn }) => paidOn !== undefined && paidOn < takenOn);
  const later = new Map(takenLater.map(({ number, openMinor }) => [number, openMinor]));
  const own = items.map((item) => ({
    ...item,
    openMinor: minor(item.openMinor + (later.get(item.number) ?? 0)),
  }));
  const shared = new Set(items.map(({ number }) => number));
  const others = takenLater
    .filter(({ number }) => !shared.has(number))
    .map(({ takenOn: _, ...item }) => item);
  return {
    items: [...others, ...own].toSorted((bill, next) => bill.dueOn.localeCompare(next.dueOn)),
    takenLater,
  };
}
