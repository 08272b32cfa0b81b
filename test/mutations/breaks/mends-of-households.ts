/** Breaks by hand: withdrawals that no code has proved, auto-pay that follows its bill, own figures that are asked about, and what the program keeps. */
import type { Break } from '../break.ts';

const WITHDRAWALS = 'src/domains/wallet/withdrawals';
const ENDED = `${WITHDRAWALS}/ended-by-the-office.test.ts`;
const END = `${WITHDRAWALS}/actions/end-withdrawal.ts`;
const UNPROVED = 'migrations/0380_unproved_withdrawals.sql';
const FOLLOWS = 'src/domains/wallet/auto-pay/follows-the-bill.test.ts';
const PLAN = 'src/domains/wallet/auto-pay/actions/plan-payments.ts';
const WORK = 'src/domains/wallet/auto-pay/actions/work-tries.ts';
const OWN = 'src/domains/meters/own';
const OWN_TEST = `${OWN}/send-own-reading.test.ts`;
const HEALTH = 'src/platform/http/health.ts';
const OPENED = 'src/domains/consumers/record/opened-is-in-the-log.test.ts';
const APPLICANT = 'src/domains/applications/intake/register-as-applicant.test.ts';

export const mendsOfHouseholds: readonly Break[] = [
  {
    what: 'anybody of the office ends a withdrawal that no code has proved',
    file: END,
    find: 'if (!mayAll && withdrawal.askedBy !== actor.userId)',
    replace: 'if (!mayAll && withdrawal.id === actor.userId)',
    caughtBy: ENDED,
    test: 'nobody else of the office',
  },
  {
    what: 'the office ends what its code has proved, without a decision',
    file: END,
    find: "isOwner ? OPEN : ['REQUESTED']",
    replace: 'OPEN',
    caughtBy: ENDED,
    test: 'nobody else of the office',
  },
  {
    what: 'the office ends a withdrawal and does not say why',
    file: END,
    find: 'if (!reason) throw fail(errors.take_back_reason);',
    replace: '',
    caughtBy: ENDED,
    test: 'who asked for it',
  },
  {
    what: 'the household is not told that the office ended its withdrawal',
    file: END,
    find: "if (!isOwner) await tellConsumer(tx, actor, withdrawalId, 'taken_back');",
    replace: '',
    caughtBy: ENDED,
    test: 'who asked for it',
  },
  {
    what: 'several withdrawals of a wallet wait for their codes',
    file: UNPROVED,
    find: 'create unique index withdrawals_unproved_key',
    replace: 'create index withdrawals_unproved_key',
    caughtBy: ENDED,
    test: 'one of a wallet waits',
  },
  {
    what: 'a household reads who of the office asked',
    file: `${WITHDRAWALS}/queries.ts`,
    find: "...(actor.kind === 'consumer' ? UNNAMED : {}),",
    replace: '',
    caughtBy: ENDED,
    test: 'a household reads who asked',
  },
  {
    what: 'what is planned does not follow its bill',
    file: PLAN,
    find: '  await followBills(tx, actor);\n',
    replace: '',
    caughtBy: FOLLOWS,
    test: 'more than was told',
  },
  {
    what: 'more than was told is not told again',
    file: PLAN,
    find: 'c.open_minor > a.amount_minor then null',
    replace: 'c.open_minor > a.amount_minor then a.told_on',
    caughtBy: FOLLOWS,
    test: 'more than was told',
  },
  {
    what: 'a part payment of the day keeps a bill from being paid by itself',
    file: WORK,
    find: 'const amountMinor = found.facts.openMinor;',
    replace: 'const { amountMinor } = found;',
    caughtBy: FOLLOWS,
    test: 'a part payment between',
  },
  {
    what: 'the list of a household shows a sum that is not due any more',
    file: 'src/domains/wallet/auto-pay/queries.ts',
    find: "case when a.state = 'PLANNED' then ${ownOpenOf('i')} else a.amount_minor end",
    replace: 'a.amount_minor',
    caughtBy: FOLLOWS,
    test: 'a part payment: the list',
  },
  {
    what: 'an own figure with one digit too many is taken without a question',
    file: `${OWN}/actions/send-own.ts`,
    find: 'if (question) throw question;',
    replace: '',
    caughtBy: OWN_TEST,
    test: 'one digit too many',
  },
  {
    what: 'another own figure loses the photo',
    file: `${OWN}/actions/send-own.ts`,
    find: '    await keepPhoto(tx, actor, of, id);\n',
    replace: '',
    caughtBy: OWN_TEST,
    test: 'the figure with its photo',
  },
  {
    what: 'a household sees its photo when its figure is decided',
    file: `${OWN}/queries.ts`,
    find: ' and r.waiting\n        and r.taken_by = a.visited_by',
    replace: '',
    caughtBy: OWN_TEST,
    test: 'the figure with its photo',
  },
  {
    what: 'a store of files that hangs holds up the answer',
    file: HEALTH,
    find: "signal.addEventListener('abort', () => resolve(false), { once: true });",
    replace: "signal.addEventListener('never', () => resolve(false), { once: true });",
    caughtBy: 'src/platform/http/health.test.ts',
    test: 'one that does not answer',
  },
  {
    what: 'a repeated call is kept without the pepper of the program',
    file: 'src/platform/http/binder.ts',
    find: 'input, pepper }, work);',
    replace: 'input }, work);',
    caughtBy: 'test/conformance/codes-in-repeated-calls.test.ts',
    test: 'every call over HTTP',
  },
  {
    what: 'who paid for a connection reads on its receipt what is open there after their access has ended',
    file: 'src/domains/payments/receipt/receipt.ts',
    find: ' and (p.taken_over or ${seesBills(actor)})',
    replace: '',
    caughtBy: 'src/domains/payments/receipt/receipt-after-access.test.ts',
    test: 'not on the receipt of a tenant',
  },
  {
    what: 'a household of the register is opened as an applicant without a row in the log',
    file: 'src/domains/applications/intake/queries.ts',
    find: "  await auditView(db, actor, { action: 'consumer.view', objectId: found.id, onceInMinutes: 60 });\n",
    replace: '',
    caughtBy: APPLICANT,
    test: 'is in the log',
  },
  {
    what: 'an entry of the register is opened without a row in the log',
    file: 'src/domains/consumers/queries.ts',
    find: "  await auditView(db, actor, { action: 'consumer.view', objectId: id, onceInMinutes: 60 });\n",
    replace: '',
    caughtBy: OPENED,
  },
  {
    what: 'a change of an old version gives the whole entry without a row in the log',
    file: 'src/domains/consumers/routes.ts',
    find: '(db, actor, { body }) => openConsumer(db, actor, body.id)',
    replace: '(db, actor, { body }) => openConsumer(db, { ...actor, kind: "system" }, body.id)',
    caughtBy: OPENED,
  },
  {
    what: 'who writes applications reads the national IDs of the register',
    file: 'src/domains/applications/intake/queries.ts',
    find: 'case when ${seesIdentity(actor)}::boolean then c.nid end',
    replace: 'c.nid',
    caughtBy: APPLICANT,
    test: 'without the words of the register',
  },
  {
    what: 'who writes applications reads the birthdays of the register',
    file: 'src/domains/applications/intake/queries.ts',
    find: 'case when ${seesIdentity(actor)}::boolean then c.date_of_birth end',
    replace: 'c.date_of_birth',
    caughtBy: APPLICANT,
    test: 'without the words of the register',
  },
];
