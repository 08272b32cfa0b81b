/** Breaks by hand: empty houses. */
import type { Break } from '../break.ts';

const TEST = 'src/domains/billing/empty-houses/empty-houses.test.ts';
const SPLIT = 'src/domains/billing/calculation/split-bills.property.test.ts';
const OF = 'src/domains/billing/empty-houses/';
const MIGRATION = 'migrations/0415_empty_houses.sql';
const CALCULATION = 'src/domains/billing/calculation/calculate-bills.ts';
const CHUNK = 'src/domains/billing/bill-run/calculate-chunk.ts';

export const emptyHouses: readonly Break[] = [
  {
    what: 'who noted an empty house approves it',
    file: MIGRATION,
    find: "check (state in ('REFUSED', 'WITHDRAWN') or decided_by <> proposed_by)",
    replace: 'check (true)',
    caughtBy: TEST,
    test: 'waits for a second person',
  },
  {
    what: 'two notices count for one day',
    file: MIGRATION,
    find: 'daterange(from_day, until_day) with &&',
    replace: 'daterange(from_day, from_day + 1) with &&',
    caughtBy: TEST,
    test: 'then the days are free',
  },
  {
    what: 'the database changes what was agreed',
    file: MIGRATION,
    find: 'or new.until_day > old.until_day',
    replace: '',
    caughtBy: TEST,
    test: 'the database keeps the guards',
  },
  {
    what: 'a notice is longer than the rules allow',
    file: `${OF}actions/note-empty-house.ts`,
    find: 'if (untilDay > latest)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'within the rules',
  },
  {
    what: 'a notice is written without rules',
    file: `${OF}actions/note-empty-house.ts`,
    find: 'if (!rules.on)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'without rules nothing',
  },
  {
    what: 'a closed connection has an empty house',
    file: `${OF}judge-house.ts`,
    find: 'if (isClosed)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'within the rules',
  },
  {
    what: 'a notice begins on a billed day',
    file: `${OF}judge-house.ts`,
    find: 'if (fromDay < free)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'a notice ends on a billed day',
    file: `${OF}actions/decide-empty-house.ts`,
    find: 'if (untilDay < free)',
    replace: 'if (false)',
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'a notice that waits counts',
    file: CHUNK,
    find: "h.state in ('APPROVED', 'ENDED', 'ENDED_BY_USE')",
    replace: "h.state in ('WAITING', 'APPROVED', 'ENDED', 'ENDED_BY_USE')",
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'a notice ends although nobody knows the use of its days',
    file: `${OF}actions/end-used-houses.ts`,
    find: ' and e.known',
    replace: '',
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'use does not end a notice',
    file: 'src/domains/billing/bill-run/post-chunk.ts',
    find: '    await endUsedHouses(tx, actor, bills);\n',
    replace: '',
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'the ending by use is not in the log',
    file: `${OF}actions/end-used-houses.ts`,
    find: "action: 'empty-house.end-by-use'",
    replace: "action: 'empty-house.end'",
    caughtBy: TEST,
    test: 'use ends the notice',
  },
  {
    what: 'use above the limit owes less all the same',
    file: CALCULATION,
    find: ' and i.usage_litres - e.before <= e.litres',
    replace: '',
    caughtBy: SPLIT,
    test: 'houses that are empty',
  },
  {
    what: 'the flat price of water owes less too',
    file: CALCULATION,
    find: 'else flat * f.whole_periods',
    replace: 'else flat * f.fixed_periods',
    caughtBy: SPLIT,
    test: 'houses that are empty',
  },
  {
    what: 'a changed notice is not compared',
    file: 'src/domains/billing/bill-run/bill-run.rules.ts',
    find: "  { reason: 'moved_empty_house', columns: ['empty_days'] },\n",
    replace: '',
    caughtBy: TEST,
    test: 'use ends the notice',
  },
];
