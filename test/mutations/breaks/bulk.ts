/** Breaks by hand: one act on many records without one of its rules. */
import type { Break } from '../break.ts';

const RUN = 'src/domains/bulk/run-bulk-actions.test.ts';
const INTERRUPTED = 'src/domains/bulk/interrupted-bulk-jobs.test.ts';
const LEFT = 'src/domains/bulk/left-out-of-bulk.test.ts';
const REFUSED = 'src/domains/bulk/refused-bulk-actions.test.ts';
const WORK = 'src/domains/bulk/actions/work-job.ts';
const START = 'src/domains/bulk/actions/start-job.ts';
const CANCEL = 'src/domains/bulk/actions/cancel-job.ts';
const OFFERED = 'src/domains/bulk/offered.ts';
const LOOK = 'src/domains/bulk/look.ts';
const QUERIES = 'src/domains/bulk/queries.ts';
const PART = 'src/domains/applications/bulk/bulk-part.ts';

export const bulk: readonly Break[] = [
  {
    what: 'bulk: anybody stops what others run',
    file: QUERIES,
    find: "may(actor, 'users:edit') ?",
    replace: "may(actor, 'bulk:use') ?",
    caughtBy: INTERRUPTED,
    test: 'who manages accounts',
  },
  {
    what: 'bulk: nobody is told that somebody else stopped their job',
    file: CANCEL,
    find: 'if (!job.isOwn) {',
    replace: 'if (job.isOwn && !job.isOwn) {',
    caughtBy: INTERRUPTED,
    test: 'who manages accounts',
  },
  {
    what: 'bulk: a job goes on after its session was ended',
    file: 'src/domains/bulk/actions/work-job.ts',
    find: 'if (await wasShutOut(tx, job.sessionId)) return undefined;',
    replace: '',
    caughtBy: 'src/domains/bulk/interrupted-bulk-jobs.test.ts',
    test: 'a session that its owner ends',
  },
  {
    what: 'bulk: who signs out has nothing done any more',
    file: 'src/domains/identity/users/account-actor.ts',
    find: ' and end_reason is distinct from ${SIGNED_OUT}',
    replace: '',
    caughtBy: 'src/domains/bulk/interrupted-bulk-jobs.test.ts',
    test: 'a session that its owner ends',
  },
  {
    what: 'what was left out is forgotten when the job starts',
    file: START,
    find: '  await keepLeftOut(tx, actor, { jobId: id, after: items.length, leftOut, looked: labels });\n',
    replace: '',
    caughtBy: LEFT,
    test: 'what was left out',
  },
  {
    what: 'what was left out counts as not done',
    file: WORK,
    find: "filter (where state in ('REFUSED', 'GIVEN_UP')) as failed",
    replace: "filter (where state <> 'DONE') as failed",
    caughtBy: LEFT,
    test: 'what was left out',
  },
  {
    what: 'bulk: the permission is not asked again at each record',
    ...{ file: WORK, find: '|| !mayDo(actor, action)) throw', replace: ') throw', caughtBy: INTERRUPTED },
  },
  {
    what: 'bulk: what the person saw is not compared when a record is acted on',
    ...{
      file: WORK,
      find: '{ id, version, sumMinor',
      replace: '{ id, version: undefined as never, sumMinor',
      caughtBy: RUN,
    },
  },
  {
    what: 'bulk: a record that was done is not marked',
    ...{
      file: WORK,
      find: "set state = 'DONE', ended_at = ${actor.now} where id = ${item.id}`",
      replace: "set tries = tries where id = ${item.id} and state = 'DONE'`",
      caughtBy: RUN,
    },
    test: 'each record is changed',
  },
  {
    what: 'bulk: two workers take the same record',
    ...{
      file: WORK,
      find: ' for update of i skip locked',
      replace: ' for update of i nowait',
      caughtBy: INTERRUPTED,
    },
    test: 'another worker has',
  },
  {
    what: 'bulk: a fault over one record ends the job before the others are done',
    ...{
      file: WORK,
      find: '      fault = taken.fault;\n',
      replace: '      throw taken.fault;\n',
      caughtBy: INTERRUPTED,
    },
  },
  {
    what: 'bulk: a job that is over is cancelled',
    ...{
      file: CANCEL,
      find: 'if (given === undefined) throw fail(errors.over_already);',
      replace: '',
      caughtBy: INTERRUPTED,
    },
  },
  {
    what: 'bulk: what a cancelled job did not do waits on',
    ...{
      file: CANCEL,
      find: "where job_id = ${id} and state = 'WAITING'`",
      replace: 'where job_id = ${id} and false`',
      caughtBy: INTERRUPTED,
    },
  },
  {
    what: 'bulk: an act is offered to who may not do it to one record',
    ...{
      file: OFFERED,
      find: 'may(actor, USE) && action.permissions.some((word) => may(actor, word))',
      replace: 'may(actor, USE)',
      caughtBy: REFUSED,
    },
  },
  {
    what: 'bulk: rows are chosen from a list that the person may not see',
    ...{ file: OFFERED, find: '!list || !may(actor, list.permission)', replace: '!list', caughtBy: REFUSED },
  },
  {
    what: 'bulk: what the act is told is not checked',
    ...{
      file: START,
      find: 'if (!told.success) throw',
      replace: 'if (!told.success && false) throw',
      caughtBy: REFUSED,
    },
  },
  {
    what: 'bulk: starting leaves no row in the audit log',
    ...{
      file: START,
      find: '  await audit(tx, actor, {',
      replace: '  if (items.length > 9999) await audit(tx, actor, {',
      caughtBy: RUN,
    },
    test: 'each record is changed',
  },
  {
    what: 'bulk: the dialog does not say what changed since it was seen',
    ...{
      file: LOOK,
      find: 'version !== undefined && version !== record.version',
      replace: 'false',
      caughtBy: RUN,
    },
  },
  {
    what: 'bulk: a filter gives its first thousand rows without a word',
    ...{
      file: LOOK,
      find: 'if (count > MOST_ITEMS) throw',
      replace: 'if (count < 0) throw',
      caughtBy: REFUSED,
    },
  },
  {
    what: 'bulk: nothing is chosen and nobody is told',
    ...{
      file: LOOK,
      find: 'if (rows.length === 0) throw fail(errors.nothing_chosen);',
      replace: '',
      caughtBy: REFUSED,
    },
  },
  {
    what: "bulk: somebody else's job is seen",
    ...{
      file: QUERIES,
      find: 'sql`j.asked_by = ${actor.userId}::uuid`',
      replace: 'sql`true`',
      caughtBy: RUN,
    },
  },
  {
    what: 'bulk: a desk approves many without their papers',
    ...{ file: PART, find: '  if (wrong) throw fail(errors[wrong]);\n', replace: '', caughtBy: RUN },
  },
  {
    what: 'bulk: the dialog does not say that the chosen person may not do the work',
    ...{ file: PART, find: '    also: workerMay,\n', replace: '', caughtBy: RUN },
  },
  {
    what: 'bulk: the act does not ask the transition table',
    ...{ file: PART, find: 'refusalOf(action, facts as Facts, whoIs(actor)) ??', replace: '', caughtBy: RUN },
  },
  {
    what: 'bulk: nobody tells the person that the job fails',
    ...{
      file: 'src/domains/logs/failed-jobs/queries.ts',
      find: 'if (alarm.job === WORK_JOB)',
      replace: 'if (alarm.job === CALCULATE_JOB)',
      caughtBy: INTERRUPTED,
    },
    test: 'over one record keeps no other',
  },
  {
    what: 'applications: the filter of the payment of a note gives all',
    ...{
      file: 'src/domains/applications/list-conditions.ts',
      find: 'UNPAID: sql`n.settled_minor = 0`',
      replace: 'UNPAID: sql`true`',
      caughtBy: 'src/domains/applications/filters-of-lists.test.ts',
    },
  },
  {
    what: 'applications: the board counts what its list does not show',
    ...{
      file: 'src/domains/applications/board/queries.ts',
      find: 'from (${applicationList(actor, query).rows}) as a`',
      replace: 'from (${applicationList(actor, {}).rows}) as a`',
      caughtBy: 'src/domains/applications/board/board.test.ts',
    },
  },
];
