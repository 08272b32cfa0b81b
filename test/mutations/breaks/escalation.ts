/** Breaks by hand: who is told that a step runs late, when, and once. */
import type { Break } from '../break.ts';

const LATE = 'src/domains/applications/late-steps-are-told.test.ts';
const RULES = 'src/domains/applications/pipeline/escalation.rules.ts';
const RAISE = 'src/domains/applications/pipeline/actions/escalate-late.ts';
const NOTICES = 'src/domains/applications/pipeline/notices.ts';
const EACH = 'each level at its time';

export const escalation: readonly Break[] = [
  {
    what: 'a level is told each minute',
    file: RAISE,
    find: 'a.escalation < ${level} and ',
    replace: '',
    caughtBy: LATE,
    test: EACH,
  },
  {
    what: 'what somebody works on keeps the others waiting',
    file: RAISE,
    find: ' skip locked)',
    replace: ' nowait)',
    caughtBy: LATE,
    test: 'what somebody works on',
  },
  {
    what: 'the hours of the night count for what is far beyond its time',
    file: RULES,
    find: 'addWorkingMinutes(now, -share(escalation.farPercent), office)',
    replace: 'new Date(now.getTime() - share(escalation.farPercent) * 60_000)',
    caughtBy: LATE,
    test: 'the settings say when',
  },
  {
    what: 'people are told before although the settings say nobody is',
    file: RULES,
    find: '...(soon === 0 ? [] : [{',
    replace: '...(soon < 0 ? [] : [{',
    caughtBy: LATE,
    test: 'the settings say when',
  },
  {
    what: 'the next step is as far as the one before',
    file: 'src/domains/applications/pipeline/take-step.ts',
    find: '    sql`escalation = 0`,\n',
    replace: '',
    caughtBy: LATE,
    test: 'on hold nothing runs late',
  },
  {
    what: 'administrators are told of each step that is late',
    file: NOTICES,
    find: "(${holdersOf('applications:assign')} except ${membersOf('admin')}) u",
    replace: "(${holdersOf('applications:assign')}) u",
    caughtBy: LATE,
    test: EACH,
  },
  {
    what: 'everybody of the work is told of what somebody has',
    file: NOTICES,
    find: "\n          and not exists (select from identity.users p where p.id = a.assignee_id and p.status = 'active')",
    replace: '',
    caughtBy: LATE,
    test: 'who has it is told before',
  },
  {
    what: 'nobody is told of what a leaver has',
    file: NOTICES,
    find: "where p.id = a.assignee_id and p.status = 'active')",
    replace: 'where p.id = a.assignee_id)',
    caughtBy: LATE,
    test: 'who has it is told before',
  },
  {
    what: 'the list has more than what was told so far',
    file: 'src/domains/applications/list-conditions.ts',
    find: 'a.escalation >= ${query.escalation})',
    replace: 'a.escalation >= 0)',
    caughtBy: LATE,
    test: EACH,
  },
];
