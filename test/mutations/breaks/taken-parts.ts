/** Breaks by hand: a bill of which a part was taken over, and a payment from before that is reversed. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/ownership/reopened-taken-bills.test.ts';
const DUE = 'migrations/0240_own_bills_after_a_merge.sql';
const told = 'src/domains/ownership/run-on-taken-bills.test.ts';
const paper = 'src/domains/ownership/paper-of-taken-bill.test.ts';
const CORRECTIONS = 'src/domains/billing/correction-run/post-corrections.ts';
const TELL = 'src/domains/billing/invoices/actions/tell-credits.ts';
const SETTLE = 'src/domains/payments/actions/settle-payments.ts';
const PAGES = 'on every page';

export const takenParts: readonly Break[] = [
  {
    what: 'who took a bill over pays what opens again of the earlier owner’s payment',
    file: DUE,
    find: 'least(i.total_minor - i.settled_minor, billing.taken_over_most(invoice)\n',
    replace: 'least(i.total_minor - i.settled_minor, i.total_minor\n',
    caughtBy,
    test: PAGES,
  },
  {
    what: 'who took a bill over and paid it pays what opens again',
    file: DUE,
    find: '- coalesce((select sum(p.amount_minor) from billing.paid_of_taken p where p.invoice_id = invoice), 0)',
    replace: '',
    caughtBy,
    test: 'has paid it',
  },
  {
    what: 'a reversal leaves what was paid of the part that was taken over',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: '  await noteReversed(tx, id);\n',
    replace: '',
    caughtBy,
    test: 'opens their part again',
  },
  {
    what: 'the earlier owner’s money pays the whole of a bill of which a part was taken over',
    file: SETTLE,
    find: 'openMinor: totalMinor - settledMinor - takenDueMinor }',
    replace: 'openMinor: totalMinor - settledMinor }',
    caughtBy,
    test: 'their own part',
  },
  {
    what: 'who took a part of a bill over pays the whole',
    file: SETTLE,
    find: 'isTaken: true, openMinor: takenDueMinor }',
    replace: 'isTaken: true, openMinor: 0 }',
    caughtBy,
    test: 'their own part',
  },
  {
    what: 'a credit pays what the earlier owner owes with money of who took the bill over',
    file: 'src/domains/billing/corrections/actions/post-adjustments.ts',
    find: 'sum - amountMinor, -bill.amountMinor)',
    replace: 'sum - 0 * amountMinor, -bill.amountMinor)',
    caughtBy,
    test: 'not to what the earlier owner owes',
  },
  {
    what: 'the cart of the earlier owner asks for the whole',
    file: 'src/domains/billing/invoices/queries.ts',
    find: '        ${ownOpenOf(\'i\')} as "dueMinor"',
    replace: '        total_minor - settled_minor as "dueMinor"',
    caughtBy,
    test: PAGES,
  },
  {
    what: 'a correction run leaves a credit of who took the bill over with the earlier owner',
    file: CORRECTIONS,
    find: 'await moveCredits(tx, actor, {',
    replace: '((..._: unknown[]) => [] as Awaited<ReturnType<typeof moveCredits>>)(tx, actor, {',
    caughtBy: told,
    test: 'a correction run',
  },
  {
    what: 'nobody is told of what a correction run credits',
    file: CORRECTIONS,
    find: '    await tellCredits(tx, actor, credits, moved);\n',
    replace: '',
    caughtBy: told,
    test: 'a correction run',
  },
  {
    what: 'the earlier owner is told that a credit of who took the bill over is theirs',
    file: TELL,
    find: 'amountMinor: amountMinor - theirs(taken.get(id)),',
    replace: 'amountMinor,',
    caughtBy: told,
    test: 'both have paid',
  },
  {
    what: 'who took a bill over gets no SMS that they owe less',
    file: TELL,
    find: '    told.filter(({ loweredMinor }) => loweredMinor > 0),\n',
    replace: '    told.filter(({ loweredMinor }) => loweredMinor < 0),\n',
    caughtBy: told,
    test: 'not paid: who took it over',
  },
  {
    what: 'who took a bill over is not told that it was cancelled',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: '  await tellTakersOfCancelled(tx, actor, ids, moved);\n',
    replace: '',
    caughtBy: told,
    test: 'a cancelled bill',
  },
  {
    what: 'the code of a taken-over bill does not say that the new owner pays it',
    file: 'src/domains/billing/invoices/pdf/paper.ts',
    find: 'billing.taken_over_due(i.id) as "byNewOwnerMinor"',
    replace: '0 as "byNewOwnerMinor"',
    caughtBy: paper,
    test: 'all that is open',
  },
  {
    what: 'the paper of a taken-over bill asks its owner for what the new one pays',
    file: 'src/domains/billing/invoices/pdf/bill-pdf.ts',
    find: 'bill.totalMinor - bill.settledMinor - bill.takenOverMinor;',
    replace: 'bill.totalMinor - bill.settledMinor;',
    caughtBy: paper,
    test: 'two parts',
  },
  {
    what: 'who took bills over is not found at the counter by their own number',
    file: 'src/domains/payments/payables/queries.ts',
    find: 'select id from consumers.consumers where number = ${exact}\n          union all select consumer_id',
    replace: 'select consumer_id',
    caughtBy: 'src/domains/ownership/asked-of-whom.test.ts',
    test: 'found by either owner',
  },
  {
    what: 'who took bills over is not found at the counter by the number of their connection',
    file: 'src/domains/payments/payables/queries.ts',
    find: '\n          union all select consumer_id from meters.connections where number = ${exact}',
    replace: '',
    caughtBy: 'src/domains/ownership/asked-of-whom.test.ts',
    test: 'found by either owner',
  },
  {
    what: 'fees that wait are not on the home of a cashier',
    file: 'src/domains/ownership/work-queues.ts',
    find: '  fees,\n];',
    replace: '];',
    caughtBy: 'src/domains/ownership/fee/pay-fee.test.ts',
    test: 'the home of a cashier',
  },
  {
    what: 'who paid the fee of a rejected request reads that they wished for it back',
    file: 'src/domains/payments/refunds/message-texts.ts',
    find: "if (state !== 'REQUESTED' || isRejected === null) return state;",
    replace: "if (state !== 'WITHDRAWN') return state;",
    caughtBy: 'src/domains/ownership/fee/fee-goes-back.test.ts',
    test: 'of a rejected request',
  },
  {
    what: 'a receipt asks its payer for what the other owner owes',
    file: 'src/domains/payments/receipt/receipt.ts',
    find: "openOfPayer('i', sql`p.taken_over`)",
    replace: 'sql`i.total_minor - i.settled_minor`',
    caughtBy: 'src/domains/ownership/money-of-the-other.test.ts',
    test: 'a receipt names',
  },
];
