/** Bills as a household looks for them: the year, then its months, the newest first. */
type Bill = { period: string; number: string };

/** A bill that belongs to an earlier month (a supplementary one) is in the year of that month. */
export function byYear<B extends Bill>(bills: readonly B[]): { year: string; bills: B[] }[] {
  const years = new Map<string, B[]>();
  const newestFirst = bills.toSorted(
    (a, b) => b.period.localeCompare(a.period) || b.number.localeCompare(a.number),
  );
  for (const bill of newestFirst) {
    const year = bill.period.slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), bill]);
  }
  return [...years].map(([year, ofYear]) => ({ year, bills: ofYear }));
}
