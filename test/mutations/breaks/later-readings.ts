/** Breaks by hand: corrections of several readings and of the estimates between them, and bills that posted runs left out. */
import type { Break } from '../break.ts';

const CORRECT = 'src/domains/meters/readings/actions/correct-billed.ts';
const MOVE = 'src/domains/meters/estimates/actions/move-estimates.ts';
const AGAIN = 'src/domains/meters/estimates/actions/make-again.ts';
const ADJUST = 'src/domains/billing/corrections/actions/adjust-invoice.ts';
const RUNS = 'src/domains/billing/bill-run/queries.ts';
const LEFT_OUT = 'src/domains/billing/bill-run/left-out.test.ts';
const ESTIMATES = 'src/domains/billing/corrections/estimates-around-corrections.test.ts';
const CAUGHT = 'src/domains/billing/corrections/later-readings.test.ts';

export const laterReadings: readonly Break[] = [
  {
    what: 'a correction leaves the later readings as they are',
    file: ADJUST,
    find: '{ readingId: wrong.id, registerLitres }, ...later]',
    replace: '{ readingId: wrong.id, registerLitres }]',
    caughtBy: CAUGHT,
    test: 'become right in one act',
  },
  {
    what: 'a correction is approved that comes to another sum than was asked for',
    file: ADJUST,
    find: 'if (amountMinor !== asked.amountMinor || isAnother(asked.billAmounts, bills))',
    replace: 'if (false)',
    caughtBy: CAUGHT,
    test: 'approves the sum that was asked for',
  },
  {
    what: 'a correction forgets what else was asked for',
    file: ADJUST,
    find: '${JSON.stringify(input.later)}::jsonb',
    replace: "'[]'::jsonb",
    caughtBy: CAUGHT,
    test: 'a second person sees each figure',
  },
  {
    what: 'readings of another connection are corrected with a bill',
    file: CORRECT,
    find: 'ids.some((id) => !billed.has(id))',
    replace: 'false',
    caughtBy: CAUGHT,
    test: 'all of it or nothing',
  },
  {
    what: 'a reading is named two times',
    file: CORRECT,
    find: ' || new Set(ids).size < ids.length',
    replace: '',
    caughtBy: CAUGHT,
    test: 'all of it or nothing',
  },
  {
    what: 'a corrected figure may be beyond the register of the meter',
    file: CORRECT,
    find: '  await refuseBeyondRegister(tx, right);\n',
    replace: '',
    caughtBy: CAUGHT,
    test: 'all of it or nothing',
  },
  {
    what: 'the month after the last wrong reading is not measured again',
    file: CORRECT,
    find: "if (before && reading.state === 'BILLED')",
    replace: 'if (false)',
    caughtBy: CAUGHT,
    test: 'the month after the last wrong one',
  },
  {
    what: 'an estimate stays at the register of the wrong reading',
    file: CORRECT,
    find: 'if (before?.meterId === meterId && !(previous',
    replace: 'if (false && !(previous',
    caughtBy: ESTIMATES,
    test: 'go on from it',
  },
  {
    what: 'a real figure after it does not lower an estimate that a correction finds too high',
    file: CORRECT,
    find: "checked.flags.includes('BELOW_ESTIMATE')",
    replace: 'false',
    caughtBy: ESTIMATES,
    test: 'the estimate becomes lower',
  },
  {
    what: 'a mean of wrong readings stays an estimate',
    file: MOVE,
    find: "e.method = 'RECENT' and n.days > 0",
    replace: 'false',
    caughtBy: ESTIMATES,
    test: 'is taken again',
  },
  {
    what: 'a correction makes an estimate higher',
    file: MOVE,
    find: 'least(o.litres, round(',
    replace: 'coalesce(round(',
    caughtBy: ESTIMATES,
    test: 'never made higher',
  },
  {
    what: 'an estimate that is made again counts as the first in a row',
    file: MOVE,
    find: 'row_number() over (partition by r.connection_id order by r.period)::int as in_row',
    replace: '1 as in_row',
    caughtBy: ESTIMATES,
    test: 'go on from it',
  },
  {
    what: 'an estimate that is made again forgets its rule',
    file: AGAIN,
    find: 'select l.new_id, l.period, l.method,',
    replace: "select l.new_id, l.period, 'CATEGORY',",
    caughtBy: ESTIMATES,
    test: 'go on from it',
  },
  {
    what: 'a bill that a later run of the month held is work two times',
    file: RUNS,
    find: "and l.state = 'POSTED' and l.number > ",
    replace: 'and false and l.number > ',
    caughtBy: LEFT_OUT,
    test: 'held for a person',
  },
  {
    what: 'what was not read, or is billed meanwhile, is work of the run',
    file: RUNS,
    find: "m.state in ('APPROVED', 'ESTIMATED')",
    replace: 'true',
    caughtBy: LEFT_OUT,
    test: 'held for a person',
  },
  {
    what: 'a correction takes the credit of a leak back although the use stays',
    file: 'src/domains/billing/corrections/recalculate.ts',
    find: 'w.consumption_litres = r.consumption_litres',
    replace: 'false',
    caughtBy: 'src/domains/billing/leaks/corrected-bills.test.ts',
    test: 'leaves the credit of its leak',
  },
  {
    what: 'a check that refuses readings is not asked about the use that lower estimates leave',
    file: CORRECT,
    find: 'isBelow ? await check() : checked',
    replace: 'checked',
    caughtBy: ESTIMATES,
    test: 'the estimate becomes lower',
  },
  {
    what: 'an estimate is made again without an audit row',
    file: AGAIN,
    find: '...made.map(',
    replace: '...made.slice(9).map(',
    caughtBy: ESTIMATES,
    test: 'the estimate becomes lower',
  },
  {
    what: 'what the office takes back counts for the household',
    file: 'src/domains/billing/disputes/actions/open-dispute.ts',
    find: ' and d.withdrawn_reason is null',
    replace: '',
    caughtBy: 'src/domains/billing/own-requests.test.ts',
    test: 'disputes: three that the household takes back',
  },
  {
    what: 'a household that gives a reason for taking back is not limited',
    file: 'src/domains/billing/disputes/actions/withdraw-dispute.ts',
    find: "actor.kind === 'consumer' ? null : reason;",
    replace: 'reason;',
    caughtBy: 'src/domains/billing/own-requests.test.ts',
    test: 'disputes: three that the household takes back',
  },
];
