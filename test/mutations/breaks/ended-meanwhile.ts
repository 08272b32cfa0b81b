/** Breaks by hand: money that waits, at the bank or for a second person, while what it is for ends or goes back; a billed handover. */
import type { Break } from '../break.ts';

const WAITED = 'src/domains/payments/proposals/what-ended-meanwhile.test.ts';
const TAKEN = 'src/domains/ownership/money-of-who-took-over.test.ts';
const BANK = 'src/domains/ownership/fee/at-the-bank-meanwhile.test.ts';
const BILLED = 'src/domains/ownership/billed-around-change.test.ts';
const DECIDE = 'src/domains/payments/proposals/actions/decide-proposal.ts';
const SHOWN = 'src/domains/payments/proposals/queries.ts';

export const endedMeanwhile: readonly Break[] = [
  {
    what: 'counter money for taken-over bills that were paid meanwhile has no way out',
    file: DECIDE,
    find: 'if (connectionId && takenOver && sendBack)',
    replace: 'if (connectionId && takenOver && sendBack && false)',
    caughtBy: TAKEN,
    test: 'it is recorded, and goes back to the new owner',
  },
  {
    what: 'counter money for a charge that ended meanwhile has no way out',
    file: DECIDE,
    find: 'sendBack ? settleOrderLate : undefined',
    replace: 'undefined',
    caughtBy: WAITED,
    test: 'the money is recorded and sent back',
  },
  {
    what: 'counter money for a fee that ended meanwhile has no way out',
    file: DECIDE,
    find: 'sendBack ? settleOwnershipFeeLate : settleFeeOfBefore',
    replace: 'settleFeeOfBefore',
    caughtBy: WAITED,
    test: 'the money is recorded and sent back',
  },
  {
    what: 'a returned request does not keep counter money of before',
    file: DECIDE,
    find: 'settleOwnershipFee(tx, actor, settlement, { isThere: true });',
    replace: 'settleOwnershipFee(tx, actor, settlement);',
    caughtBy: WAITED,
    test: 'keeps the money as its fee',
  },
  {
    what: 'nobody is told before that money for taken-over bills goes back',
    file: SHOWN,
    find: 'else q.taken_over and q.amount_minor >',
    replace: 'else false and q.amount_minor >',
    caughtBy: TAKEN,
    test: 'it is recorded, and goes back to the new owner',
  },
  {
    what: 'nobody is told before that money for a charge goes back',
    file: SHOWN,
    find: 'and o.charge_minor - o.paid_minor = q.amount_minor)',
    replace: 'or true)',
    caughtBy: WAITED,
    test: 'the money is recorded and sent back',
  },
  {
    what: 'nobody is told before that money for a fee goes back',
    file: SHOWN,
    find: "and ${feeOpen('r')} and r.fee_minor = q.amount_minor)",
    replace: ')',
    caughtBy: WAITED,
    test: 'the money is recorded and sent back',
  },
  {
    what: 'the bank’s money of a returned request goes back',
    file: 'src/domains/ownership/fee/actions/settle-fee.ts',
    find: 'const action = payment.isThere && ',
    replace: 'const action = payment.isThere && false && ',
    caughtBy: BANK,
    test: 'returned for a correction',
  },
  {
    what: 'a returned request keeps its fee twice',
    file: 'src/domains/ownership/ownership.rules.ts',
    find: "const isPaid = action === 'pay-late' && facts.feePaidMinor > 0;",
    replace: 'const isPaid = false;',
    caughtBy: BANK,
    test: 'paid before it was returned',
  },
  {
    what: 'a request ends without a word of the payment at the bank',
    file: 'src/domains/ownership/steps/actions/end-request.ts',
    find: 'requestId), despitePayment, errors',
    replace: 'requestId), despitePayment || true, errors',
    caughtBy: BANK,
    test: 'ended',
  },
  {
    what: 'who pays is asked about their own payment',
    file: 'src/domains/payments/fee-payments.ts',
    find: "and not (${actor.kind === 'consumer'}::boolean and coalesce(",
    replace: 'and not (false and coalesce(',
    caughtBy: BANK,
    test: 'who pays knows it',
  },
  {
    what: 'a billed handover is corrected alone, and told to nobody',
    file: 'src/domains/meters/readings/actions/correct-billed.ts',
    find: 'await handedOver(tx, actor, { connectionId, readOn, registerLitres, reason });',
    replace: '',
    caughtBy: BILLED,
    test: 'a billed figure of a handover',
  },
  {
    what: 'only the first correction of a handover is told',
    file: 'src/domains/ownership/correct-handover.ts',
    find: "notice: 'ownership.figure_corrected', nth } as const;",
    replace: "notice: 'ownership.figure_corrected' } as const;",
    caughtBy: BILLED,
    test: 'a billed figure of a handover',
  },
  {
    what: 'exactly what was taken over is an unusual amount',
    file: 'src/domains/payments/actions/make-payment.ts',
    find: 'if (!unusual && mostMinor === undefined)',
    replace: 'if (!unusual)',
    caughtBy: TAKEN,
    test: 'is no unusual amount',
  },
  {
    what: 'who paid for a request that expired is not told that the fee goes back',
    file: 'src/domains/payments/refunds/actions/give-fee-back.ts',
    find: 'await sendRefundMessage(tx, await insertCase(tx, actor, asked, NOBODY));',
    replace: 'await insertCase(tx, actor, asked, NOBODY);',
    caughtBy: 'src/domains/ownership/fee/fee-goes-back.test.ts',
    test: 'who paid is told',
  },
  {
    what: 'who books money of a returned request is told that it goes back',
    file: 'src/domains/payments/alarms/queries.ts',
    find: "when ${feeOpen('r')} then",
    replace: "when r.state = 'READY_TO_PAY' then",
    caughtBy: 'src/domains/payments/alarms/told-before-booking.test.ts',
    test: 'told as it is kept',
  },
  {
    what: 'the new owner is not told that work goes on at their gate',
    file: 'src/domains/ownership/steps/actions/accept-change.ts',
    find: '  if (goesOn)\n',
    replace: '  if (goesOn && isAskedAgain)\n',
    caughtBy: 'src/domains/ownership/open-repairs.test.ts',
  },
  {
    what: 'the new owner is told of work that has ended',
    file: 'src/domains/work-orders/steps/actions/end-unpaid-orders.ts',
    find: "and ${isOpen('o')})",
    replace: 'and true)',
    caughtBy: 'src/domains/ownership/open-repairs.test.ts',
  },
];
