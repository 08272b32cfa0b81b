/** What the database of the ledger refuses, and closing (closings/contract.ts); other domains post to it. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('ledger', {
  period_closed: { status: 409, constraint: 'journals_period_open' },
  /** The cashier's day is closed, or the money comes late into a day that somebody closed. */
  day_closed: { status: 409, constraint: 'entries_day_open' },
  /**
   * Of an account that is never below zero, asked under its lock (actions/guard-balance.ts). The database refuses it once more:
   * that would be a fault of the program.
   */
  balance_short: { status: 409 },
  /** Nothing is paid from a frozen account of a party. */
  balance_frozen: { status: 409 },
  day_in_future: { status: 422, field: 'day' },
  day_closed_already: { status: 409, constraint: 'cash_closings_day_key' },
  /** The books say another amount than the person saw. params: amount */
  cash_moved: { status: 409 },
  variance_reason: { status: 422, field: 'reason' },
  /** Books begin with the first posting. */
  day_before_books: { status: 422, field: 'day' },
  no_counter_money: { status: 422, field: 'day' },
  /** Nobody has this id, or the person has never taken money. */
  cashier_unknown: { status: 422, field: 'cashierId' },
  /** Decided meanwhile, or counted by somebody else. */
  count_not_own: { status: 409 },
  closing_decided: { status: 409 },
  /** Its variance waits or was refused: there is nothing to open. */
  day_not_closed: { status: 409 },
  refusal_reason: { status: 422, field: 'remark' },
  /** The person counted it, or it is the person's own drawer. */
  variance_decider: { status: 409, constraint: 'cash_closings_variance_two_persons' },
  counted_negative: { status: 422, field: 'counted.totalMinor', constraint: 'cash_closings_counted_check' },
  /** More than was counted, or less than nothing. */
  kept_counted: { status: 422, field: 'keptMinor', constraint: 'cash_closings_kept_check' },
  /** A later day of the drawer was counted with another float, or has a smaller one on record; params: amount to keep */
  kept_is_other: { status: 409, field: 'keptMinor' },
  float_negative: { status: 422, field: 'amountMinor', constraint: 'cash_floats_amount_check' },
  /** Somebody else lowers the float of a drawer. */
  float_lowered: { status: 409, field: 'amountMinor' },
  float_day_closed: { status: 409, constraint: 'cash_floats_day_open' },
  day_reopened: { status: 409 },
  reopen_asked: { status: 409 },
  reopen_not_asked: { status: 409 },
  /** Somebody else asked for it. */
  reopen_not_own: { status: 409 },
  reopen_asker: { status: 409, constraint: 'cash_closings_two_persons' },
  month_not_over: { status: 409 },
  month_closed: { status: 409 },
  month_hindered: { status: 409 },
  /** params: month, the earliest open one */
  earlier_month_open: { status: 409 },
  month_before_books: { status: 422, field: 'month' },
  /** The last proof of the books failed. */
  books_disagree: { status: 409 },
});
