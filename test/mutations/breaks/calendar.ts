/** Breaks by hand: deadlines follow the office's calendar, and come back with it. */
import type { Break } from '../break.ts';

const HOLIDAYS = 'src/domains/applications/calendar/holidays-move-deadlines.test.ts';
const CLOCK = 'src/domains/applications/calendar/running-clock.rules.ts';
const RULES = 'src/domains/applications/calendar/running-clock.rules.test.ts';
const OWN = 'src/domains/applications/calendar/own-deadlines.ts';
const JOB = 'src/domains/applications/calendar/actions/move-deadlines.ts';

export const calendar: readonly Break[] = [
  {
    what: 'a holiday moves nothing that runs',
    file: 'src/domains/applications/settings/actions/update-settings.ts',
    find: '  await changeCalendar(tx, actor, { before: before.office, after: after.office }, moving);\n',
    replace: '',
    caughtBy: HOLIDAYS,
    test: 'every kind moves',
  },
  {
    what: 'a deadline without a clock is taken over from the calendar of today',
    file: CLOCK,
    find: 'takenOver(running, before)',
    replace: 'takenOver(running, now)',
    caughtBy: HOLIDAYS,
    test: 'rows from before',
  },
  {
    what: 'a deadline that was moved by hand goes back to what its clock says',
    file: CLOCK,
    find: 'if (isSame(due, dueAt) || isSame(dueOf(clock, before), dueAt)) return',
    replace: 'if (due) return',
    caughtBy: RULES,
    test: 'by hand',
  },
  {
    what: 'a desk has hours, not days',
    file: CLOCK,
    find: 'const asDays = day === null ?',
    replace: 'const asDays = day !== 0 ?',
    caughtBy: HOLIDAYS,
    test: 'weekend and hours',
  },
  {
    what: 'what is no more late stays in the list of what is late',
    file: OWN,
    find: 'Math.min(row.escalation, reached(row.state, moved.due_at))',
    replace: 'row.escalation',
    caughtBy: HOLIDAYS,
    test: 'what is no more late',
  },
  {
    what: 'those who were told are told of the new deadline as well',
    file: 'src/domains/applications/pipeline/actions/escalate-late.ts',
    find: '(isTold ? [] : [id])',
    replace: '(isTold ? [id] : [id])',
    caughtBy: HOLIDAYS,
    test: 'what is no more late',
  },
  {
    what: 'a hold while the deadlines move keeps what was left by the calendar before',
    file: 'src/domains/applications/pipeline/take-step.ts',
    find: 'const isBehind = isCalendarMoving && from',
    replace: 'const isBehind = !isCalendarMoving && from',
    caughtBy: HOLIDAYS,
    test: 'a clock that stops',
  },
  {
    what: 'a ticket that waits for its consumer while the deadlines move loses a day',
    file: 'src/domains/support/lock-ticket.ts',
    find: 'const isBehind = subject.isCalendarMoving && solve',
    replace: 'const isBehind = !subject.isCalendarMoving && solve',
    caughtBy: HOLIDAYS,
    test: 'a clock that stops',
  },
  {
    what: 'the second pass writes a row of the log although nothing moved',
    file: JOB,
    find: 'if (!isSecond || sum > 0)',
    replace: 'if (sum >= 0)',
    caughtBy: HOLIDAYS,
    test: 'the page says',
  },
  {
    what: 'a try that failed is counted twice as looked at',
    file: JOB,
    find: 'if (move.doneAt === null)',
    replace: 'if (false)',
    caughtBy: HOLIDAYS,
    test: 'a job that is stopped',
  },
];
