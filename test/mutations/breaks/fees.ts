/** Breaks by hand: the fee of an ownership change, paid, taken back and owed back. */
import type { Break } from '../break.ts';

const PAID = 'src/domains/ownership/fee/pay-fee.test.ts';
const BACK = 'src/domains/ownership/fee/fee-goes-back.test.ts';
const PAPER = 'src/domains/ownership/fee/fee-on-paper.test.ts';
const FEE = 'src/domains/ownership/fee/actions/settle-fee.ts';
const RULES = 'src/domains/ownership/ownership.rules.ts';
const LOCK = 'src/domains/ownership/lock-request.ts';
const END = 'src/domains/ownership/steps/actions/end-request.ts';
const SETTLE = 'src/domains/payments/actions/settle-ownership-fee.ts';
const MAKE = 'src/domains/payments/actions/make-payment.ts';
const REVERSE = 'src/domains/payments/actions/reverse-payment.ts';
const TARGET = 'src/domains/payments/payment-target.ts';
const GIVE_BACK = 'src/domains/payments/refunds/actions/give-fee-back.ts';

const COUNTER = 'src/domains/payments/payables/queries.ts';
const LISTED = 'src/domains/payments/payables/fees.test.ts';

export const fees: readonly Break[] = [
  {
    what: 'fees that wait are listed at the counter in any order',
    file: COUNTER,
    find: 'order by r.state_since, r.number limit',
    replace: 'order by r.state_since desc, r.number limit',
    caughtBy: LISTED,
    test: 'the oldest first',
  },
  {
    what: 'the counter says that there are as many fees as it lists',
    file: COUNTER,
    find: 'from (${due}) d`',
    replace: 'from (${due} limit ${MOST_FEES}) d`',
    caughtBy: LISTED,
    test: 'says how many there are',
  },
  {
    what: 'a part of a fee is taken',
    file: FEE,
    find: 'if (amountMinor !== subject.feeMinor)',
    replace: 'if (amountMinor > subject.feeMinor)',
    caughtBy: PAID,
    test: 'neither a part nor more',
  },
  {
    what: 'somebody is sent to the bank with another amount than the fee',
    file: MAKE,
    find: '() => ensureFeeDue(tx, actor, { requestId, amountMinor });',
    replace: '() => Promise.resolve();',
    caughtBy: PAID,
    test: 'sends nobody to the bank',
  },
  {
    what: 'a fee that was paid at the counter meanwhile is brought to the bank',
    file: 'src/domains/payments/gateway/due/due.ts',
    find: "${feeDue('r')} and r.fee_minor = p.amount_minor",
    replace: 'true',
    caughtBy: PAID,
    test: 'sends nobody to the bank',
  },
  {
    what: 'a change with a fee leads on without it',
    file: LOCK,
    find: 'const paidOr = isPaid ? next : (unpaid ?? next);',
    replace: 'const paidOr = next;',
    caughtBy: PAID,
    test: 'is waited for after the handover',
  },
  {
    what: 'a fee that was paid is waited for again after a correction',
    file: LOCK,
    find: 'const isPaid = subject.feePaidMinor === subject.feeMinor;',
    replace: 'const isPaid = subject.feeMinor === 0;',
    caughtBy: PAID,
    test: 'waits for no fee after a correction',
  },
  {
    what: 'a change is accepted before its fee is paid',
    file: RULES,
    find: "accept: { from: ['READY_TO_APPROVE'],",
    replace: "accept: { from: ['READY_TO_PAY', 'READY_TO_APPROVE'],",
    caughtBy: PAID,
    test: 'is not accepted before its fee is paid',
  },
  {
    what: 'a household pays for a request of which it is no party',
    file: TARGET,
    find: 'where r.id = ${ownershipRequestId} and ${seesRequest(actor)}`,',
    replace: 'where r.id = ${ownershipRequestId}`,',
    caughtBy: PAID,
    test: 'nobody else begins a payment',
  },
  {
    what: 'a fee of somebody else is read at its address',
    file: 'src/domains/payments/payables/fees.ts',
    find: 'where ${seesRequest(actor)} and ${where}`;',
    replace: 'where ${where}`;',
    caughtBy: 'src/domains/payments/payables/fees.test.ts',
  },
  {
    what: 'the other owner reads the receipt of who paid',
    file: 'src/domains/payments/fee-payments.ts',
    find: "and ${seen} and p.state = 'APPROVED' and not p.owed_back",
    replace: "and p.state = 'APPROVED' and not p.owed_back",
    caughtBy: PAID,
    test: 'through the bank',
  },
  {
    what: 'the other owner reads the refund of who paid',
    file: 'src/domains/payments/fee-payments.ts',
    find: 'where ${ofRequest} and ${seen} and not p.owed_back order',
    replace: 'where ${ofRequest} and not p.owed_back order',
    caughtBy: BACK,
    test: 'of a rejected request',
  },
  {
    what: 'the VAT of a fee is no VAT in the books',
    file: SETTLE,
    find: '{ account: ACCOUNTS.vat, amountMinor: -vat },',
    replace: '{ account: ACCOUNTS.changesOfOwners, amountMinor: -vat },',
    caughtBy: PAID,
    test: 'paid with its VAT',
  },
  {
    what: 'money that came after the request ended is refused',
    file: 'src/domains/payments/actions/settle-money.ts',
    find: 'await settleOwnershipFeeLate(tx, actor, { ...rest, ownershipRequestId });',
    replace:
      "await (await import('./settle-ownership-fee.ts')).settleOwnershipFee(tx, actor, { ...rest, ownershipRequestId });",
    caughtBy: BACK,
    test: 'money that comes too late',
  },
  {
    what: 'a fee stays in the books when its money is taken back',
    file: REVERSE,
    find: "const of = { kind: 'OWNERSHIP_FEE' as const, sourceId: requestId };\n  await reverseJournal(",
    replace:
      "const of = { kind: 'OWNERSHIP_FEE' as const, sourceId: requestId };\n  if (false) await reverseJournal(",
    caughtBy: BACK,
    test: 'taken back',
  },
  {
    what: 'a second person is asked for money that stays anyway',
    file: REVERSE,
    find: 'if (payment.ownershipRequestId) await ensureFeeBack(tx, actor, { requestId: payment.ownershipRequestId });',
    replace: '',
    caughtBy: BACK,
    test: 'accepted or returned stays',
  },
  {
    what: 'the request does not remember what was taken back alone',
    file: 'src/domains/billing/corrections/second-person.ts',
    find: 'or a.ownership_request_id = x.ownership_request_id',
    replace: '',
    caughtBy: BACK,
    test: 'above what one person may alone',
  },
  {
    what: 'a rejected request keeps the fee in the books',
    file: END,
    find: 'if (feePaidMinor > 0) await money.giveBack(',
    replace: 'if (false) await money.giveBack(',
    caughtBy: BACK,
    test: 'owed back',
  },
  {
    what: 'a refund is opened for a request that nobody paid for',
    file: END,
    find: 'if (feePaidMinor > 0) await money.giveBack(',
    replace: 'if (feeMinor > 0) await money.giveBack(',
    caughtBy: BACK,
    test: 'of a request that was not paid',
  },
  {
    what: 'who rejects locks the request before its payments',
    file: END,
    find: "await money.lockPayments(tx, input.requestId);\n  const subject = await beginStep(tx, actor, 'reject', input);",
    replace: "const subject = await beginStep(tx, actor, 'reject', input);",
    caughtBy: BACK,
    test: 'waits for who moves the payment',
  },
  {
    what: 'who withdraws locks the request before its payments',
    file: END,
    find: "await money.lockPayments(tx, input.requestId);\n  const subject = await beginStep(tx, actor, 'withdraw', input);",
    replace: "const subject = await beginStep(tx, actor, 'withdraw', input);",
    caughtBy: BACK,
    test: 'waits for who moves the payment',
  },
  {
    what: 'two payments of one request wait for each other',
    file: LOCK,
    find: '${seesRequest(actor)} for no key update of r`',
    replace: '${seesRequest(actor)} for update of r`',
    caughtBy: BACK,
    test: 'does not wait for another one',
  },
  {
    what: 'the refund of a fee is not of who paid it',
    file: GIVE_BACK,
    find: '...{ ownershipRequestId: requestId, consumerId, paymentId,',
    replace: '...{ ownershipRequestId: requestId, consumerId: null, paymentId,',
    caughtBy: BACK,
    test: 'the money is of who paid it',
  },
  {
    what: 'money that was owed back before is taken for the fee',
    file: GIVE_BACK,
    find: "and p.state = 'APPROVED' and not p.owed_back`,",
    replace: "and p.state = 'APPROVED' order by p.owed_back desc limit 1`,",
    caughtBy: BACK,
    test: 'the fee of two payments',
  },
  {
    what: 'the receipt does not say which connection changes hands',
    file: 'src/domains/payments/receipt/receipt.ts',
    find: '  if (more.changed) {',
    replace: '  if (false) {',
    caughtBy: PAPER,
    test: 'the receipt names',
  },
];
