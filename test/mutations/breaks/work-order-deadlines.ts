/** Breaks by hand: deadlines of work orders in working time, and who is told that work is late, once. */
import type { Break } from '../break.ts';

const RULES = 'src/domains/work-orders/deadline.rules.ts';
const LOCK = 'src/domains/work-orders/lock-order.ts';
const CREATE = 'src/domains/work-orders/steps/actions/create-order.ts';
const END = 'src/domains/work-orders/steps/actions/end-order.ts';
const HAND_OVER = 'src/domains/work-orders/steps/actions/hand-over-orders.ts';
const ESCALATE = 'src/domains/work-orders/steps/actions/escalate-late.ts';
const WORKING = 'src/domains/work-orders/working-time.test.ts';
const DEADLINE = 'src/domains/work-orders/deadline.rules.test.ts';
const AGAIN = 'src/domains/work-orders/opened-again.test.ts';
const LATE = 'src/domains/work-orders/late-orders-are-told.test.ts';

export const workOrderDeadlines: readonly Break[] = [
  {
    what: 'urgent work waits for the office to open',
    file: 'src/domains/work-orders/work-order.rules.ts',
    find: "priority === 'URGENT';",
    replace: "priority === ('NEVER' as Priority);",
    caughtBy: WORKING,
    test: 'twelve hours of a burst',
  },
  {
    what: 'a day of a category is a day and a night of the office',
    file: RULES,
    find: '(hours * minutesOfDay(office)) / HOURS_OF_DAY',
    replace: 'hours * 60',
    caughtBy: WORKING,
    test: 'twelve hours of a burst',
  },
  {
    what: 'the deadline after a correction counts from the correction',
    file: CREATE,
    find: '    new Date(subject.askedAt),',
    replace: '    actor.now,',
    caughtBy: WORKING,
    test: 'a hold over the days off',
  },
  {
    what: 'a corrected priority keeps the deadline of the one before',
    file: CREATE,
    find: '        ...deadlineSets(deadline),\n',
    replace: '',
    caughtBy: WORKING,
    test: 'with another priority',
  },
  {
    what: 'a correction forgets how long the clock was stopped',
    file: RULES,
    find: 'minutes + stopped.minutes',
    replace: 'minutes',
    caughtBy: WORKING,
    test: 'a hold over the days off',
  },
  {
    what: 'a correction forgets how long the clock of urgent work was stopped',
    file: RULES,
    find: ' + stopped.ms)',
    replace: ')',
    caughtBy: WORKING,
    test: 'a hold over the days off',
  },
  {
    what: 'a stop leaves the deadline as it was',
    file: LOCK,
    find: '  await runClock(tx, actor, subject);\n',
    replace: '',
    caughtBy: WORKING,
    test: 'the wait for a charge',
  },
  {
    what: 'the working time of a stop is not kept',
    file: LOCK,
    find: 'paused_minutes = paused_minutes + ${stopped.minutes}::int',
    replace: 'paused_minutes = paused_minutes + 0 * ${stopped.minutes}::int',
    caughtBy: WORKING,
    test: 'a hold over the days off',
  },
  {
    what: 'the clock hours of a stop are not kept',
    file: LOCK,
    find: 'secs => ${stopped.ms / 1000}::float8',
    replace: 'secs => ${0}::float8',
    caughtBy: WORKING,
    test: 'a hold over the days off',
  },
  {
    what: 'a clock that still waits goes on',
    file: LOCK,
    find: 'where id = ${before.id} and stopped_at is null`',
    replace: 'where id = ${before.id}`',
    caughtBy: 'src/domains/work-orders/charge-stops-clock.test.ts',
    test: 'through a second estimate',
  },
  {
    what: 'work on hold of a leader who leaves loses the time of the hold',
    file: HAND_OVER,
    find: '    for (const order of led) await runClock(tx, actor, order);\n',
    replace: '',
    caughtBy: WORKING,
    test: 'leaves without a successor',
  },
  {
    what: 'working time of more than a year is a mistake of the calendar',
    file: 'src/domains/applications/pipeline/working-time.rules.ts',
    find: '    if (closes > opens) idle = 0;\n',
    replace: '',
    caughtBy: DEADLINE,
    test: 'a stop of two years',
  },
  {
    what: 'work that is opened again is late from the beginning',
    file: END,
    find: '...deadlineSets(deadlineOf(actor.now, { hours, priority }, office))',
    replace: '...[]',
    caughtBy: AGAIN,
    test: 'a new deadline',
  },
  {
    what: 'a late order is told each minute',
    file: ESCALATE,
    find: ' and o.late_told_at is null',
    replace: '',
    caughtBy: LATE,
    test: 'one time',
  },
  {
    what: 'work on hold is told as late',
    file: ESCALATE,
    find: ' and o.stopped_at is null',
    replace: '',
    caughtBy: LATE,
    test: 'on hold',
  },
  {
    what: 'work that is done is told as late',
    file: ESCALATE,
    find: 'where ${IS_OPEN} and ',
    replace: 'where ',
    caughtBy: LATE,
    test: 'what is done',
  },
  {
    what: 'work is told as late before it is due',
    file: ESCALATE,
    find: ' and o.due_at < ${actor.now}::timestamptz',
    replace: '',
    caughtBy: LATE,
    test: 'one time',
  },
  {
    what: 'an order that somebody works on keeps the others waiting',
    file: ESCALATE,
    find: ' skip locked)',
    replace: ' nowait)',
    caughtBy: LATE,
    test: 'what somebody works on',
  },
  {
    what: 'everybody who sees work orders is told of late ones',
    file: ESCALATE,
    find: "holdersOf('work-orders:assign')",
    replace: "holdersOf('work-orders:view')",
    caughtBy: LATE,
    test: 'one time',
  },
  {
    what: 'work that was opened again and is late again is not told',
    file: END,
    find: '      sql`late_told_at = null`,\n',
    replace: '',
    caughtBy: LATE,
    test: 'opened again',
  },
  {
    what: 'a correction that keeps the deadline tells a late order again',
    file: CREATE,
    find: 'case when due_at = ${deadline.dueAt} then late_told_at end',
    replace: 'null',
    caughtBy: LATE,
    test: 'another deadline',
  },
  {
    what: 'an order whose new deadline is over is not told',
    file: CREATE,
    find: 'case when due_at = ${deadline.dueAt} then late_told_at end',
    replace: 'late_told_at',
    caughtBy: LATE,
    test: 'another deadline',
  },
];
