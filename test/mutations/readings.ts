/** Breaks by hand: Every litre and every day of a connection in exactly one reading, and in one bill. */
import type { Break } from './break.ts';

const CHECKS = 'src/domains/meters/readings/check-readings.ts';
const CHANGED = 'src/domains/meters/changed-meter.test.ts';
const ORDER = 'src/domains/meters/readings/order-of-decisions.test.ts';
const MONTHS = 'src/domains/billing/bill-run/which-months-are-billed.test.ts';
const HOME = 'src/domains/dashboard/home-figures.test.ts';
const NEXT = 'src/domains/meters/readings/next-meters.ts';
const STILL = 'src/domains/meters/readings/still-to-read.ts';
const NEXT_TEST = 'src/domains/meters/readings/next-meters.test.ts';
const GUARDS = 'src/domains/meters/readings/review-guards.test.ts';
const CALCULATION = 'src/domains/billing/calculation/calculate-bills.ts';
const AUDIT = 'test/bill-audit/audit-town.test.ts';

export const readings: readonly Break[] = [
  {
    what: 'dashboard, badge and lists count the month that is not over',
    file: 'src/domains/meters/readings/month-in-force.rules.ts',
    find: 'addMonths(firstOfMonth(today), -1)',
    replace: 'firstOfMonth(today)',
    caughtBy: HOME,
  },
  {
    what: 'a filter that says no shows those that it leaves out',
    file: 'src/platform/database/lists.ts',
    find: 'flag ? condition : sql`(${condition}) is not true`',
    replace: 'condition',
    caughtBy: HOME,
  },
  {
    what: 'a meter that is read is the next one to read',
    file: STILL,
    find: ' and (c.last_read is null or c.last_read < ${period}::date)`;',
    replace: '`;',
    caughtBy: NEXT_TEST,
  },
  {
    what: 'a meter that came after the month is to be read for it',
    file: STILL,
    find: 'c.metered_on < ${addMonths(period, 1)}::date and (',
    replace: 'c.metered_on is not null and (',
    caughtBy: NEXT_TEST,
  },
  {
    what: 'the next meters begin at the connection that was read last',
    file: NEXT,
    find: 'after ? sql`>` : sql`>=`',
    replace: 'sql`>=`',
    caughtBy: NEXT_TEST,
  },
  {
    what: 'who approves the marked readings approves all of the month',
    file: 'src/domains/meters/readings/queries.ts',
    find: 'if (filters.ids) conditions',
    replace: 'if (filters.ids && filters.roadId) conditions',
    caughtBy: 'src/domains/meters/readings/approve-selected.test.ts',
  },
  {
    what: 'a connection is read twice a month after a change of meter',
    file: CHECKS,
    find: 'where e.connection_id = a.connection_id and e.period = l.period and e.living',
    replace: 'where e.meter_id = l.meter_id and e.period = l.period and e.living',
    caughtBy: CHANGED,
  },
  {
    what: 'one file reads both meters of a month',
    file: CHECKS,
    find: "case when j.before_period = j.period then 'ALREADY_READ'",
    replace: "case when false then 'ALREADY_READ'",
    caughtBy: CHANGED,
  },
  {
    what: 'the first reading after a change counts from the last meter only',
    file: CHECKS,
    find: '(select min(f.installed_on)',
    replace: '(select max(f.installed_on)',
    caughtBy: CHANGED,
  },
  {
    what: 'a new meter is unread in a month in which the old one was read, and the reader is sent to it',
    file: 'migrations/0084_what_is_still_to_read.sql',
    find: 'update meters.connections c set metered_on = l.installed_on',
    replace: 'update meters.connections c set metered_on = l.installed_on, last_read = null',
    caughtBy: CHANGED,
  },
  {
    what: 'what was measured from an open reading is approved',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: '  if (earlier) throw fail(errors.earlier_reading_open, { period: earlier.period });\n',
    replace: '',
    caughtBy: ORDER,
  },
  {
    what: 'many such readings are approved at once',
    file: 'src/domains/meters/readings/actions/approve-unflagged.ts',
    find: 'from found where not waits and not own)',
    replace: 'from found where not own)',
    caughtBy: ORDER,
  },
  {
    what: 'many such flagged readings are approved at once',
    file: 'src/domains/meters/readings/actions/approve-flagged.ts',
    find: ' and not ${earlierOpen}',
    replace: '',
    caughtBy: ORDER,
  },
  {
    what: 'a reading is opened while a later one is approved',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: "if (input.action === 'reopen') await execute(tx, closeGate);\n  else if",
    replace: 'if',
    caughtBy: ORDER,
  },
  {
    what: 'a reading under a billed one is opened',
    file: 'src/domains/meters/readings/actions/reopen-readings.ts',
    find: '  if (billed[0]) throw fail(errors.later_reading_billed, { period: billed[0].period });\n',
    replace: '',
    caughtBy: ORDER,
  },
  {
    what: 'the approved reading after an opened one stays approved',
    file: 'src/domains/meters/readings/actions/reopen-readings.ts',
    find: 'r.period >= f.period and',
    replace: 'r.period = f.period and',
    caughtBy: ORDER,
  },
  {
    what: 'the readings after those of a reversed run stay approved',
    file: 'src/domains/meters/actions/mark-billed.ts',
    find: '    await reopenFrom(tx, opened, null);\n',
    replace: '',
    caughtBy: 'src/domains/billing/bill-run/reverse-run.test.ts',
  },
  {
    what: 'a month is read before it begins',
    file: 'src/domains/meters/readings/check-readings.ts',
    find: "        when l.period > l.read_on then 'MONTH_AFTER_READING'\n",
    replace: '',
    caughtBy: 'src/domains/meters/take-and-review-readings.test.ts',
  },
  {
    what: 'a bill is dated before its reading',
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: "        when r.read_on > ${chunk.issued_on} then 'read_after_issue'\n",
    replace: '',
    caughtBy: MONTHS,
  },
  {
    what: 'a month of the future is billed',
    file: 'src/domains/billing/bill-run/actions/plan-run.ts',
    find: '  if (input.period > actor.today) throw fail(errors.month_in_future);\n',
    replace: '',
    caughtBy: MONTHS,
  },
  {
    what: 'bills are posted before their day',
    file: 'src/domains/billing/bill-run/actions/approve-run.ts',
    find: '  if (run.issuedOn > actor.today) throw fail(errors.issue_day_ahead, { day: run.issuedOn });\n',
    replace: '',
    caughtBy: MONTHS,
  },
  {
    what: 'bills are posted with no time to pay',
    file: 'src/domains/billing/bill-run/actions/approve-run.ts',
    find: '  await checkDueDay(tx, actor, run);\n',
    replace: '',
    caughtBy: MONTHS,
  },
  {
    what: 'a reading that is measured again keeps its reviewer',
    file: 'src/domains/meters/readings/actions/recheck-readings.ts',
    find: 'reviewed_by = null, reviewed_at = null, ',
    replace: '',
    caughtBy: GUARDS,
  },
  {
    what: 'a reading that was asked for again keeps its month from being billed',
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: 'order by connection_id, living desc, read_on desc, id desc',
    replace: 'order by connection_id, read_on desc, id desc',
    caughtBy: 'src/domains/billing/bill-run/left-out.test.ts',
  },
  {
    what: 'lines are cut',
    file: CALCULATION,
    find: 'sql`div(2 * (${sum}) * last.money_factor + (${perTaka}), 2 * (${perTaka}))::bigint`',
    replace: 'sql`div((${sum}) * last.money_factor, (${perTaka}))::bigint`',
    caughtBy: AUDIT,
  },
  {
    what: 'blocks begin a litre early',
    file: CALCULATION,
    find: '(v.amounts_below[k.block] - v.bounds_from[k.block] * v.rates[k.block])',
    replace: '(v.amounts_below[k.block] - (v.bounds_from[k.block] - 0.001) * v.rates[k.block])',
    caughtBy: AUDIT,
  },
  {
    what: 'the first bill of a connection is not widened to whole months',
    file: 'src/domains/billing/bill-run/calculate-chunk.ts',
    find: 'case when r.previous_on <= c.connected_on\n',
    replace: 'case when r.previous_on < c.connected_on\n',
    caughtBy: AUDIT,
  },
  {
    what: 'a meter of which a later month is read is offered to the reader',
    file: STILL,
    find: 'c.last_read < ${period}::date)`;',
    replace: 'c.last_read <> ${period}::date)`;',
    caughtBy: NEXT_TEST,
    test: 'of a later month',
  },
  {
    what: 'a connection forgets a later reading that was committed while it waited',
    file: 'migrations/0084_what_is_still_to_read.sql',
    find: 'where c.id = n.connection_id and (c.last_read is null or c.last_read < n.period);',
    replace: 'where c.id = n.connection_id;',
    caughtBy: 'src/domains/meters/what-is-still-to-read.test.ts',
  },
  {
    what: 'a connection is not told that its last reading was taken out',
    file: 'migrations/0084_what_is_still_to_read.sql',
    find: 'select connection_id, period, living from added except all select',
    replace: 'select connection_id, period, living from added where false except all select',
    caughtBy: 'src/domains/meters/what-is-still-to-read.test.ts',
  },
  {
    what: 'who takes a reading out locks it before its connection',
    file: 'src/domains/meters/readings/actions/void-reading.ts',
    find: '  await lockConnectionOf(tx, input.id);',
    replace: '',
    caughtBy: 'src/domains/meters/what-is-still-to-read.test.ts',
  },
  {
    what: 'a bill that is paid stays in the tally as it was',
    file: 'migrations/0083_tallies.sql',
    find: 'union all select -1, issued_on, due_on, state, total_minor, settled_minor from gone) changed',
    replace: ') changed',
    caughtBy: 'src/domains/payments/tally.test.ts',
  },
  {
    what: 'a payment that is reversed stays in the tally as it was',
    file: 'migrations/0083_tallies.sql',
    find: 'union all select -1, source, state, owed_back, paid_on, amount_minor from gone) changed',
    replace: ') changed',
    caughtBy: 'src/domains/payments/tally.test.ts',
  },
];
