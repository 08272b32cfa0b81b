/** Faults in what a code of consent proves, who is shut out, and what one owner reads of the other. */
import type { Break } from '../break.ts';

const folder = 'src/domains/ownership';
const proves = `${folder}/what-a-code-proves.test.ts`;
const codes = `${folder}/steps/actions/send-codes.ts`;
const closed = 'src/domains/papers/papers-of-closed-connection.test.ts';

export const codesOfOwners: readonly Break[] = [
  {
    what: 'both owners read why the office agreed for one of them',
    file: `${folder}/queries.ts`,
    find: "['return', 'reject', 'withdraw']",
    replace: "['return', 'reject', 'withdraw', 'override']",
    caughtBy: proves,
  },
  {
    what: 'a reason that is for both owners is read by none',
    file: `${folder}/queries.ts`,
    find: "['return', 'reject', 'withdraw']",
    replace: "['return', 'withdraw']",
    caughtBy: proves,
  },
  {
    what: 'a code counts after the owner has another phone',
    file: `${folder}/steps/actions/agree-to-change.ts`,
    find: '\n      and phone = ${phoneToday(actor)} returning tries',
    replace: ' returning tries',
    caughtBy: proves,
  },
  {
    what: 'the code of a new owner goes to the phone that they had',
    file: `${folder}/steps/phone-today.ts`,
    find: 'else u.phone end',
    replace: 'else r.phone end',
    caughtBy: proves,
  },
  {
    what: 'a new code is still of the phone before',
    file: codes,
    find: ', tries = 0, phone = ${phoneToday(actor)}',
    replace: ', tries = 0',
    caughtBy: proves,
  },
  {
    what: 'one household uses up the codes of a phone for all',
    file: codes,
    find: 'sent(sql`q.asked_by = mine.asked_by`)',
    replace: 'sent(sql`true`)',
    caughtBy: proves,
  },
  {
    what: 'one household sends codes to a phone without end',
    file: codes,
    find: '${CODES_FROM_ONE} > ${sent(sql`q.asked_by = mine.asked_by`)}',
    replace: 'true',
    caughtBy: proves,
  },
  {
    what: 'households together shut out who has the phone',
    file: codes,
    find: 'mine.asked_as = consents.side or ',
    replace: '',
    caughtBy: proves,
  },
  {
    what: 'households together send codes to a phone without end',
    file: codes,
    find: 'and (mine.asked_as = consents.side or ${CODES_OF_PHONE} > ${sent(sql`true`)})',
    replace: '',
    caughtBy: proves,
  },
  {
    what: 'a refusal tells a household whose phone it is',
    file: `${folder}/steps/actions/request-change.ts`,
    find: "if (askedAs !== 'NEW' && input.phone",
    replace: 'if (input.phone',
    caughtBy: proves,
  },
  {
    what: 'who is not the new owner writes their mail and address after they agreed',
    file: `${folder}/steps/actions/request-change.ts`,
    find: '    isContact ||\n',
    replace: '',
    caughtBy: proves,
  },
  {
    what: 'the letter of a closed connection counts',
    file: 'src/domains/applications/papers/kinds.ts',
    find: '${closedOn}, case when a.meter_id is null',
    replace: 'case when a.meter_id is null',
    caughtBy: closed,
  },
  {
    what: 'the completion certificate of a closed connection counts',
    file: 'src/domains/applications/papers/kinds.ts',
    find: "${closedOn}, case when a.state <> 'CONNECTED'",
    replace: "case when a.state <> 'CONNECTED'",
    caughtBy: closed,
  },
  {
    what: 'a customer number of another series is given away',
    file: 'src/shared/number-kinds.ts',
    find: 'return Object.values(NUMBER_KINDS).some(',
    replace: 'return [NUMBER_KINDS.connection].some(',
    caughtBy: 'src/domains/applications/refused-inputs.test.ts',
  },
  {
    what: 'the check calls a number free that the letter refuses',
    file: 'src/domains/applications/letter/queries.ts',
    find: 'available: taken === undefined && !reserved',
    replace: 'available: taken === undefined',
    caughtBy: 'src/domains/applications/refused-inputs.test.ts',
  },
];
