/** What the earlier owner's money of a day pays: on a day before the change also what a new owner took over later (settle-payments.ts). */
import { minor } from '#shared/money.ts';
import type { PayableDetail } from '../../payables/contract.ts';

type Item = PayableDetail['items'][number];
type Of = {
  items: readonly Item[];
  taker: { items: readonly (Item & { takenOn: string })[] } | null;
};

/**
 * @param paidOn the day of the money; nothing while it is no day yet
 * @returns the open items in the order in which they are paid, one for each bill, and what of them was still the earlier owner's on that day
 */
export function itemsOnDay(
  { items, taker }: Of,
  paidOn: string | undefined,
): { items: Item[]; takenLater: Item[] } {
  const takenLater = (taker?.items ?? []).filter(({ takenOn }) => paidOn !== undefined && paidOn < takenOn);
  const parts = [...takenLater, ...items].map(({ number, period, dueOn, overdue, openMinor }) => ({
    ...{ number, period, dueOn, overdue, openMinor },
  }));
  const byBill = Map.groupBy(parts, ({ number }) => number);
  const merged = [...byBill.values()].flatMap(([first, ...more]) =>
    first
      ? [
          {
            ...first,
            openMinor: minor(more.reduce((sum, part) => sum + part.openMinor, Number(first.openMinor))),
          },
        ]
      : [],
  );
  return { items: merged.toSorted((bill, next) => (bill.dueOn < next.dueOn ? -1 : 1)), takenLater };
}
