/** Holds by who has an application: whose it is, and what the office holds. */
import type { Break } from '../break.ts';

const FOLDER = 'src/domains/applications';
const inHand = `${FOLDER}/in-hand.rules.ts`;
const rules = `${FOLDER}/application.rules.ts`;
const workers = `${FOLDER}/holds-of-who-has-it.test.ts`;
const desks = `${FOLDER}/noc/holds-of-a-desk.test.ts`;

export const ownHolds: readonly Break[] = [
  {
    what: 'a surveyor holds a survey that nobody has',
    file: inHand,
    find: "does('applications:survey') && isAssigned",
    replace: "does('applications:survey')",
    caughtBy: workers,
  },
  {
    what: 'who made the survey holds it while it waits for its approval',
    file: inHand,
    find: ' && waiting.surveyorId !== userId',
    replace: '',
    caughtBy: workers,
    test: 'their own',
  },
  {
    what: 'who confirms installations holds one that is not noted yet',
    file: inHand,
    find: 'return waiting.installationRecorded\n',
    replace: 'return true\n',
    caughtBy: workers,
    test: 'the installer',
  },
  {
    what: 'any desk of the authority holds what is at another',
    file: inHand,
    find: 'return isAtDesk && ',
    replace: 'return ',
    caughtBy: desks,
    test: 'whose turn it is',
  },
  {
    what: 'who has it lets go on what the office holds',
    file: rules,
    find: '(facts.isOwnHold && hasItNow(',
    replace: '(hasItNow(',
    caughtBy: desks,
    test: 'what the office holds',
  },
  {
    what: 'nobody lets their own hold go on after the work went to another',
    file: rules,
    find: '(facts.heldBy !== null && facts.heldBy === who.userId)',
    replace: 'false',
    caughtBy: desks,
    test: 'a desk goes on',
  },
  {
    what: 'a hold by who has it stays written after it went on',
    file: `${FOLDER}/pipeline/take-step.ts`,
    find: 'sql`overlay_by = null`, sql`overlay_own = false`',
    replace: '',
    caughtBy: desks,
    test: 'nothing of it stays',
  },
  {
    what: 'a desk reads why the office holds it',
    file: `${FOLDER}/pipeline/get-application.ts`,
    find: "case when a.overlay_own and a.state = 'WAITING_FOR_REVIEW' then",
    replace: "case when a.state = 'WAITING_FOR_REVIEW' then",
    caughtBy: desks,
    test: 'what the office holds',
  },
];
