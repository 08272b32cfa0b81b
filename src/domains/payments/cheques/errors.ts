/** What the calls of cheques refuse. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('payments', {
  /** The day on the cheque is still to come. */
  cheque_post_dated: { status: 422, field: 'tender.drawnOn' },
  /** params: months */
  cheque_stale: { status: 422, field: 'tender.drawnOn' },
  /** Only what is open is paid by cheque. params: open */
  cheque_above_due: { status: 422, field: 'amountMinor' },
  /** params: receipt, of the earlier one */
  cheque_taken: { status: 409, field: 'tender.number' },
  /** The bank has it: its answer decides. */
  cheque_in_clearing: { status: 409 },
  /** One of them is not as it was shown. */
  cheques_moved: { status: 409 },
  /** Somebody asked to take the payment of one of them back. params: number */
  cheque_reversal_waits: { status: 409 },
  deposit_slip_taken: { status: 409, constraint: 'cheque_deposits_slip_key', field: 'slipNumber' },
  /** Before a cheque was taken, or still to come. */
  deposit_day: { status: 422, field: 'depositedOn' },
  /** Before a cheque was at the bank, or still to come. */
  answer_day: { status: 422, field: 'answeredOn' },
  /** Who took it does not say that it came back. */
  cheque_taker: { status: 409, constraint: 'cheques_two_persons' },
  return_words: { status: 422, field: 'words' },
  /** The fee is another one than was shown. params: amount */
  cheque_fee_moved: { status: 409, field: 'feeMinor' },
});
