/** Breaks by hand: the registers of the first day and of the return of empty houses. */
import type { Break } from '../break.ts';

const START = 'src/domains/billing/empty-houses/add-registers.test.ts';
const OF = 'src/domains/billing/empty-houses/';
const RETURN = 'migrations/0423_return_to_empty_houses.sql';
const REGISTERS = 'migrations/0426_registers_of_empty_houses.sql';
const CALCULATION = 'src/domains/billing/calculation/calculate-bills.ts';

export const emptyHouseRegisters: readonly Break[] = [
  {
    what: 'who noted an empty house adds the register of its first day',
    file: 'migrations/0418_start_of_empty_houses.sql',
    find: 'check (start_noted_by is distinct from proposed_by)',
    replace: 'check (true)',
    caughtBy: START,
    test: 'added to an approved notice',
  },
  {
    what: 'the register of the first day is added to a billed day',
    file: REGISTERS,
    find: "(is_start or step = 'WAITING>APPROVED')",
    replace: "step = 'WAITING>APPROVED'",
    caughtBy: START,
    test: 'added to an approved notice',
  },
  {
    what: 'who approved an empty house adds the register of its first day',
    file: REGISTERS,
    find: 'if is_start and new.start_noted_by in (old.decided_by, old.start_noted_by)',
    replace: 'if is_start and new.start_noted_by = old.start_noted_by',
    caughtBy: START,
    test: 'added to an approved notice',
  },
  {
    what: 'who noted a register corrects it alone',
    file: REGISTERS,
    find: 'if is_return and new.return_noted_by in (old.decided_by, old.return_noted_by)',
    replace: 'if is_return and new.return_noted_by = old.decided_by',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'a household is not told which register counts',
    file: `${OF}actions/note-empty-registers.ts`,
    find: '  await tellRegister(tx, actor, { id, day: untilDay, litres: returnLitres });\n',
    replace: '',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'a register of more water than the pipe lets through is kept',
    file: `${OF}judge-house.ts`,
    find: 'and r.register_litres + (${day}::date - r.read_on + 1) * ${MOST_PER_DAY}',
    replace: 'and 9e18::bigint',
    caughtBy: START,
    test: 'than a pipe can have let through',
  },
  {
    what: 'who noted an empty house adds the register of the return',
    file: RETURN,
    find: 'check (return_noted_by is distinct from proposed_by)',
    replace: 'check (true)',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'the register of the return is added to a billed day',
    file: REGISTERS,
    find: "(is_return or step = 'APPROVED>ENDED')",
    replace: "step = 'APPROVED>ENDED'",
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'the day of the return changes after its register',
    file: REGISTERS,
    find: " and old.return_litres is null then '{}' else '{until_day}'",
    replace: " then '{}' else '{until_day}'",
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'an end is moved away from its register',
    file: `${OF}actions/decide-empty-house.ts`,
    find: 'if (house.returnLitres !== null)',
    replace: 'if (false)',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'the register of the return is below that of the first day',
    file: `${OF}actions/note-empty-registers.ts`,
    find: 'const other = { day: fromDay, litres: house.startLitres };',
    replace: 'const other = { day: fromDay, litres: null };',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'a house that was never empty gets a register of its return',
    file: `${OF}actions/note-empty-registers.ts`,
    find: 'if (untilDay <= fromDay)',
    replace: 'if (false)',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'use after the return counts against the notice',
    file: CALCULATION,
    find: ' - coalesce(e.after, 0) <= e.litres',
    replace: ' <= e.litres',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'a notice whose return nobody read is ended by the use of the whole bill',
    file: `${OF}empty-days.ts`,
    find: ' and (o.returns or ${last} >= ${until}) as known',
    replace: ' as known',
    caughtBy: START,
    test: 'use from that day on',
  },
  {
    what: 'a bill in full names the use after the return',
    file: 'src/domains/billing/invoices/estimated.ts',
    find: 'max(i.usage_litres - e.before - coalesce(e.after, 0))',
    replace: 'max(i.usage_litres - e.before)',
    caughtBy: START,
    test: 'use from that day on',
  },
];
