/** Breaks by hand: what the history of an application shows to whom, and what changed in a demand note. */
import type { Break } from '../break.ts';

const HISTORY = 'src/domains/applications/history/merged-history.test.ts';
const QUERIES = 'src/domains/applications/history/queries.ts';
const SQL = 'migrations/0183_messages_in_the_timeline.sql';
const TELL = 'src/domains/applications/pipeline/tell-applicant.ts';
const CHANGES = 'src/domains/applications/demand-note/note-changes.rules.ts';
const CHANGED = 'src/domains/applications/demand-note/note-changes.rules.test.ts';
const PRINT = 'src/domains/applications/demand-note/print-demand-note.ts';
const PRINTED = 'src/domains/applications/demand-note/replaced-versions.test.ts';

export const mergedHistory: readonly Break[] = [
  {
    what: 'the planning authority reads visits and messages',
    file: QUERIES,
    find: 'if (opensUtility(actor)) parts.push',
    replace: 'parts.push',
    caughtBy: HISTORY,
    test: 'the planning authority sees neither',
  },
  {
    what: 'a message tells its amount to who sees no demand notes',
    file: QUERIES,
    find: '(${opensMoney(actor)}::boolean and ${isAsked',
    replace: '(true and ${isAsked',
    caughtBy: HISTORY,
    test: 'a message that names money',
  },
  {
    what: 'a message of before asks for money while the application is on hold',
    file: QUERIES,
    find: 'select a.overlay is null from',
    replace: 'select true from',
    caughtBy: HISTORY,
    test: 'while it is on hold',
  },
  {
    what: 'the household of a visit reads who planned it',
    file: QUERIES,
    find: '${nameOpenTo(actor, sql`v.actor_id`, sql`v.actor_name`)}',
    replace: 'v.actor_name',
    caughtBy: HISTORY,
    test: 'a visit is planned, moved and taken back',
  },
  {
    what: 'a household reads messages that did not reach it',
    file: SQL,
    find: "      and (platform.consumer_id() is null or o.state = 'delivered')\n",
    replace: '',
    caughtBy: HISTORY,
    test: 'a household reads the text messages that reached it',
  },
  {
    what: 'a household reads what an earlier one was told',
    file: SQL,
    find: 'm.consumer_id = any (consumers.known_as(platform.consumer_id())))',
    replace: 'true)',
    caughtBy: HISTORY,
    test: 'what an earlier household was told',
  },
  {
    what: 'a household reads the notices of another one by the function',
    file: SQL,
    find: '    and (platform.consumer_id() is null or a.consumer_id = platform.consumer_id())\n    and (n.kind',
    replace: '    and (n.kind',
    caughtBy: HISTORY,
    test: 'below the calls',
  },
  {
    what: 'a household reads the visits of another one by the function',
    file: SQL,
    find: 'a.id = application and a.consumer_id = platform.consumer_id()',
    replace: 'a.id = application',
    caughtBy: HISTORY,
    test: 'below the calls',
  },
  {
    what: 'a one-time code is shown',
    file: SQL,
    find: '      and not o.secret\n',
    replace: '',
    caughtBy: HISTORY,
    test: 'what is secret is never shown',
  },
  {
    what: 'what was withheld is shown as told',
    file: SQL,
    find: " and o.state <> 'expired'",
    replace: '',
    caughtBy: HISTORY,
    test: 'what failed, the office sees',
  },
  {
    what: 'a notice is shown beside the text message of the same step',
    file: SQL,
    find: "not exists (select from sms s where s.version::text = substring(n.event from ':([0-9]{1,9})$'))",
    replace: 'true',
    caughtBy: HISTORY,
    test: 'a household reads the text messages that reached it',
  },
  {
    what: 'a visit on the same day is news',
    file: SQL,
    find: 'v.day is distinct from v.earlier',
    replace: '(v.day is not null or v.earlier is not null)',
    caughtBy: HISTORY,
    test: 'a visit is planned, moved and taken back',
  },
  {
    what: 'a hand-over takes the visit back',
    file: SQL,
    find: "\n      and not t.details ? 'from'",
    replace: '',
    caughtBy: HISTORY,
    test: 'the visit of the next state',
  },
  {
    what: 'the visit of the next state is the moved one of this state',
    file: SQL,
    find: 'partition by t.stay ',
    replace: '',
    caughtBy: HISTORY,
    test: 'the visit of the next state',
  },
  {
    what: 'a message has lost the step that it tells of',
    file: TELL,
    find: 'about.occasion === undefined ? row.version : null',
    replace: 'null',
    caughtBy: HISTORY,
    test: 'a household reads the text messages that reached it',
  },
  {
    what: 'a removed line of a demand note is not told',
    file: CHANGES,
    find: '[...found, ...removed]',
    replace: '[...found]',
    caughtBy: CHANGED,
    test: 'a removed line',
  },
  {
    what: 'of two lines of one material the wrong ones belong together',
    file: CHANGES,
    find: 'changedFields(earlier, line).length === 0',
    replace: 'true',
    caughtBy: CHANGED,
    test: 'two lines of one material',
  },
  {
    what: 'the paper of a replaced demand note does not say so',
    file: PRINT,
    find: 'note === newest',
    replace: 'true',
    caughtBy: PRINTED,
    test: 'each version is printed',
  },
  {
    what: 'each version is printed as the newest',
    file: PRINT,
    find: 'input.versionNo === undefined',
    replace: 'true',
    caughtBy: PRINTED,
    test: 'each version is printed',
  },
];
