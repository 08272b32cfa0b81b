/** What the calls of payments refuse, each with its status and the field that it is about. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('payments', {
  paid_in_future: { status: 422, field: 'tender.paidOn' },
  /** Before the connection was made, the demand note was issued or the work was asked for. */
  paid_too_early: { status: 422, field: 'tender.paidOn' },
  /** Dated before today without saying why. */
  date_reason: { status: 422, field: 'dateReason' },
  /** Too long ago for one person. params: days */
  second_person_date: { status: 409, field: 'tender.paidOn' },
  /** Much more than what is open: asked about once. params: amount, open */
  unusual_amount: { status: 409, field: 'unusual' },
  /** Bills of it were taken over: who counts the money says whose it is. */
  whose_money: { status: 409, field: 'takenOver' },
  /** Bills or payments of the connection changed since the page showed them. params: open */
  due_moved: { status: 409 },
  /** More than the bills that the payer took over need: an advance would be the earlier owner's. params: amount */
  above_taken: { status: 422, field: 'amountMinor' },
  /** More than is open of a connection that has ended: asked about once. params: amount */
  pays_no_bill: { status: 409, field: 'toPayBack' },
  /** The owner changed: it waits for the last bill of the earlier one. Sent again with `toPayBack`. params: amount */
  ahead_of_last_bill: { status: 409, field: 'toPayBack' },
  /** Nothing is open of a connection that has ended: nobody pays ahead for it online. */
  nothing_ahead: { status: 409 },
  backdate_waits: { status: 409, constraint: 'proposals_backdate_key' },
  /** One person may date it so. */
  backdate_alone: { status: 409 },
  slip_taken: { status: 409, constraint: 'payments_slip_key', field: 'tender.receiptNumber' },
  /** A gateway payment for the same thing is under way and its outcome unknown. */
  other_running: { status: 409, constraint: 'payments_running_key' },
  amount_above_limit: { status: 422, field: 'amountMinor' },
  not_reversible: { status: 409 },
  /** The wallet has less by now than was put in. params: amount: what is there */
  recharge_spent: { status: 409 },
  reversal_waits: { status: 409, constraint: 'reversals_payment_key' },
  second_person: { status: 409, constraint: 'reversals_two_persons' },
  /** It was reversed, refused or taken back already. */
  reversal_decided: { status: 409 },
  gateway_away: { status: 503 },
  /** No way to pay online is set up. */
  gateway_none: { status: 409 },
  /** The way to pay that was chosen is not offered (any more). */
  gateway_not_offered: { status: 409, field: 'gateway' },
  /** What the payment was started for is paid, changed or not asked for by now. */
  not_due: { status: 409 },
  /** Wallets are switched off: nothing is put into them. */
  wallet_off: { status: 409 },
  alarm_solved: { status: 409 },
  /** Not somebody who works on alarms. */
  alarm_owner: { status: 422, field: 'ownerId' },
  /** Somebody else has taken it meanwhile. */
  alarm_taken: { status: 409 },
  alarm_has_money: { status: 409, constraint: 'alarms_money_check' },
  alarm_without_money: { status: 409 },
  /** The bank does not say how much came in taka: the statement does. */
  alarm_statement: { status: 422, field: 'statementReference' },
  /** The bank names an order that is not ours: a person has to write whose money it is. */
  alarm_connection: { status: 422, field: 'connectionNumber' },
  /** The bank says another amount now, or the alarm is solved. */
  alarm_moved: { status: 409 },
  /** What came for a wallet is put into it. */
  alarm_wallet: { status: 409 },
  proposal_waits: { status: 409, constraint: 'proposals_alarm_key' },
  proposal_decided: { status: 409 },
  /** Only who asked takes the request back. */
  not_asker: { status: 409 },
  proposal_asker: { status: 409, constraint: 'proposals_two_persons' },
  /** No file came with the call. */
  bank_file_missing: { status: 422 },
  /** params: title */
  bank_file_column: { status: 422 },
  bank_file_known: { status: 409, constraint: 'bank_files_once' },
  /** params: count */
  bank_file_invalid: { status: 422 },
  /** Another file than the one that was shown. */
  bank_file_outdated: { status: 409 },
  /** Nothing of it is open. */
  bank_file_nothing: { status: 409 },
  /** It waits for a second person, is posted, or was given up. */
  bank_file_state: { status: 409 },
  /** Its sums are others than those that were shown. */
  bank_file_moved: { status: 409 },
  /** Alarms rest on its rows. */
  bank_file_alarms: { status: 409 },
  bank_file_relied_on: { status: 409 },
  /** It is still being made, or was not made to its end. */
  bank_download_unfinished: { status: 409 },
  /** Its bytes are others than those that were kept. */
  bank_download_damaged: { status: 410 },
  bank_download_missing: { status: 410 },
  /** Of cells of a file; no call is refused with them. */
  bank_state_unknown: { status: 422 },
  bank_number_cut: { status: 422 },
  bank_day_wrong: { status: 422 },
  bank_amount_wrong: { status: 422 },
  /** params: amount */
  above_advance: { status: 422, field: 'of.amountMinor' },
  /** Some of it came by a cheque that no bank has paid yet. params: amount, what can be paid back now */
  advance_in_clearing: { status: 409, field: 'of.amountMinor' },
  advance_refund_open: { status: 409, constraint: 'refunds_advance_key' },

  /** There is no money of it that is owed back. */
  nothing_refundable: { status: 409 },
  refund_open: { status: 409, constraint: 'refunds_demand_note_key' },
  payment_refund_open: { status: 409, constraint: 'refunds_payment_key' },
  refund_decided: { status: 409 },
  /** A cheque that brought it came back: params: amount, which the connection owes now */
  refund_not_paid_in: { status: 409 },
  refund_asker: { status: 409, constraint: 'refunds_two_persons' },
  refund_approver: { status: 409, constraint: 'refunds_payer_check' },
  refund_own: { status: 409, constraint: 'refunds_asker_payer_check' },
  refusal_reason: { status: 422, field: 'remark' },
  refund_not_approved: { status: 409 },
  /** Not paid out by bank, or it came back already. */
  refund_not_returned: { status: 409 },
  /** Another refund came back with that line of the bank's statement. */
  return_reference_taken: { status: 409, field: 'reference', constraint: 'proposals_return_reference_key' },
  refund_change_waits: { status: 409, constraint: 'proposals_refund_key' },
  paid_before_decision: { status: 422, field: 'tender.paidOn', constraint: 'refunds_paid_on_check' },
});
