/** Breaks by hand: Every litre and every day of a connection in exactly one reading, and in one bill. */
import type { Break } from './break.ts';

const CHECKS = 'src/domains/meters/readings/check-readings.ts';
const CHANGED = 'src/domains/meters/changed-meter.test.ts';
const GUARDS = 'src/domains/meters/readings/review-guards.test.ts';
const CALCULATION = 'src/domains/billing/calculation/calculate-bills.ts';
const AUDIT = 'test/bill-audit/audit-town.test.ts';

export const readings: readonly Break[] = [
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
    what: 'a new meter is unread in a month in which the old one was read',
    file: 'src/domains/meters/queries.ts',
    find: 'where r.connection_id = c.id and r.period = ${period}::date and r.living)',
    replace: 'where r.meter_id = m.id and r.period = ${period}::date and r.living)',
    caughtBy: CHANGED,
  },
  {
    what: 'the dashboard counts it as unread',
    file: 'src/domains/dashboard/queries.ts',
    find: 'where r.connection_id = a.connection_id and r.period = ${readingPeriod}',
    replace: 'where r.meter_id = a.meter_id and r.period = ${readingPeriod}',
    caughtBy: CHANGED,
  },
  {
    what: 'the reader is sent to it',
    file: 'src/domains/meters/readings/queries.ts',
    find: 'left join meters.readings r on r.connection_id = c.id and',
    replace: 'left join meters.readings r on r.meter_id = a.meter_id and',
    caughtBy: CHANGED,
  },
  {
    what: 'what was measured from an unexplained reading is approved',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: ' and connection_id not in (${unexplainedBefore(reading.period)})',
    replace: '',
    caughtBy: GUARDS,
  },
  {
    what: 'many such readings are approved at once',
    file: 'src/domains/meters/readings/actions/approve-unflagged.ts',
    find: ' and r.connection_id not in (${unexplainedBefore(filters.period)})',
    replace: '',
    caughtBy: GUARDS,
  },
  {
    what: 'many such flagged readings are approved at once',
    file: 'src/domains/meters/readings/actions/approve-flagged.ts',
    find: '          and r.connection_id not in (${unexplainedBefore(filters.period)})\n',
    replace: '',
    caughtBy: GUARDS,
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
];
