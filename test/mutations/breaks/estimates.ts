/** Breaks by hand: what a reading is estimated from, what was shown, and who reviews it. */
import type { Break } from '../break.ts';

const ROWS = 'src/domains/meters/estimates/queries.ts';
const CREATE = 'src/domains/meters/estimates/actions/create-estimates.ts';
const caughtBy = 'src/domains/meters/estimates/estimate-readings.test.ts';

export const estimates: readonly Break[] = [
  {
    what: 'more is estimated than was shown',
    file: CREATE,
    find: 'written.estimated !== asked.count || written.litres !== asked.litres',
    replace: 'written.estimated < asked.count',
    caughtBy,
    test: 'only what was shown',
  },
  {
    what: 'a month is estimated before its deadline',
    file: CREATE,
    find: '  if (actor.today <= deadline) throw fail(errors.estimate_too_early, { day: deadline });\n',
    replace: '',
    caughtBy,
    test: 'not before the deadline',
  },
  {
    what: 'an estimate counts among the real readings',
    file: CREATE,
    find: 'recent_litres[2:], recent_days[2:]',
    replace: 'recent_litres, recent_days',
    caughtBy,
    test: 'not among the real ones',
  },
  {
    what: 'meters are estimated without a limit',
    file: ROWS,
    find: "when r.in_row > r.most_in_row then 'LIMIT' ",
    replace: '',
    caughtBy,
    test: 'three estimates in a row',
  },
  {
    what: 'the mean counts also if most of the months were estimated',
    file: ROWS,
    find: ' <= s.most_estimated',
    replace: ' <= 100',
    caughtBy,
    test: 'three estimates in a row',
  },
  {
    what: 'a reviewed estimate looks like a real reading',
    file: 'src/domains/meters/readings/actions/review-reading.ts',
    find: "case when source = 'ESTIMATE' then 'ESTIMATED' else 'APPROVED' end",
    replace: "'APPROVED'",
    caughtBy,
    test: 'waits for somebody else',
  },
  {
    what: 'estimates tell nobody that a meter has to be read',
    file: CREATE,
    find: '  await told(tx);\n',
    replace: '',
    caughtBy: 'src/domains/work-orders/estimated-meters.test.ts',
    test: 'exactly once',
  },
  {
    what: 'a second order is opened for the same estimate',
    file: 'src/domains/work-orders/steps/actions/open-estimated.ts',
    find: '      where not exists (select from work_orders.orders o where o.reading_id = l."readingId" and o.from_estimates)\n        and not',
    replace: '      where not',
    caughtBy: 'src/domains/work-orders/estimated-meters.test.ts',
    test: 'exactly once',
  },
  {
    what: 'an empty house is estimated with its usual use',
    file: 'src/domains/meters/estimates/queries.ts',
    find: 'greatest(r.days - r.empty_days, 0)',
    replace: 'r.days',
    caughtBy: 'src/domains/billing/empty-houses/estimated-homes.test.ts',
    test: 'no use is estimated',
  },
];
