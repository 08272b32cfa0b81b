/** Breaks by hand: reminders of desks, planned visits, and what narrows the lists of applications. */
import type { Break } from '../break.ts';

const CONDITIONS = 'src/domains/applications/list-conditions.ts';
const ITEM = 'src/domains/applications/pipeline/item-columns.ts';
const NOC = 'src/domains/applications/noc/queries.ts';
const ASSIGN = 'src/domains/applications/pipeline/actions/assign-user.ts';
const DRAFTS = 'src/domains/applications/intake/queries.ts';
const REMINDED = 'src/domains/applications/noc/remind-desk.test.ts';
const FILTERS = 'src/domains/applications/filters-of-lists.test.ts';
const VISITS = 'src/domains/applications/pipeline/planned-visits.test.ts';
const NOTES = 'src/domains/applications/intake/notes-of-quick-applications.test.ts';
const ARCHIVE = 'src/domains/applications/archive-of-applications.test.ts';

export const applicationLists: readonly Break[] = [
  {
    what: 'a desk is reminded as often as somebody wants',
    file: 'src/domains/applications/application.rules.ts',
    find: 'reminded_already: (facts, who) => facts.remindFrom === null || facts.remindFrom <= who.today,',
    replace: 'reminded_already: () => true,',
    caughtBy: REMINDED,
    test: 'one time in each',
  },
  {
    what: 'a desk is reminded again on a day off',
    file: 'src/domains/applications/pipeline/working-time.rules.ts',
    find: 'count < MOST_DAYS && isDayOff(next, office)',
    replace: 'count < 1 && isDayOff(next, office)',
    caughtBy: REMINDED,
    test: 'one time in each',
  },
  {
    what: 'a desk is not reminded, because another one was when it had the application before',
    file: 'src/domains/applications/noc/actions/open-desk.ts',
    find: ' reminded_at = null, remind_from = null,',
    replace: '',
    caughtBy: 'src/domains/applications/noc/remind-desk.test.ts',
    test: 'opened again',
  },
  {
    what: 'all of a role are reminded of what one officer has',
    file: 'src/domains/applications/pipeline/notices.ts',
    find: '(u.id = coalesce(g.deputy_id, o.id)\n      or (g.deputy_id is null and o.id is null and u.role_id = r.id))',
    replace: 'u.role_id = r.id',
    caughtBy: REMINDED,
    test: 'the officer of the desk',
  },
  {
    what: 'the desks see whom the utility gave an application to',
    file: NOC,
    find: 'openTo(opensUtility(actor), nameInHand)',
    replace: 'openTo(true, nameInHand)',
    caughtBy: REMINDED,
    test: 'the list is narrowed',
  },
  {
    what: 'the list of the authority is not narrowed by days at the desk',
    file: NOC,
    find: '      ? sql`s.opened_at <= ${actor.now}::timestamptz - make_interval(days => ${query.deskDays}::int)`',
    replace: '      ? sql`true`',
    caughtBy: REMINDED,
    test: 'the list is narrowed',
  },
  {
    what: 'filters tell of demand notes whom they are not shown to',
    file: CONDITIONS,
    find: '  opensMoney(actor)\n',
    replace: '  actor\n',
    caughtBy: FILTERS,
    test: 'what is paid',
  },
  {
    what: 'what ended in a correction is listed as a demand note that nobody paid',
    file: CONDITIONS,
    find: " and a.closed_state = 'READY_TO_PAY'",
    replace: '',
    caughtBy: FILTERS,
    test: 'what is paid',
  },
  {
    what: 'the list of demand notes is not narrowed by the day of the note',
    file: CONDITIONS,
    find: '    issuedDuring(actor, query),\n',
    replace: '',
    caughtBy: FILTERS,
    test: 'what is paid',
  },
  {
    what: 'a plot is in the area of its sector although its letter names another one',
    file: CONDITIONS,
    find: 'a.dma_id is null and ',
    replace: '',
    caughtBy: FILTERS,
    test: 'a metered area',
  },
  {
    what: 'a meter that was given back is not missing',
    file: CONDITIONS,
    find: '\n  and (m.reserved_for = a.id or a.connection_id is not null)',
    replace: '',
    caughtBy: FILTERS,
    test: 'a meter is missing',
  },
  {
    what: 'an applicant learns by a filter which kind of survey is written',
    file: CONDITIONS,
    find: "actor.kind === 'consumer' ? sql`false` : wanted",
    replace: 'wanted',
    caughtBy: FILTERS,
    test: 'the kind of survey',
  },
  {
    what: 'an applicant reads what the surveyor notes',
    file: ITEM,
    find: "openTo(opensUtility(actor) && actor.kind !== 'consumer', column)",
    replace: 'openTo(opensUtility(actor), column)',
    caughtBy: FILTERS,
    test: 'a row has',
  },
  {
    what: 'a visit is planned for yesterday',
    file: ASSIGN,
    find: '  if (visitOn && visitOn < actor.today) throw fail(errors.visit_in_past);\n',
    replace: '',
    caughtBy: VISITS,
    test: 'today or later',
  },
  {
    what: 'a visit is planned in a state in which nobody visits',
    file: ASSIGN,
    find: '  if (visitOn && !VISIT_STATES.includes(subject.state)) throw fail(errors.visit_not_now);\n',
    replace: '',
    caughtBy: VISITS,
    test: 'today or later',
  },
  {
    what: 'a planned visit stays when its state is over',
    file: 'src/domains/applications/pipeline/take-step.ts',
    find: '    sql`visit_on = null`,\n',
    replace: '',
    caughtBy: VISITS,
    test: 'with the next state',
  },
  {
    what: 'the archive is narrowed by the day of submitting',
    file: CONDITIONS,
    find: 'of ? sql`a.archived_at` : sql`a.submitted_at`',
    replace: 'sql`a.submitted_at`',
    caughtBy: ARCHIVE,
  },
  {
    what: 'the archive does not tell what a person put there',
    file: 'src/domains/applications/pipeline/actions/archive-application.ts',
    find: "archived_by_program = ${actor.kind === 'system'}",
    replace: 'archived_by_program = true',
    caughtBy: ARCHIVE,
  },
  {
    what: 'of own work the archive counts what is open',
    file: 'src/domains/applications/queries.ts',
    find: 'filter (where not ${isLiving}) as archived',
    replace: 'filter (where ${isLiving}) as archived',
    caughtBy: ARCHIVE,
  },
  {
    what: 'notes for the office are shown to applicants',
    file: DRAFTS,
    find: " and t.action = 'comment' and ${eventsOpenTo(actor)}",
    replace: " and t.action = 'comment'",
    caughtBy: NOTES,
    test: 'a note is for the office',
  },
  {
    what: 'the tabs of quick applications count other days than they show',
    file: DRAFTS,
    find: '      from applications.applications a where ${draftsAskedFor(actor, query)}`,',
    replace:
      '      from applications.applications a where ${draftsAskedFor(actor, { converted: query.converted })}`,',
    caughtBy: NOTES,
    test: 'both tabs',
  },
];
