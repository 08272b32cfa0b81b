import { dayOf } from '#shared/dates.ts';

/** The utility's day. */
export function today(): string {
  return dayOf(new Date(), 'Asia/Dhaka');
}
