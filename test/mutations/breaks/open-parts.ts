/** Breaks by hand: which parts of an application who gets, who adds which paper, and who is told of what happened meanwhile. */
import type { Break } from '../break.ts';

const PARTS = 'src/domains/applications/pipeline/open-parts.ts';
const DETAIL = 'src/domains/applications/pipeline/get-application.ts';
const ITEM = 'src/domains/applications/pipeline/item-columns.ts';
const ADD = 'src/domains/applications/intake/actions/add-document.ts';
const STEP = 'src/domains/applications/pipeline/take-step.ts';
const SEEN = 'src/domains/applications/pipeline/parts-by-permission.test.ts';
const PAPERS = 'src/domains/applications/intake/papers-by-work.test.ts';
const RACE = 'src/domains/applications/simultaneous-steps-and-clocks.test.ts';
const parts = { file: PARTS, caughtBy: SEEN };

const NAMES = 'test/conformance/names-of-officers.test.ts';
const GET = 'src/domains/applications/pipeline/get-application.ts';

export const openParts: readonly Break[] = [
  {
    what: 'an applicant reads in the history who of the office did it',
    file: PARTS,
    find: 'if (!opensNames(actor)) return',
    replace: 'if (!opensNames(actor) && (false as boolean)) return',
    caughtBy: NAMES,
    test: 'timeline',
  },
  {
    what: 'an applicant reads who asked for the correction',
    file: GET,
    find: 'const isNamed = opensNames(actor) ?',
    replace: 'const isNamed = opensNames(actor) || (true as boolean) ?',
    caughtBy: NAMES,
    test: '/application',
  },
  {
    what: 'an applicant reads who installed the meter',
    file: GET,
    find: "${opensNames(actor) ? sql`i.installed_by_name` : sql`''`}",
    replace: 'i.installed_by_name',
    caughtBy: NAMES,
    test: '/application',
  },
  {
    ...parts,
    what: 'the planning authority is taken for the utility',
    find: "may(actor, 'applications:view');",
    replace: 'true;',
    test: 'what it decides by',
  },
  {
    ...parts,
    what: 'demand notes are shown to who may not see demand notes',
    find: "may(actor, 'demand-notes:view');",
    replace: 'true;',
    test: 'in the record, its history and lists',
  },
  {
    ...parts,
    what: 'internal remarks are shown to all staff',
    find: "  may(actor, 'applications:accept') || may(actor, 'applications:approve-survey');",
    replace: '  true;',
    test: 'who decides over applications',
  },
  {
    ...parts,
    what: 'an engineer does not read internal remarks',
    find: " || may(actor, 'applications:approve-survey')",
    replace: '',
    test: 'who decides over applications',
  },
  {
    ...parts,
    what: 'the history goes on for the authority after its decision',
    find: 'and (t.from_state = any(${DESK_STATES}) or t.to_state = any(${DESK_STATES}))))`',
    replace: '))`',
    test: 'what it decides by',
  },
  {
    ...parts,
    what: 'the authority reads what the utility writes inside',
    find: '(${ofDesks} or (t.shared\n',
    replace: '(${ofDesks} or (true\n',
    test: 'reads its own remarks',
  },
  {
    ...parts,
    what: 'what was written for the next worker is read by all',
    find: 'any(${TOLD_TO_ASSIGNEE}) and ${isAssignee})',
    replace: 'any(${TOLD_TO_ASSIGNEE}))',
    test: 'who has the work next',
  },
  {
    ...parts,
    what: 'the history tells amounts',
    find: "    : sql`t.details - array['demandNoteNumber'",
    replace: "    : sql`t.details - array['nothing'",
    test: 'in the record, its history and lists',
  },
  {
    ...parts,
    what: 'remarks of a desk that are not for the applicant are read by all',
    find: "(may(actor, 'noc:view') ? sql`true` : sql`k.shared`)",
    replace: 'sql`true`',
    test: 'who decides over applications',
  },
  {
    ...parts,
    what: 'the authority gets papers of later steps',
    find: 'sql`${kind} = any(${APPLICANTS_KINDS}::text[])`',
    replace: 'sql`true or ${kind} is null`',
    test: 'what it decides by',
  },
  {
    ...parts,
    what: 'the authority is told names of the utility',
    find: '  if (opensUtility(actor)) return name;\n',
    replace: "  if (actor.name !== '') return name;\n",
    test: 'what it decides by',
  },
  {
    what: 'the detail has demand notes for everybody',
    file: DETAIL,
    find: 'opensMoney(actor) ? await demandNotesOf(db, id) : []',
    replace: 'await demandNotesOf(db, id)',
    caughtBy: SEEN,
    test: 'in the record, its history and lists',
  },
  {
    what: 'the detail has the survey for everybody',
    file: DETAIL,
    find: 'opensUtility(actor) ? await findSurvey(db, actor, id) : undefined',
    replace: 'await findSurvey(db, actor, id)',
    caughtBy: SEEN,
    test: 'what it decides by',
  },
  {
    what: 'the authority gets a correction of a later step',
    file: DETAIL,
    find: "sql`true` : sql`r.asked_state = 'WAITING_FOR_REVIEW'`",
    replace: 'sql`true` : sql`true`',
    caughtBy: SEEN,
    test: 'asked for later nothing',
  },
  {
    what: 'the row of a list has the total for everybody',
    file: ITEM,
    find: '${ofMoney(sql`note.total_minor`)} as "totalMinor"',
    replace: 'note.total_minor as "totalMinor"',
    caughtBy: SEEN,
    test: 'in the record, its history and lists',
  },
  {
    what: 'the row of a list has the customer number for everybody',
    file: ITEM,
    find: '${ofUtility(sql`a.customer_number`)} as "customerNumber"',
    replace: 'a.customer_number as "customerNumber"',
    caughtBy: SEEN,
    test: 'what it decides by',
  },
  {
    what: 'a desk opens a paper of a later step by its id',
    file: 'src/domains/applications/intake/queries.ts',
    find: ' and ${kindsOpenTo(actor, sql`d.kind`)}`',
    replace: '`',
    caughtBy: SEEN,
    test: 'what it decides by',
  },
  {
    what: 'a desk gets the connection letter',
    file: 'src/domains/applications/letter/contract.ts',
    find: "  // A letter names the meter and the customer number: no desk of the planning authority gets it.\n  access: { permission: 'applications:view' },",
    replace: "  access: { permission: 'noc:view' },",
    caughtBy: SEEN,
    test: 'what it decides by',
  },
  {
    what: 'everybody who attaches some paper attaches any',
    file: ADD,
    find: 'ATTACH_PERMISSIONS.some(has) && !mayAttach(kind, has)',
    replace: 'ATTACH_PERMISSIONS.some(has) && kind === undefined',
    caughtBy: PAPERS,
    test: 'no other paper',
  },
  {
    what: 'a paper is added after its step is over',
    file: ADD,
    find: '    if (!isAttachedIn(kind, subject.state)) throw fail(errors.wrong_state);\n',
    replace: '',
    caughtBy: PAPERS,
    test: 'while its step is done',
  },
  {
    what: 'a paper of another role is replaced',
    file: ADD,
    find: '    if (!MANY_KINDS.includes(kind)) await refuseForeign(tx, actor, subject.id, kind);\n',
    replace: '',
    caughtBy: PAPERS,
    test: 'another role',
  },
  {
    what: 'the last one who acted is named, also if they did not make the version',
    file: STEP,
    find: 'where t.application_id = ${id} and t.version = ${version}`',
    replace: 'where t.application_id = ${id} and t.version <= ${version} order by t.version desc limit 1`',
    caughtBy: RACE,
    test: 'made the version',
  },
  {
    what: 'a payment is told as a person',
    file: 'src/platform/changed-by.ts',
    find: "  if (made?.isPayment) return { by: 'payment' };\n",
    replace: '',
    caughtBy: RACE,
    test: 'made the version',
  },
  {
    what: 'a desk is told who at the utility was faster',
    file: STEP,
    find: '${nameOpenTo(actor, sql`t.actor_id`, sql`t.actor_name`)} as name',
    replace: 't.actor_name as name',
    caughtBy: RACE,
    test: 'no name of the utility',
  },
  {
    what: 'a form without a boundary is answered as an error of the program',
    file: 'src/platform/http/errors.ts',
    find: '|^Multipart: ',
    replace: '',
    caughtBy: 'test/conformance/fuzz/malformed-calls.test.ts',
    test: 'how its parts are divided',
  },
];
