import { dayOf } from '#shared/dates.ts';
import { ZONE } from '#test/zone.ts';

/** The utility's day. */
export function today(): string {
  return dayOf(new Date(), ZONE);
}
