/** The refusal of a reading that the checks do not take. */
import { type ErrorCode, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

const REFUSALS: Record<string, ErrorCode> = {
  UNKNOWN_METER: errors.unknown_meter,
  NOT_INSTALLED: errors.not_installed,
  BEFORE_INSTALLATION: errors.before_installation,
  AFTER_REMOVAL: errors.after_removal,
  FUTURE: errors.reading_in_future,
  BEYOND_REGISTER: errors.beyond_register,
  ALREADY_READ: errors.already_read,
  MONTH_AFTER_READING: errors.month_after_reading,
  NOT_AFTER_PREVIOUS: errors.not_after_previous,
  LATER_READING_EXISTS: errors.later_reading_exists,
};

/** @param reason of a line that was checked; null: nothing is wrong with it */
export function refuseReading(reason: string | null): void {
  if (reason) throw fail(REFUSALS[reason] ?? errors.check_refused, { flag: reason });
}
