/** Breaks by hand: what keeps a household from flooding the office. */
import type { Break } from '../break.ts';

const ORDERS = 'src/domains/work-orders/asked-too-often.test.ts';
const CHANGES = 'src/domains/ownership/consent-to-what-is-asked.test.ts';
const TICKETS = 'src/domains/support/written-too-often.test.ts';
const LIMIT = 'src/platform/daily-limit.ts';
const DRAFTS = 'src/domains/applications/intake/drafts-of-household.test.ts';
const PAPERS = 'src/domains/applications/intake/papers-by-work.test.ts';

const FILES = 'src/domains/identity/files/upload-files.test.ts';
const CHANGED = 'src/domains/identity/session/changes-of-household.test.ts';

export const floods: readonly Break[] = [
  {
    what: 'a household that is refused a step of the office is told a word that it holds',
    file: 'src/domains/support/lock-ticket.ts',
    find: "actor.kind === 'consumer' && consumer ? 'support:create'",
    replace: "actor.kind === 'consumer' ? 'support:create'",
    caughtBy: 'src/domains/support/refused-tickets.test.ts',
    test: 'the word of that step',
  },
  {
    what: 'all who assign tickets are told of each message of a household',
    file: 'src/domains/support/steps/actions/answer-ticket.ts',
    find: 'subject.agentId ? messageId : `${subject.id}:${actor.today}`',
    replace: 'messageId',
    caughtBy: TICKETS,
  },
  {
    what: 'a text that nobody can see is a text',
    file: 'src/shared/text.ts',
    find: "u.test(plain) ? '' : plain",
    replace: 'u.test(plain) ? plain : plain',
    caughtBy: 'src/shared/text.test.ts',
  },
  {
    what: 'a desk is handed over in another century',
    file: 'src/domains/applications/noc/actions/delegate-desk.ts',
    find: 'firstDay > addDays(actor.today, MOST_DAYS_AHEAD)',
    replace: 'false',
    caughtBy: 'src/domains/applications/noc/who-may-be-deputy.test.ts',
    test: 'days are today or later',
  },
  {
    what: 'a household sends files as long as records name them',
    file: 'src/platform/files/receive.ts',
    find: '  if (sent + adds > dayBytes) throw fail(fileErrors.day_reached, limit(dayBytes));\n',
    replace: '',
    caughtBy: FILES,
  },
  {
    what: 'a file of a record is not counted as sent by its household',
    file: 'src/platform/files/take-in-once.ts',
    find: '...sentBy(actor)',
    replace: 'ownerId: actor.userId',
    caughtBy: FILES,
    test: 'at each call',
  },
  {
    what: 'uploads of one account are not counted one after the other',
    file: 'src/platform/files/receive.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select (',
    caughtBy: FILES,
  },
  {
    what: 'a file that a record names is named by another one',
    file: 'src/platform/files/files.ts',
    find: "where id = ${id} and state = 'received'\n        and (",
    replace: "where id = ${id} and state in ('received', 'kept')\n        and (",
    caughtBy: 'src/domains/support/refused-tickets.test.ts',
    test: 'the photo of the account',
  },
  {
    what: 'a household asks for work as often as it likes',
    file: 'src/domains/work-orders/steps/actions/create-order.ts',
    find: "if (actor.kind === 'consumer') await refuseMany(tx, actor);",
    replace: '',
    caughtBy: ORDERS,
  },
  {
    what: 'what is counted within a day is not counted one after the other',
    file: LIMIT,
    find: 'select pg_advisory_xact_lock(',
    replace: 'select (',
    caughtBy: ORDERS,
  },
  {
    what: 'what was done is counted for good',
    file: LIMIT,
    find: " where at > ${actor.now}::timestamptz - interval '1 day'",
    replace: '',
    caughtBy: ORDERS,
  },
  {
    what: 'a household asks for one connection as often as for all',
    file: 'src/domains/ownership/steps/actions/request-change.ts',
    find: 'most: REQUESTS_OF_ONE',
    replace: 'most: REQUESTS_A_DAY',
    caughtBy: CHANGES,
  },
  {
    what: 'a household asks for owner changes as often as it likes',
    file: 'src/domains/ownership/steps/actions/request-change.ts',
    find: 'done: own, most: REQUESTS_A_DAY',
    replace: 'done: own, most: 9999',
    caughtBy: CHANGES,
  },
  {
    what: 'a household writes tickets as often as it likes',
    file: 'src/domains/support/steps/actions/create-ticket.ts',
    find: 'most: TICKETS_A_DAY',
    replace: 'most: 9999',
    caughtBy: TICKETS,
  },
  {
    what: 'a household writes messages as often as it likes',
    file: 'src/domains/support/steps/actions/answer-ticket.ts',
    find: 'most: MESSAGES_A_DAY',
    replace: 'most: 9999',
    caughtBy: TICKETS,
  },
  {
    what: 'an order takes any number of photos of a household',
    file: 'src/domains/work-orders/steps/actions/add-photo.ts',
    find: "actor.kind === 'consumer' ? PHOTOS_OF_HOUSEHOLD : PHOTOS_OF_ORDER",
    replace: 'PHOTOS_OF_ORDER',
    caughtBy: ORDERS,
  },
  {
    what: 'a household has any number of drafts',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: 'if (own) await refuseTooMany(tx, actor);',
    replace: '',
    caughtBy: DRAFTS,
  },
  {
    what: 'drafts at once are not counted one after the other',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: 'select pg_advisory_xact_lock(',
    replace: 'select (',
    caughtBy: DRAFTS,
  },
  {
    what: 'a deleted draft counts',
    file: 'src/domains/applications/intake/actions/save-draft.ts',
    find: " and state = 'DRAFT' and deleted_at is null",
    replace: " and state = 'DRAFT'",
    caughtBy: DRAFTS,
  },
  {
    what: 'an application takes any number of further papers',
    file: 'src/domains/applications/intake/actions/add-document.ts',
    find: '  if (MANY_KINDS.includes(kind)) await refuseFull(tx, subject.id, kind);\n',
    replace: '',
    caughtBy: PAPERS,
  },
  {
    what: 'a change of owner takes any number of papers',
    file: 'src/domains/ownership/steps/actions/add-paper.ts',
    find: 'if (brought >= PAPERS)',
    replace: 'if (brought >= PAPERS * 100)',
    caughtBy: 'src/domains/ownership/steps/remove-papers.test.ts',
  },
  {
    what: 'a household changes as fast as the server answers, and fills the log for good',
    file: 'src/platform/http/binder.ts',
    find: "actor.kind === 'consumer' ? 'household' : rate",
    replace: "actor.kind === 'consumer' ? rate : rate",
    caughtBy: CHANGED,
  },
  {
    what: 'the changes of an officer are counted as those of a household',
    file: 'src/platform/http/binder.ts',
    find: "kind === 'action' && actor.kind === 'consumer' ? 'household'",
    replace: "kind === 'action' ? 'household'",
    caughtBy: CHANGED,
  },
];
