/** The number of a connection while it is typed. */
import { typedNumber } from '#shared/search/join-groups.ts';

/** As many digits as the number of a connection has (shared/number-kinds.ts, with the counted digits and the check digit). */
const WHOLE = /^\d{10}$/;

/** Null until the number is whole: nothing is asked of the server before. */
export function wholeNumber(typed: string): string | null {
  const number = typedNumber(typed);
  return WHOLE.test(number) ? number : null;
}
