/** Faults in prints of a run's bills. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/billing/prints/print-run.test.ts';
const chosen = 'src/domains/billing/prints/chosen-bills.ts';
const start = 'src/domains/billing/prints/actions/start-print.ts';
const work = 'src/domains/billing/prints/actions/work-print.ts';
const erase = 'src/domains/billing/prints/actions/delete-files.ts';
const send = 'src/domains/billing/prints/send-files.ts';

export const prints: readonly Break[] = [
  {
    what: 'bills of a road are printed by their numbers and not in reading order',
    file: chosen,
    find: 'order by route_order, connection_id, number)::int - 1 as nth',
    replace: 'order by number)::int - 1 as nth',
    caughtBy,
  },
  {
    what: 'a household gets the language of the utility and not its own',
    file: chosen,
    find: "case a.language when 'en' then ${spoken.en} when 'bn' then ${spoken.bn}",
    replace: "case a.language when 'en' then ${spoken.en}",
    caughtBy,
  },
  {
    what: 'a corrected bill is printed',
    file: chosen,
    find: "when ${isCorrected(invoice)} then 'CORRECTED' end",
    replace: 'end',
    caughtBy,
  },
  {
    what: 'a print for households without an account has those with one',
    file: chosen,
    find: "(${households} = 'ALL' or a.language is null)",
    replace: 'true',
    caughtBy,
  },
  {
    what: 'the second press of the button is a second print',
    file: start,
    find: "on conflict (run_id, sector_id, road_id, households) where state = 'WORKING' do nothing returning id",
    replace: 'returning id',
    caughtBy,
  },
  {
    what: 'a run that was reversed is printed',
    file: start,
    find: "if (run.state !== 'POSTED') throw fail(runErrors.run_state, { state: run.state });",
    replace: '',
    caughtBy,
  },
  {
    what: 'a print without a bill is made',
    file: start,
    find: 'if (bills === 0) throw fail(errors.nothing_to_print);',
    replace: '',
    caughtBy,
  },
  {
    what: 'a file of a print that was stopped is kept',
    file: work,
    find: 'if (!isWorking) return false;',
    replace: '',
    caughtBy,
  },
  {
    what: 'a bill that is corrected while its file is written stays in the file',
    file: work,
    find: 'if ((await leaveOut(tx, part)) > 0) continue;',
    replace: '',
    caughtBy,
  },
  {
    what: 'a print ends while a file waits',
    file: work,
    find: "and not exists (select from billing.print_parts p where p.print_id = t.id and p.state = 'WAITING')",
    replace: '',
    caughtBy,
  },
  {
    what: 'files are deleted on the day on which they are made',
    file: erase,
    find: '${keptUntilDay} < ${today(clock)}::date',
    replace: 'true',
    caughtBy: 'src/domains/billing/prints/files-go.test.ts',
  },
  {
    what: 'nobody writes down who had the bills of a road',
    file: send,
    find: 'await note(db, actor, id, { part });',
    replace: '',
    caughtBy,
  },
  {
    what: 'a stopped print is told as one that has the bills',
    file: 'src/domains/billing/prints/queries.ts',
    find: "on t.id = b.print_id and t.state <> 'CANCELLED'",
    replace: 'on t.id = b.print_id',
    caughtBy: 'src/domains/billing/prints/earlier-print.test.ts',
  },
  {
    what: 'jobs of minutes are in the places of those that somebody waits for',
    file: 'src/platform/jobs.ts',
    find: 'long[name] === kind',
    replace: 'kind === undefined',
    caughtBy: 'src/platform/run-and-retry-jobs.test.ts',
    test: 'places of their own',
  },
  {
    what: 'a print is in the places of those that somebody waits for',
    file: 'src/domains/billing/jobs.ts',
    find: "      long: 'paper',\n",
    replace: '',
    caughtBy: 'test/conformance/long-jobs.test.ts',
    test: 'has places of its own',
  },
  {
    what: 'a print ends its work after one file',
    file: work,
    find: '        await alsoDo?.(tx);\n',
    replace: '',
    caughtBy,
    test: 'one file at a time',
  },
  {
    what: 'a print that waits is given more turns each minute',
    file: work,
    find: "key => ${PRINT_JOB}::text || ':' || t.id || ':' || n)",
    replace: 'key => null)',
    caughtBy,
    test: 'one file at a time',
  },
];
