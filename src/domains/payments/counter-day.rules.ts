/** The day of counter money: today; some days back with a reason; before that by two people. Never ahead. */
import type { Actor } from '#platform/actor.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';

/** Refuses a day that one person may not give, and one that is past without a reason. @param backdateDays of the settings */
export function refuseDay(
  actor: Actor,
  money: { paidOn: string; dateReason?: string | undefined },
  backdateDays: number,
): void {
  const { paidOn, dateReason } = money;
  refuseFarDay(actor, paidOn, backdateDays);
  if (paidOn < actor.today && !dateReason) throw fail(errors.date_reason);
}

/** The same without a reason for the day: money that is paid out has the reason of its case. */
export function refuseFarDay(actor: Actor, paidOn: string, backdateDays: number): void {
  if (paidOn > actor.today) throw fail(errors.paid_in_future);
  if (isTooLongAgo(actor, paidOn, backdateDays))
    throw fail(errors.second_person_date, { days: backdateDays });
}

export const isTooLongAgo = (actor: Actor, paidOn: string, backdateDays: number): boolean =>
  paidOn < addDays(actor.today, -backdateDays);
