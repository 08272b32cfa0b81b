/** Who may not become the owner is told before anybody pays; and whose house it is not any more pays for no work there. */
import type { Break } from '../break.ts';

const FOLDER = 'src/domains/ownership';
const READY = `${FOLDER}/ready-to-accept.ts`;
const caughtBy = `${FOLDER}/wrong-owners-early.test.ts`;
const repairs = `${FOLDER}/open-repairs.test.ts`;
const PAY = 'src/domains/payments/actions/make-payment.ts';

export const wrongOwners: readonly Break[] = [
  {
    what: 'a name in the other script is taken although the office typed the code',
    file: READY,
    find: ' && (await hasAgreed(db, request.id, entry.id))',
    replace: '',
    caughtBy,
    test: 'if the office typed the code',
  },
  {
    what: 'the consent of somebody else is theirs',
    file: READY,
    find: 'and c.given_by in (select a.id from identity.users a where a.consumer_id = any (consumers.known_as(${entryId}::uuid)))',
    replace: 'and ${entryId}::uuid is not null',
    caughtBy,
    test: 'if the office typed the code',
  },
  {
    what: 'wrong owners are told after the papers were checked',
    file: `${FOLDER}/steps/actions/check-papers.ts`,
    find: '  await refuseWrongOwners(tx, actor, subject);\n',
    replace: '',
    caughtBy,
    test: 'verify',
  },
  {
    what: 'wrong owners are told after the handover was noted',
    file: `${FOLDER}/steps/actions/note-reading.ts`,
    find: '  await refuseWrongOwners(tx, actor, subject);\n',
    replace: '',
    caughtBy,
    test: 'read',
  },
  {
    what: 'the earlier owner pays for work at a sold house',
    file: PAY,
    find: '  await refuseChangedHands(tx, orderId);\n  const ensureTakes',
    replace: '  const ensureTakes',
    caughtBy: repairs,
    test: 'nobody pays for it any more',
  },
  {
    what: 'a link pays for work at a sold house',
    file: PAY,
    find: '  await refuseChangedHands(tx, orderId);\n  const target = { ...',
    replace: '  const target = { ...',
    caughtBy: repairs,
    test: 'nobody pays for it any more',
  },
  {
    what: 'the charge of work at a sold house is asked for',
    file: 'src/domains/work-orders/queries.ts',
    find: ' and meters.changed_hands_on(${sql.ref(`${alias}.connection_id`)}) is null)`;',
    replace: ')`;',
    caughtBy: repairs,
    test: 'nobody pays for it any more',
  },
];
