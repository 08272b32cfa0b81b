/** Breaks by hand: the charge of a work order, paid, taken back and owed back. */
import type { Break } from '../break.ts';

const PAID = 'src/domains/payments/pay-work-order.test.ts';
const BACK = 'src/domains/payments/charge-goes-back.test.ts';
const CHARGE = 'src/domains/work-orders/steps/actions/settle-charge.ts';
const RULES = 'src/domains/work-orders/work-order.rules.ts';
const SETTLE = 'src/domains/payments/actions/settle-work-order.ts';
const REVERSE = 'src/domains/payments/actions/reverse-payment.ts';
const REFUND = 'src/domains/payments/refunds/actions/open-refund.ts';

export const paidWork: readonly Break[] = [
  {
    what: 'a part of a charge is taken',
    file: CHARGE,
    find: 'if (amountMinor !== due)',
    replace: 'if (amountMinor > due)',
    caughtBy: PAID,
    test: 'not exactly the charge',
  },
  {
    what: 'somebody is sent to the bank with another amount than the charge',
    file: 'src/domains/payments/actions/make-payment.ts',
    find: 'await ensureDue(tx, actor, { orderId, amountMinor });',
    replace: '',
    caughtBy: PAID,
    test: 'a household pays',
  },
  {
    what: 'a charge that is paid or waived is paid again',
    file: RULES,
    find: "if (action === 'pay' && facts.isSettled) return 'nothing_due';",
    replace: '',
    caughtBy: PAID,
    test: 'not exactly the charge',
  },
  {
    what: 'a paid order is refused without its money going back',
    file: RULES,
    find: "['waive', 'return', 'reject', 'cancel', 'estimate'].includes(action)",
    replace: "['waive', 'return', 'cancel', 'estimate'].includes(action)",
    caughtBy: PAID,
    test: 'neither estimated again',
  },
  {
    what: 'a paid request goes back to the list',
    file: RULES,
    find: "['waive', 'return', 'reject', 'cancel', 'estimate'].includes(action)",
    replace: "['waive', 'reject', 'cancel', 'estimate'].includes(action)",
    caughtBy: PAID,
    test: 'neither estimated again',
  },
  {
    what: 'work that was not paid is cancelled with a refund',
    file: RULES,
    find: "action === 'take-back' || action === 'withdraw-paid'",
    replace: "action === 'take-back'",
    caughtBy: BACK,
    test: 'that was not paid',
  },
  {
    what: 'money of assigned work is taken back',
    file: RULES,
    find: "'take-back': { from: ['ON_REVIEW', 'ACCEPTED'],",
    replace: "'take-back': { from: ['ON_REVIEW', 'ACCEPTED', 'ASSIGNED'],",
    caughtBy: BACK,
    test: 'is assigned is not taken back',
  },
  {
    what: 'who asks for a reversal is not told that the work is assigned',
    file: REVERSE,
    find: 'await ensureChargeBack(tx, actor, { orderId: payment.workOrderId, remark: input.reason });',
    replace: '{ }',
    caughtBy: BACK,
    test: 'is assigned is not taken back',
  },
  {
    what: 'the work stays in the books after its money was taken back',
    file: REVERSE,
    find: "const of = { kind: 'WORK_ORDER' as const, sourceId: orderId };\n  await reverseJournal(",
    replace:
      "const of = { kind: 'WORK_ORDER' as const, sourceId: orderId };\n  if (false) await reverseJournal(",
    caughtBy: BACK,
    test: 'waits for its money again',
  },
  {
    what: 'the order is still paid after its money was taken back',
    file: CHARGE,
    find: "action: 'take-back',\n    sets: [sql`paid_minor = 0`],",
    replace: "action: 'take-back',\n    sets: [],",
    caughtBy: BACK,
    test: 'waits for its money again',
  },
  {
    what: 'an order does not remember what was taken back of it by one person alone',
    file: REVERSE,
    find: '    workOrderId: payment.workOrderId,\n',
    replace: '',
    caughtBy: BACK,
    test: 'above what one person',
  },
  {
    what: 'the memory of an order is not asked',
    file: 'src/domains/billing/corrections/second-person.ts',
    find: ' or a.work_order_id = x.work_order_id\n',
    replace: '\n',
    caughtBy: BACK,
    test: 'above what one person',
  },
  {
    what: 'money that came too late is refused',
    file: SETTLE,
    find: 'if (!(thrown instanceof AppError)) throw thrown;',
    replace: 'throw thrown;',
    caughtBy: PAID,
    test: 'is never refused',
  },
  {
    what: 'VAT of a charge is income',
    file: SETTLE,
    find: '{ account: ACCOUNTS.vat, amountMinor: -vat },',
    replace: '{ account: ACCOUNTS.work, amountMinor: -vat },',
    caughtBy: PAID,
    test: 'the charge is the estimate',
  },
  {
    what: 'the charge has no VAT',
    file: 'src/domains/work-orders/steps/actions/estimate-order.ts',
    find: 'estimateMinor + vatMinor : null',
    replace: 'estimateMinor : null',
    caughtBy: PAID,
    test: 'the charge is the estimate',
  },
  {
    what: 'the refund of cancelled work is owed for its net amount only',
    file: REFUND,
    find: '{ account: ACCOUNTS.work, amountMinor: amountMinor - vatMinor },',
    replace: '{ account: ACCOUNTS.work, amountMinor },',
    caughtBy: BACK,
    test: 'paid work that is not done',
  },
  {
    what: 'two payments of one order wait for each other',
    file: 'src/domains/work-orders/lock-order.ts',
    find: 'for no key update of o',
    replace: 'for update of o',
    caughtBy: PAID,
    test: 'two cashiers',
  },
  {
    what: 'money is dated before the work was asked for',
    file: 'src/domains/payments/payment-target.ts',
    find: '(select ${dayOfInstant(sql`asked_at`)} from work_orders.orders',
    replace: "(select '2000-01-01'::date from work_orders.orders",
    caughtBy: PAID,
    test: 'money of long ago',
  },
  {
    what: 'the month is locked before the order',
    file: 'src/domains/payments/actions/settle-money.ts',
    find: 'await execute(tx, sql`select from work_orders.orders where id = ${workOrderId} for no key update`);',
    replace: '',
    caughtBy: 'src/domains/payments/gateway/money-is-never-refused.test.ts',
    test: 'is locked before the month',
  },
  {
    what: 'the counter offers work that is paid',
    file: 'src/domains/payments/payables/queries.ts',
    find: "p.state = 'ON_REVIEW' and p.charge_minor > p.paid_minor and",
    replace: 'p.charge_minor is not null and',
    caughtBy: PAID,
    test: 'the counter offers',
  },
];
