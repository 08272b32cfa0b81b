/** Breaks by hand: what takes the place of a taken-over bill, by a correction up or because its month is billed again. */
import type { Break } from '../break.ts';

const back = 'src/domains/ownership/corrected-back.test.ts';
const again = 'src/domains/ownership/billed-again.test.ts';
const MIGRATION = 'migrations/0239_agreement_on_a_bill.sql';
const TAKE = 'src/domains/billing/invoices/actions/take-over-bills.ts';

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
    test: 'had paid a part',
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
];
