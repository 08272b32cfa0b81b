/** What the database of the ledger refuses, and closing (closings/contract.ts); other domains post to it. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('ledger', {
  period_closed: { status: 409, constraint: 'journals_period_open' },
  /** The cashier's day is closed, or the money comes late into a day that somebody closed. */
  day_closed: { status: 409, constraint: 'entries_day_open' },
  day_in_future: { status: 422, field: 'day' },
  day_closed_already: { status: 409, constraint: 'cash_closings_day_key' },
  /** The books say another amount than the person saw. params: amount */
  cash_moved: { status: 409 },
  variance_reason: { status: 422, field: 'reason' },
  counted_negative: { status: 422, field: 'counted.totalMinor', constraint: 'cash_closings_counted_check' },
  day_reopened: { status: 409 },
  reopen_asked: { status: 409 },
  reopen_not_asked: { status: 409 },
  reopen_asker: { status: 409, constraint: 'cash_closings_two_persons' },
  month_not_over: { status: 409 },
  month_closed: { status: 409 },
  month_hindered: { status: 409 },
  /** The last proof of the books failed. */
  books_disagree: { status: 409 },
});
