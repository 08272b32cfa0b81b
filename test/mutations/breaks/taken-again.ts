/** Breaks by hand: what takes the place of a taken-over bill, by a correction up or because its month is billed again. */
import type { Break } from '../break.ts';

const back = 'src/domains/ownership/corrected-back.test.ts';
const again = 'src/domains/ownership/billed-again.test.ts';
const MIGRATION = 'migrations/0386_money_of_returned_cheques.sql';
const TAKE = 'src/domains/billing/invoices/actions/take-over-bills.ts';

const merged = 'src/domains/ownership/one-person.test.ts';
const OWN = 'migrations/0240_own_bills_after_a_merge.sql';
const around = 'src/domains/ownership/billed-around-change.test.ts';

export const takenAgain: readonly Break[] = [
  {
    what: 'a correction up of a taken-over bill is charged to the earlier owner',
    file: 'src/domains/billing/corrections/actions/post-adjustments.ts',
    find: '  await takeOverSupplements(tx, actor, sql`select ${id}::uuid as id`);\n',
    replace: '',
    caughtBy: back,
    test: 'the new owner paid',
  },
  {
    what: 'the new bill of a month whose bill was taken over is the earlier owner’s',
    file: 'src/domains/billing/bill-run/post-chunk.ts',
    find: '    await takeOverBilledAgain(tx, actor, bills);\n',
    replace: '',
    caughtBy: again,
    test: 'pays the new bill',
  },
  {
    what: 'who took a bill over pays more than was agreed on',
    file: TAKE,
    find: 'least(p.agreed_minor, billing.net_of_bill(p.id) - p.own_minor)',
    replace: '(billing.net_of_bill(p.id) - p.own_minor)',
    caughtBy: again,
    test: 'more than was taken over',
  },
  {
    what: 'who took a bill over pays the earlier owner’s part of the new one',
    file: TAKE,
    find: 'billing.net_of_bill(p.id) - p.own_minor',
    replace: 'billing.net_of_bill(p.id)',
    caughtBy: again,
    test: 'a little less',
  },
  {
    what: 'a supplementary bill of after the change lowers what was taken over when it is credited',
    file: MIGRATION,
    find: '+ coalesce((select sum(s.total_minor) from billing.invoices s',
    replace: '+ 0 * coalesce((select sum(s.total_minor) from billing.invoices s',
    caughtBy: back,
    test: 'up and then down',
  },
  {
    what: 'a credit does not lower what was taken over',
    file: MIGRATION,
    find: '+ coalesce((select sum(n.amount_minor) from billing.adjustments n',
    replace: '+ 0 * coalesce((select sum(n.amount_minor) from billing.adjustments n',
    caughtBy: 'src/domains/ownership/reopened-taken-bills.test.ts',
    test: 'lowers first',
  },
  {
    what: 'a credit from before the change lowers what was taken over once more',
    file: TAKE,
    find: 'billing.net_of_bill(o.id) - o.agreed_minor',
    replace: '(select i.total_minor from billing.invoices i where i.id = o.id) - o.agreed_minor',
    caughtBy: 'src/domains/ownership/reopened-taken-bills.test.ts',
    test: 'from before the change',
  },
  {
    what: 'what was charged again is asked for twice',
    file: MIGRATION,
    find: ', next.below_minor) - t.below_minor',
    replace: ', null) - t.below_minor',
    caughtBy: back,
    test: 'is reversed after it',
  },
  {
    what: 'a credit pays what the new owner still answers for',
    file: 'src/domains/billing/invoices/credited-bills.ts',
    find: "cross join lateral (select ${ownOpen('i')} as open_minor) d",
    replace: 'cross join lateral (select i.total_minor - i.settled_minor as open_minor) d',
    caughtBy: back,
    test: 'up and then down',
  },
  {
    what: 'nobody is told who pays a bill that was made again',
    file: TAKE,
    find: '  await noticeTakenAgain(tx, actor, ids);\n',
    replace: '',
    caughtBy: again,
    test: 'pays the new bill',
  },
  {
    what: 'the earlier owner is told not to pay a bill that the new owner had taken over',
    file: 'src/domains/billing/invoices/message-texts.ts',
    find: 'const owed = row.ofTaker ? messages.cancelledTaken : messages.cancelled;',
    replace: 'const owed = messages.cancelled;',
    caughtBy: again,
    test: 'pays the new bill',
  },
  {
    what: 'the earlier owner is told of a new bill as if it were all theirs',
    file: 'src/domains/billing/notices.ts',
    find: "'minor', i.total_minor - ${takenDue(sql`i.id`)}, 'due'",
    replace: "'minor', i.total_minor, 'due'",
    caughtBy: again,
    test: 'had paid a part',
  },
  {
    what: 'who took over bills that are their own after a merge cannot pay them',
    file: OWN,
    find: '      and billing.is_taken_over(invoice)), 0)',
    replace: '      ), 0)',
    caughtBy: merged,
    test: 'listed one time',
  },
  {
    what: 'money at the bank for bills that are own ones after a merge goes back',
    file: 'src/domains/payments/actions/settle-payments.ts',
    find: ' and billing.is_taken_over(t.invoice_id) limit 1)',
    replace: ' limit 1)',
    caughtBy: merged,
    test: 'was at the bank',
  },
  {
    what: 'a credit of an own bill after a merge is told as of the new owner',
    file: 'src/domains/billing/invoices/actions/tell-credits.ts',
    find: ' and billing.is_taken_over(x.id) join',
    replace: ' join',
    caughtBy: merged,
    test: 'a credit is told',
  },
  {
    what: 'an alarm says that a note on hold takes nothing',
    file: 'src/domains/payments/alarms/queries.ts',
    find: "n.state = 'READY_TO_PAY'), 0)",
    replace: "n.state = 'READY_TO_PAY' and n.overlay is null), 0)",
    caughtBy: 'src/domains/payments/alarms/told-before-booking.test.ts',
    test: 'the same on hold',
  },
  {
    what: 'an earlier month that is billed again is a second last bill',
    file: 'src/domains/billing/bill-run/post-chunk.ts',
    find: 'l.connection_id = c.id and l.period > ${chunk.period}::date',
    replace: 'false and l.connection_id = c.id and l.period > ${chunk.period}::date',
    caughtBy: around,
    test: 'is not the last bill',
  },
  {
    what: 'a later bill is named as one from before',
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: ' and period < ${chunk.period}\n',
    replace: '\n',
    caughtBy: around,
    test: 'is not the last bill',
  },
];
