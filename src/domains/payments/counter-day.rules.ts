/** The day of counter money: today; some days back with a reason; before that by two people. Never ahead. */
import type { Actor } from '#platform/actor.ts';
import { addDays } from '#shared/dates.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';

/** Refuses a day that one person may not give. @param backdateDays of the settings */
export function refuseDay(
  actor: Actor,
  money: { paidOn: string; dateReason?: string | undefined },
  backdateDays: number,
): void {
  const { paidOn, dateReason } = money;
  if (paidOn > actor.today) throw fail(errors.paid_in_future);
  if (isTooLongAgo(actor, paidOn, backdateDays))
    throw fail(errors.second_person_date, { days: backdateDays });
  if (paidOn < actor.today && !dateReason) throw fail(errors.date_reason);
}

export const isTooLongAgo = (actor: Actor, paidOn: string, backdateDays: number): boolean =>
  paidOn < addDays(actor.today, -backdateDays);
