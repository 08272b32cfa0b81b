/** Faults in the simulation of a tariff over a year of bills. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/billing/simulations/simulate-year.test.ts';
const question = 'src/domains/billing/simulations/simulate-year.ts';
const work = 'src/domains/billing/simulations/actions/work-simulation.ts';
const ask = 'src/domains/billing/simulations/actions/ask-simulation.ts';

export const simulations: readonly Break[] = [
  {
    what: 'a simulation compares with the bill as it was before its correction',
    file: question,
    find: 'sum(coalesce(a.total_after_minor, i.total_minor))',
    replace: 'sum(i.total_minor)',
    caughtBy,
  },
  {
    what: 'a simulation forgets that a bill counts from the day of the connection',
    file: question,
    find: 'sql`greatest(c.connected_on - i.period_from, 0)`',
    replace: 'sql`0`',
    caughtBy,
  },
  {
    what: 'a simulation takes the sewer share of the tariff for a connection with its own',
    file: question,
    find: 'sql`coalesce(c.sewer_percent, -1)`',
    replace: 'sql`-1::numeric`',
    caughtBy,
  },
  {
    what: 'a simulation has cancelled bills',
    file: question,
    find: ' and i.cancelled_on is null and i.adjusts_id is null',
    replace: ' and i.adjusts_id is null',
    caughtBy,
  },
  {
    what: 'a simulation has connections of other categories',
    file: question,
    find: 'where t.category = ${category})::uuid[])',
    replace: 'where t.category is not null)::uuid[])',
    caughtBy,
  },
  {
    what: 'a simulation that was given up is written',
    file: work,
    find: "where id = ${id} and state = 'WORKING'`,\n    );\n    if (!asked)",
    replace: 'where id = ${id}`,\n    );\n    if (!asked)',
    caughtBy,
  },
  {
    what: 'two workers calculate one simulation',
    file: work,
    find: '    if (!isMine) return;\n',
    replace: '',
    caughtBy,
  },
  {
    what: 'a version in force is simulated',
    file: ask,
    find: "if (state !== 'DRAFT' && state !== 'ANNOUNCED')",
    replace: "if (state === 'WITHDRAWN')",
    caughtBy,
  },
];
