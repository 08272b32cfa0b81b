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

export type Compared = { litres: number; before: number; more: number };

/** The last month beside the same month a year before; undefined if one of the two has no bill. */
export function againstLastYear(months: readonly UsedMonth[]): Compared | undefined {
  const last = months.at(-1);
  if (!last || last.litres === null || last.before === null) return undefined;
  return { litres: last.litres, before: last.before, more: last.litres - last.before };
}
