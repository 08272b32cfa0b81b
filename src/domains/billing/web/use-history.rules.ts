/** The 12 months up to a bill's own, each with the same month a year before. Months without a bill have no use. */
import { addMonths } from '#shared/dates.ts';

export type UsedMonth = { period: string; litres: number | null; before: number | null };

export function lastTwelveMonths(
  history: readonly { period: string; usageLitres: number }[],
  period: string,
): UsedMonth[] {
  const used = new Map(history.map((past) => [past.period, past.usageLitres]));
  return Array.from({ length: 12 }, (_, index) => {
    const month = addMonths(period, index - 11);
    return {
      period: month,
      litres: used.get(month) ?? null,
      before: used.get(addMonths(month, -12)) ?? null,
    };
  });
}
