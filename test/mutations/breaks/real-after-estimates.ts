/** Breaks by hand: a real reading after estimated months, and the bills of the estimates. */
import type { Break } from '../break.ts';

const CHECK = 'src/domains/meters/readings/check-readings.ts';
const LOWER = 'src/domains/meters/estimates/actions/lower-estimates.ts';
const caughtBy = 'src/domains/billing/corrections/real-after-estimates.test.ts';

export const realAfterEstimates: readonly Break[] = [
  {
    what: 'a real figure below the estimated one is a fall of the register',
    file: CHECK,
    find: "case when l.before_source = 'ESTIMATE' then e.real_litres else l.before_litres end as from_litres",
    replace: 'l.before_litres as from_litres',
    caughtBy,
    test: 'below the estimates makes them lower',
  },
  {
    what: 'the last figure of a meter below the estimate is a full turn',
    file: CHECK,
    find: 'case when p.meter_id = l.from_meter and l.from_on >= p.installed_on then l.from_litres',
    replace: 'case when p.meter_id = l.before_meter and l.before_on >= p.installed_on then l.before_litres',
    caughtBy,
    test: 'no full turn',
  },
  {
    what: 'what was estimated is billed a second time',
    file: CHECK,
    find: 'then water_litres - estimated_litres end as consumption_litres',
    replace: 'then water_litres end as consumption_litres',
    caughtBy,
    test: 'above the estimates',
  },
  {
    what: 'the bills of estimates that were too high are not credited',
    file: LOWER,
    find: '  if (readingIds.length === 0) return;',
    replace: '  if (readingIds.length >= 0) return;',
    caughtBy,
    test: 'below the estimates makes them lower',
  },
  {
    what: 'a bill that does not compare is passed over',
    file: LOWER,
    find: '  if (notComparable) throw fail(errors.estimate_bill_changed, { number: notComparable });\n',
    replace: '',
    caughtBy,
    test: 'does not come out the same',
  },
];
