/** What the calls of wallets refuse, each with its status and the field that it is about. */
import { errorCodes } from '#shared/errors.ts';

export const errors = errorCodes('wallet', {
  /** Less than one recharge or withdrawal may be. params: amount */
  amount_below: { status: 422, field: 'amountMinor' },
  /** More than one recharge or withdrawal may be. params: amount */
  amount_above: { status: 422, field: 'amountMinor' },
  /** Far above what this household brought or owed before; asked about one time. params: amount, usual */
  unusual_recharge: { status: 409, field: 'unusual' },
  /** With it the wallet would hold more than it may. params: amount: what still fits */
  balance_full: { status: 422, field: 'amountMinor' },
  /** More than is left of what may be withdrawn in a day. params: amount: what is left */
  day_full: { status: 422, field: 'amountMinor' },
  /** The account that the bank sends it to. */
  bank_account: { status: 422, field: 'bankAccount' },
  /** params: left */
  code_wrong: { status: 422, field: 'code' },
  /** It ran out, or was tried too often. */
  code_over: { status: 409 },
  /** There is one new code for a withdrawal, and it went out; or the phone is another one now. */
  no_new_code: { status: 409 },
  /** Another one of the same wallet waits for its code. */
  withdrawal_waits: { status: 409, constraint: 'withdrawals_unproved_key' },
  /** The household reads why the office ended it. */
  take_back_reason: { status: 422, field: 'reason' },
  /** Decided, paid or ended meanwhile. */
  wrong_state: { status: 409 },
  refusal_reason: { status: 422, field: 'remark' },
  withdrawal_asker: { status: 409, constraint: 'withdrawals_two_persons' },
  withdrawal_own: { status: 409, constraint: 'withdrawals_asker_payer_check' },
  withdrawal_approver: { status: 409, constraint: 'withdrawals_payer_check' },
  paid_before_asked: { status: 422, field: 'tender.paidOn', constraint: 'withdrawals_paid_on_check' },
  /** The settings let no wallet pay by itself. */
  auto_pay_off: { status: 409 },
  /** Somebody has reported already that it came back. */
  return_waits: { status: 409 },
  /** Another withdrawal came back with that line of the bank's statement. */
  return_reference_taken: { status: 409, field: 'reference', constraint: 'withdrawals_return_reference_key' },
  /** Who reported it reads why the second person does not agree. */
  return_refusal_reason: { status: 422, field: 'remark' },
  /** Only who reported it takes the report back. */
  return_not_asker: { status: 409 },
  return_asker: { status: 409, constraint: 'withdrawals_return_two_persons' },
  /** Somebody else froze it, or ended that. */
  frozen_already: { status: 409 },
});
