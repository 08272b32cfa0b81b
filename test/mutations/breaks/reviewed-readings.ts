/** Breaks by hand: what a second look at readings found, from the meters that were changed to the files and the runs. */
import type { Break } from '../break.ts';

const METERS = 'src/domains/meters';
const CHECKS = `${METERS}/readings/check-readings.ts`;
const RECHECK = `${METERS}/readings/actions/recheck-readings.ts`;
const MOVE = `${METERS}/estimates/actions/move-estimates.ts`;
const IMPORTS = `${METERS}/imports`;
const COMMIT = `${IMPORTS}/actions/commit-import.ts`;
const RUNS = 'src/domains/billing/bill-run';
const DISCARDED = 'migrations/0434_discarded_figures_follow_readings.sql';
const changed = `${METERS}/changed-meter.test.ts`;
const final = `${METERS}/changes/confirm-final.test.ts`;
const moved = `${METERS}/estimates/moved-estimates.test.ts`;
const files = `${IMPORTS}/import-readings.test.ts`;
const states = `${IMPORTS}/import-states.test.ts`;
const measured = 'src/domains/billing/corrections/measured-again.test.ts';

export const reviewedReadings: readonly Break[] = [
  {
    what: 'a meter that went on the day of a reading is counted again after the next change',
    file: CHECKS,
    find: '(l.from_meter is null or (p.installed_on',
    replace: '(true or (p.installed_on',
    caughtBy: changed,
    test: 'two changes',
  },
  {
    what: 'a meter that came and went on the day of a reading is counted again',
    file: CHECKS,
    find: "select f.installed_on, coalesce(f.removed_on, 'infinity')",
    replace: "select f.installed_on, '-infinity'::date",
    caughtBy: changed,
    test: 'two changes on one day',
  },
  {
    what: 'a figure that is discarded stays what the last reading was',
    file: `${METERS}/changes/actions/settle-final.ts`,
    find: 'set final_discarded = true',
    replace: 'set final_discarded = false',
    caughtBy: final,
    test: 'discarded figure follows',
  },
  {
    what: 'a figure that was confirmed follows the last reading',
    file: DISCARDED,
    find: 'where p.final_discarded and p.connection_id in (select connection_id from added)',
    replace: 'where p.final_litres is not null and p.connection_id in (select connection_id from added)',
    caughtBy: final,
    test: 'a figure that was confirmed stays',
  },
  {
    what: 'an open estimate keeps its register if the reading before it is corrected or taken out',
    file: RECHECK,
    find: '  if (months.some(({ estimates }) => estimates > 0)) await moveOpenEstimates(tx, actor, changed);\n',
    replace: '',
    caughtBy: moved,
  },
  {
    what: 'estimates of several connections are added up as of one',
    file: MOVE,
    find: 'sum(use) over (partition by connection_id order by period)',
    replace: 'sum(use) over (order by period, connection_id)',
    caughtBy: moved,
    test: 'a file with the readings before estimates',
  },
  {
    what: 'a reading is taken for a month before the connection began',
    file: CHECKS,
    find: "        when l.period < date_trunc('month', c.connected_on) then 'BEFORE_INSTALLATION'\n",
    replace: '',
    caughtBy: `${METERS}/readings/refused-readings.test.ts`,
  },
  {
    what: 'an estimate of last year is what is expected',
    file: CHECKS,
    find: "    and r.source <> 'ESTIMATE' and r.read_on > r.previous_on and r.consumption_litres is not null\n  order by",
    replace: '    and r.read_on > r.previous_on and r.consumption_litres is not null\n  order by',
    caughtBy: `${METERS}/readings/check-readings.test.ts`,
    test: 'last year is not what',
  },
  {
    what: 'a run is approved on totals from before an item was held',
    file: `${RUNS}/actions/hold-item.ts`,
    find: 'set version = version + 1, proof = null',
    replace: 'set proof = null',
    caughtBy: `${RUNS}/plan-to-posted.test.ts`,
  },
  {
    what: 'a change of category for other days holds a bill',
    file: `${RUNS}/calculate-chunk.ts`,
    find: '> greatest(y.period_from, c.connected_on)) then',
    replace: "> '-infinity') then",
    caughtBy: 'src/domains/billing/categories/waiting-changes.test.ts',
  },
  {
    what: 'who commits a file closes the gate before they have the file',
    file: COMMIT,
    find: '    const found = await lockImport(tx, actor, input.id);\n    await execute(tx, closeGate);\n',
    replace: '    await execute(tx, closeGate);\n    const found = await lockImport(tx, actor, input.id);\n',
    caughtBy: states,
    test: 'does not keep the gate',
  },
  {
    what: 'who undoes a file closes the gate before they have the file',
    file: `${IMPORTS}/actions/undo-import.ts`,
    find: '  const found = await lockImport(tx, actor, input.id);\n',
    replace: '  await execute(tx, closeGate);\n  const found = await lockImport(tx, actor, input.id);\n',
    caughtBy: states,
    test: 'does not keep the gate',
  },
  {
    what: 'a reading that is only measured again is written as that of who corrected the one before',
    file: `${METERS}/readings/actions/correct-billed.ts`,
    find: "o.source <> 'ESTIMATE' as kept",
    replace: 'false as kept',
    caughtBy: measured,
  },
  {
    what: 'a corrected reading is written as that of who took the wrong one',
    file: `${METERS}/readings/actions/correct-billed.ts`,
    find: 'o.register_litres = ${registerLitres} and o.source',
    replace: 'o.source',
    caughtBy: measured,
  },
  {
    what: 'a file is not checked again if a meter was changed',
    file: COMMIT,
    find: '      or exists (select from meters.assignments where changed_at > ${found.checked_at}::timestamptz)\n',
    replace: '',
    caughtBy: files,
    test: 'if a meter was changed since then',
  },
  {
    what: 'a file is not checked again if a limit was changed',
    file: COMMIT,
    find: 'or exists (select from meters.reading_checks where changed_at > ${found.checked_at}::timestamptz) as stale',
    replace: 'as stale',
    caughtBy: files,
    test: 'if a limit was changed since then',
  },
  {
    what: 'a household reads a meter that came today',
    file: `${METERS}/own/actions/send-own.ts`,
    find: ' and a.installed_on < ${actor.today}::date for update',
    replace: ' for update',
    caughtBy: `${METERS}/own/send-own-reading.test.ts`,
    test: 'came today',
  },
];
