/** Who has an application now, what its approval says before it is done, and whom a revised survey and a correction reach. */
import type { Break } from '../break.ts';

const FOLDER = 'src/domains/applications';
const waits = `${FOLDER}/pipeline/waits-for.ts`;
const who = `${FOLDER}/who-has-it-now.test.ts`;
const tabs = `${FOLDER}/tabs-and-badges.test.ts`;
const returned = `${FOLDER}/survey/returned-surveys.test.ts`;
const preview = `${FOLDER}/demand-note/shown-before-approval.test.ts`;
const counter = `${FOLDER}/intake/counter-finds-consumer.test.ts`;

export const whoHasIt: readonly Break[] = [
  {
    what: 'a list names who did the step before',
    file: `${FOLDER}/pipeline/item-columns.ts`,
    find: 'where ${isRowInHand}) holder',
    replace: 'where true) holder',
    caughtBy: who,
  },
  {
    what: 'the filter by nobody leaves out what was somebody’s',
    file: `${FOLDER}/list-conditions.ts`,
    find: 'return sql`not ${isInHand}`;',
    replace: 'return sql`a.assignee_id is null`;',
    caughtBy: who,
  },
  {
    what: 'the filter by a person finds what they did before',
    file: `${FOLDER}/list-conditions.ts`,
    find: '::uuid and ${isInHand})`;',
    replace: '::uuid)`;',
    caughtBy: who,
  },
  {
    what: 'a household finds by a filter who has its application',
    file: `${FOLDER}/list-conditions.ts`,
    find: "if (actor.kind === 'consumer') return sql`false`;",
    replace: '',
    caughtBy: 'test/conformance/two-consumers.test.ts',
    test: 'main/application: holds nothing of theirs',
  },
  {
    what: 'who made a survey has its approval in the list',
    file: waits,
    find: "${mayDo('applications:approve-survey')} and not ${bySelf}",
    replace: "${mayDo('applications:approve-survey')}",
    caughtBy: who,
  },
  {
    what: 'what waits for the payment is still who surveyed it',
    file: waits,
    find: "when 'READY_TO_PAY' then false",
    replace: '',
    caughtBy: who,
  },
  {
    what: 'who has own work only reads the number of everything seen',
    file: `${FOLDER}/queries.ts`,
    find: 'waiting: isOwn ? waiting : null,',
    replace: 'waiting: null,',
    caughtBy: tabs,
  },
  {
    what: 'the tabs of one sector count the town',
    file: `${FOLDER}/queries.ts`,
    find: '${visibleTo(actor)} and ${inSector(sectorId)}`;',
    replace: '${visibleTo(actor)}`;',
    caughtBy: tabs,
  },
  {
    what: 'a revised survey rings no bell',
    file: `${FOLDER}/demand-note/actions/approve-survey.ts`,
    find: 'await noticeSurveyor(tx, actor, answer);',
    replace: '',
    caughtBy: returned,
  },
  {
    what: 'a household is not told that its demand note is cancelled',
    file: `${FOLDER}/demand-note/actions/approve-survey.ts`,
    find: "message: 'noteCancelled',",
    replace: '',
    caughtBy: returned,
  },
  {
    what: 'a revised survey forgets why',
    file: `${FOLDER}/survey/actions/save-survey.ts`,
    find: '${actor.now}::timestamptz, ${actor.name}, ${remark}\n      from applications.surveys',
    replace: 'null, null, null\n      from applications.surveys',
    caughtBy: returned,
  },
  {
    what: 'a correction’s message leaves out the papers',
    file: `${FOLDER}/pipeline/asked-words.ts`,
    find: 'return kind ? [KIND_WORDS[kind]] : [];',
    replace: 'return [];',
    caughtBy: `${FOLDER}/review/fields-of-corrections.test.ts`,
  },
  {
    what: 'a correction’s message leaves out a whole part',
    file: `${FOLDER}/pipeline/asked-words.ts`,
    find: ': [PART_WORDS[part]];',
    replace: ': [];',
    caughtBy: `${FOLDER}/review/fields-of-corrections.test.ts`,
  },
  {
    what: 'another sum than the one that was read is issued',
    file: `${FOLDER}/demand-note/actions/issue-demand-note.ts`,
    find: 'if (seen && seen.totalMinor !== totalMinor) throw fail(errors.note_changed, { totalMinor });',
    replace: '',
    caughtBy: preview,
  },
  {
    what: 'the sum of a survey is shown to who may not see the application',
    file: `${FOLDER}/demand-note/note-to-issue.ts`,
    find: 'where a.id = ${id} and ${visibleTo(actor)}`,',
    replace: 'where a.id = ${id}`,',
    caughtBy: preview,
  },
  {
    what: 'a name in Bengali of the register is written over at the counter',
    file: 'src/domains/consumers/actions/register-consumer.ts',
    find: 'where id = ${id} and name_bn is null and',
    replace: 'where id = ${id} and',
    caughtBy: counter,
  },
  {
    what: 'a new person loses the name in Bengali',
    file: `${FOLDER}/intake/actions/consumer-of-applicant.ts`,
    find: 'const fields = { name, nameBn, phone,',
    replace: 'const fields = { name, phone,',
    caughtBy: counter,
  },
  {
    what: 'a name in Bengali comes into the register without an entry of the log',
    file: 'src/domains/consumers/actions/register-consumer.ts',
    find: '    before: { nameBn: null },\n    after: { nameBn },',
    replace: '    before: { nameBn: null },\n    after: {},',
    caughtBy: counter,
  },
  {
    what: 'an owner who reads Bengali reads the new one in Latin letters',
    file: 'src/domains/ownership/tell-owners.ts',
    find: "(speaker.language === 'bn' && facts.toNameBn) || ",
    replace: '',
    caughtBy: 'src/domains/ownership/names-in-messages.test.ts',
  },
  {
    what: 'a receipt of money that goes back says what is still due',
    file: 'src/domains/payments/receipt/receipt.ts',
    find: '...(payment.owedBack\n',
    replace: '...(false\n',
    caughtBy: 'src/domains/payments/pay-work-order.test.ts',
  },
  {
    what: 'the list of the authority names who did the step before',
    file: `${FOLDER}/pipeline/item-columns.ts`,
    find: 'where person.id = a.assignee_id and ${isRowInHand})',
    replace: 'where person.id = a.assignee_id)',
    caughtBy: who,
  },
  {
    what: 'a demand note that is over still counts',
    file: `${FOLDER}/papers/kinds.ts`,
    find: 'and a.overlay is null then n.due_on end`,',
    replace: 'and false then n.due_on end`,',
    caughtBy: 'src/domains/papers/note-that-is-over.test.ts',
  },
  {
    what: 'a demand note that is paid ends after its last day',
    file: `${FOLDER}/papers/kinds.ts`,
    find: 'case when n.settled_minor < n.total_minor and a.overlay',
    replace: 'case when a.overlay',
    caughtBy: 'src/domains/papers/note-that-is-over.test.ts',
  },
  {
    what: 'a demand note that is over explains how to pay it',
    file: `${FOLDER}/demand-note/print-demand-note.ts`,
    find: ' && !(application.expiresOn && application.expiresOn < actor.today)',
    replace: '',
    caughtBy: 'src/domains/papers/note-that-is-over.test.ts',
  },
  {
    what: 'the last day to pay is told two times',
    file: 'src/domains/papers/paper.rules.ts',
    find: 'now.facts.dueOn ? null : now.validUntil',
    replace: 'now.validUntil',
    caughtBy: 'src/domains/papers/note-that-is-over.test.ts',
  },
];
