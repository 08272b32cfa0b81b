/** Breaks by hand: another phone for one's own account; what two people decide about money of a day long ago. */
import type { Break } from '../break.ts';

const CHANGE = 'src/domains/identity/phone/change-phone.ts';
const PHONE = 'src/domains/identity/phone/change-phone.test.ts';
const ONCE = 'src/domains/payments/proposals/decided-once.test.ts';

export const ownPhone: readonly Break[] = [
  {
    what: 'another phone without the password of the account',
    file: CHANGE,
    find: "  await requireOwnPassword(db, actor, { password, field: 'password' });\n",
    replace: '',
    caughtBy: PHONE,
  },
  {
    what: 'a session sends codes to strangers without end',
    file: CHANGE,
    find: '    await refuseTooMany(tx, actor, userId);\n',
    replace: '',
    caughtBy: PHONE,
  },
  {
    what: 'the code goes to a number that somebody else has',
    file: CHANGE,
    find: '    if (owner) {',
    replace: '    if (owner && !owner) {',
    caughtBy: PHONE,
  },
  {
    what: 'a code is good for any account',
    file: CHANGE,
    find: '=> `own-phone ${userId}`;',
    replace: '=> (userId ? `own-phone ` : `own-phone ${userId}`);',
    caughtBy: PHONE,
  },
  {
    what: 'the entry of the consumer keeps the old number',
    file: CHANGE,
    find: 'for (const follow of followers) await',
    replace: 'for (const follow of followers.slice(9)) await',
    caughtBy: PHONE,
  },
  {
    what: 'the old number is not told',
    file: CHANGE,
    find: '    await tellOld(tx, before, codeId);\n',
    replace: '',
    caughtBy: PHONE,
  },
  {
    what: 'a change of the phone leaves no audit row',
    file: CHANGE,
    find: "    await audit(tx, actor, {\n      action: 'user.phone',",
    replace: "    if (actor.userId === '') await audit(tx, actor, {\n      action: 'user.phone',",
    caughtBy: PHONE,
  },
  {
    what: 'who decides about counter money needs the permission to take it',
    file: 'src/domains/payments/proposals/actions/decide-proposal.ts',
    find: "[...actor.permissions, 'demand-notes:pay-counter']",
    replace: '[...actor.permissions]',
    caughtBy: ONCE,
  },
];
