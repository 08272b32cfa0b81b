/** Payments as a household looks for them: the year, then its days, the newest first. */
import { dayOf } from '#shared/dates.ts';

type Payment = { paidOn: string | null; createdAt: string };

/** A payment that never came has no business day: the day on which it was started counts. */
export function dayOfPayment({ paidOn, createdAt }: Payment, timeZone: string): string {
  return paidOn ?? dayOf(new Date(createdAt), timeZone);
}

export function byYear<P extends Payment>(
  payments: readonly P[],
  timeZone: string,
): { year: string; payments: P[] }[] {
  const years = new Map<string, P[]>();
  const newestFirst = payments.toSorted(
    (a, b) =>
      dayOfPayment(b, timeZone).localeCompare(dayOfPayment(a, timeZone)) ||
      Date.parse(b.createdAt) - Date.parse(a.createdAt),
  );
  for (const payment of newestFirst) {
    const year = dayOfPayment(payment, timeZone).slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), payment]);
  }
  return [...years].map(([year, ofYear]) => ({ year, payments: ofYear }));
}
