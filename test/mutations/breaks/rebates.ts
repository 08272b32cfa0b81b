/** Faults in what paying in time brings. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/payments/rebates.test.ts';
const rules = 'src/domains/payments/rebate-rules.test.ts';
const changed = 'src/domains/payments/rebates-of-changed-bills.test.ts';
const due = 'src/domains/billing/rebates/due-rebates.ts';
const post = 'src/domains/billing/rebates/actions/post-rebates.ts';
const revise = 'src/domains/billing/rebates/actions/revise-rebates.ts';

export const rebates: readonly Break[] = [
  {
    what: 'a bill gets its rebate while its last day goes on',
    file: due,
    find: '(not o.is_held and o.pay_by < ${day})',
    replace: '(not o.is_held)',
    caughtBy,
  },
  {
    what: 'a bill that is disputed gets a rebate',
    file: due,
    find: '(not o.is_held and o.pay_by < ${day})',
    replace: '(o.pay_by < ${day})',
    caughtBy,
  },
  {
    what: 'money of after the last day brings a rebate',
    file: due,
    find: ' and p.day <= o.pay_by), 0)',
    replace: '), 0)',
    caughtBy,
  },
  {
    what: 'a hold that began after the last day moves it',
    file: due,
    find: ') h where h.from_day <= h.until',
    replace: ') h',
    caughtBy,
  },
  {
    what: 'a bill in a payment plan gets a rebate',
    file: due,
    find: ' and not d.is_in_plan',
    replace: '',
    caughtBy,
  },
  {
    what: 'the rebate is not limited',
    file: due,
    find: 'least(round(b.basis_minor * r.percent / 100), r.most_minor)::bigint',
    replace: 'round(b.basis_minor * r.percent / 100)::bigint',
    caughtBy,
  },
  {
    what: 'a corrected bill keeps the rebate of the sum that was wrong',
    file: due,
    find: '(select a.id from billing.adjustments a where a.invoice_id = i.id order by a.id desc limit 1)',
    replace: 'null',
    caughtBy: changed,
  },
  {
    what: 'a credit note by the last day counts two times',
    file: due,
    find: ' and a.amount_minor < 0 and a.adjusted_on > o.pay_by), 0)',
    replace: ' and a.amount_minor < 0), 0)',
    caughtBy: changed,
  },
  {
    what: 'a credit note of later days is not looked at',
    file: due,
    find: 'a.adjusted_on = ${on} - 1 and a.amount_minor < 0))`;',
    replace: 'false))`;',
    caughtBy: changed,
  },
  {
    what: 'the credit pays nothing that is open',
    file: post,
    find: 'connections: sql`select distinct i.connection_id as id from ${rebates}`',
    replace: 'connections: sql`select null::uuid as id`',
    caughtBy,
  },
  {
    what: 'a credit that was used is taken back below zero',
    file: revise,
    find: ' <= coalesce((select -sum(e.amount_minor) from ledger.entries e',
    replace: ' <= 1e12::bigint + coalesce((select -sum(e.amount_minor) from ledger.entries e',
    caughtBy,
  },
  {
    what: 'a bill that was cancelled keeps its rebate',
    file: 'src/domains/billing/corrections/actions/cancel-invoice.ts',
    find: '  await reviseRebates(tx, actor, { connections: sql`select ${connectionId}::uuid` });\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'a reversed run keeps the rebates of its bills',
    file: 'src/domains/billing/bill-run/actions/reverse-run.ts',
    find: '  await reviseRebates(tx, actor, { connections });\n',
    replace: '',
    caughtBy: changed,
  },
  {
    what: 'a payment that is taken back keeps its rebate',
    file: 'src/domains/payments/actions/reverse-payment.ts',
    find: '  await reviseRebates(tx, actor, { connections, kept: keptOfPayments });\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'money that was taken back counts for a rebate',
    file: 'src/domains/payments/settled-by-day.ts',
    find: "on p.id = x.payment_id where p.state = 'APPROVED'`;\n\n/**\n * What was settled by",
    replace: 'on p.id = x.payment_id`;\n\n/**\n * What was settled by',
    caughtBy,
  },
  {
    what: 'rules of rebates count for bills that were issued before them',
    file: 'src/domains/billing/rebates/actions/plan-rebate-rules.ts',
    find: "  if (planned.state === 'PLANNED') await refuseIssuedDay(tx, actor, planned.validFrom);\n",
    replace: '',
    caughtBy: rules,
  },
  {
    what: 'an approval of rebates does not wait for bills that are being posted',
    file: 'src/domains/billing/rebates/actions/plan-rebate-rules.ts',
    find: '  await lockPrices(tx);\n',
    replace: '',
    caughtBy: rules,
  },
];
