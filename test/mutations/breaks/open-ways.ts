/**
 * Breaks by hand: what opens an account outlives what says whose it is, and what a false claimant gave outlives the claim;
 * another phone for one's own account; what two people decide about money of a day long ago.
 */
import type { Break } from '../break.ts';

const trigger = 'migrations/0094_open_ways_end.sql';
const users = 'src/domains/identity/users';
const ways = { caughtBy: `${users}/open-ways-end.test.ts` };
const claims = { caughtBy: 'src/domains/meters/sharing/end-by-staff.test.ts' };
const changed = (column: string, what: string): Break => ({
  what: `a link outlives ${what}`,
  ...{ file: trigger, ...ways },
  find: `new.${column}`,
  replace: `old.${column}`,
});

export const openWays: readonly Break[] = [
  {
    what: 'a link outlives a corrected e-mail',
    ...{ file: trigger, ...ways },
    find: '(lower(new.email), new.phone',
    replace: '(lower(old.email), new.phone',
  },
  changed('phone', 'another phone'),
  changed('password_hash', 'another password'),
  changed('status', 'a deactivated account'),
  changed('consumer_id', 'another entry of the register'),
  {
    what: 'a link to choose a password is never ended',
    ...{ file: trigger, ...ways },
    find: 'update identity.one_time_links set replaced_at = now()\n    where user_id = of_user',
    replace: 'update identity.one_time_links set replaced_at = now()\n    where false and user_id = of_user',
  },
  {
    what: 'a link to a new e-mail is never ended',
    ...{ file: trigger, ...ways },
    find: 'update identity.email_changes set replaced_at = now()\n    where user_id = of_user',
    replace: 'update identity.email_changes set replaced_at = now()\n    where false and user_id = of_user',
  },
  {
    what: 'a sign-in that waits for its second step is never ended',
    ...{ file: trigger, ...ways },
    find: 'delete from identity.sign_in_challenges where user_id = of_user;',
    replace: 'delete from identity.sign_in_challenges where user_id = of_user and false;',
  },
  {
    what: 'who signs out everywhere leaves links open',
    ...{ file: 'src/domains/identity/actions/open-session.ts', ...ways },
    find: '  await execute(tx, sql`select identity.end_open_ways(${input.userId})`);\n',
    replace: '',
  },
  {
    what: 'a session is opened with the password of before',
    ...{ file: 'src/domains/identity/actions/sign-in.ts', ...ways },
    find: 'if (!(await lockUnchanged(tx, account))) return undefined;',
    replace: 'await lockUnchanged(tx, account);',
  },
  {
    what: 'a corrected address gets no link',
    ...{ file: `${users}/actions/edit-users.ts`, ...ways },
    find: 'if (waitsForLink && (isOtherEmail || isOtherPhone))',
    replace: 'if (false && (waitsForLink || isOtherEmail || isOtherPhone))',
  },
  {
    what: 'a link is sent although the address is the same',
    ...{ file: `${users}/actions/edit-users.ts`, ...ways },
    find: 'if (waitsForLink && (isOtherEmail || isOtherPhone))',
    replace: 'if (waitsForLink)',
  },
  {
    what: 'an account that is not active gets a link',
    ...{ file: `${users}/actions/edit-users.ts`, ...ways },
    find: "before.status === 'active' && (",
    replace: '(',
  },
  {
    what: 'the number of before is not told',
    ...{ file: `${users}/actions/edit-users.ts`, ...ways },
    find: "  if (isOtherPhone) await tellContact(tx, contact, 'phoneChanged', occasion);\n",
    replace: '',
  },
  {
    what: 'an administrator changes their own phone without the password',
    ...{ file: `${users}/actions/edit-users.ts`, caughtBy: `${users}/create-to-delete-user.test.ts` },
    find: 'isOtherEmail || isOtherPhone) requireOther',
    replace: 'isOtherEmail) requireOther',
  },
  ...['resetPasswordByLink', 'confirmEmail'].map((name, index) => ({
    what: `of two who lock an account and its link in two orders both wait: ${name}`,
    file:
      [`${users}/actions/send-password-link.ts`, 'src/domains/identity/email/change-email.ts'][index] ?? '',
    ...ways,
    find: `  await lockAccountOf(tx, sql\`identity.${['one_time_links', 'email_changes'][index]}\`, hash);\n`,
    replace: '',
  })),
  {
    what: 'a second step opens a session although the role was switched off',
    ...{ file: 'src/domains/identity/actions/complete-sign-in.ts', ...ways },
    find: 'if (!(await lockUnchanged(tx, account))) throw fail(errors.challenge_over);',
    replace: 'await lockUnchanged(tx, account);',
  },
  {
    what: 'who joined opens an account that is deactivated at the same moment',
    file: 'src/domains/identity/provider/actions/sign-in-outside.ts',
    caughtBy: 'src/domains/identity/provider/sign-in-by-provider.test.ts',
    find: 'if (!(await lockUnchanged(tx, account))) return undefined;',
    replace: '',
  },
  {
    what: 'junk links of one address have no end',
    file: 'src/platform/limits.ts',
    caughtBy: 'src/domains/identity/security/sign-in-behind-one-address.test.ts',
    find: 'link: { points: 600, seconds: 60 }',
    replace: 'link: { points: 6_000_000, seconds: 60 }',
  },
  {
    what: 'what the claimant was given moves without an audit row',
    ...{ file: 'src/domains/meters/sharing/actions/end-claimed.ts', ...claims },
    find: '...received.map(',
    replace: '...received.slice(0, 0).map(',
  },
  {
    what: 'nobody is told that another e-mail was asked for',
    ...{ file: 'src/domains/identity/email/change-email.ts' },
    caughtBy: 'src/domains/identity/email/change-email.test.ts',
    find: "  if (person.email) await tellContact(tx, person, 'emailAsked', hash.toString('hex'));\n",
    replace: '',
  },
  {
    what: 'staff ask for what only consumers may',
    ...{ file: 'src/platform/http/binder.ts', caughtBy: 'test/conformance/role-matrix.test.ts' },
    find: "if ('consumer' in endpoint.access && !actor.consumerId)",
    replace: "if ('consumer' in endpoint.access && !actor.userId)",
  },
  {
    what: 'the home of a consumer is open to staff',
    ...{ file: 'src/domains/dashboard/contract.ts', caughtBy: 'test/conformance/role-matrix.test.ts' },
    find: "    consumer: 'of their own connections and those that are shared with them',\n",
    replace: '',
  },
  {
    what: 'junk links of a neighbour are counted as good ones are',
    ...{ file: 'src/domains/identity/users/contract.ts' },
    caughtBy: 'src/domains/identity/security/sign-in-behind-one-address.test.ts',
    find: "rate: 'link'",
    replace: "rate: 'login'",
  },
  {
    what: 'what a false claimant shared goes on',
    ...{ file: 'src/domains/meters/consumer-part.ts', ...claims },
    find: '  undo: endClaimed,\n',
    replace: '',
  },
  {
    what: 'what the household shared before the claim ends with it',
    ...{ file: 'src/domains/meters/sharing/actions/end-claimed.ts', ...claims },
    find: 'a.invited_at >= ${since}::timestamptz and ',
    replace: '',
  },
  {
    what: 'what the claimant shares of their own ends with the claim',
    ...{ file: 'src/domains/meters/sharing/actions/end-claimed.ts', ...claims },
    find: 'c.consumer_id = ${claimedId} and a.holder_id',
    replace: 'a.holder_id',
  },
  {
    what: 'what the claimant was given stays with the household',
    ...{ file: 'src/domains/meters/sharing/actions/end-claimed.ts', ...claims },
    find: 'where consumer_id = ${claimedId} and accepted_at',
    replace: 'where false and accepted_at',
  },
  {
    what: 'the guest of a false claimant is not told',
    ...{ file: 'src/domains/meters/sharing/actions/end-claimed.ts', ...claims },
    find: "if (acceptedAt) await tellOther(tx, id, 'over');",
    replace: 'void [id, acceptedAt];',
  },
  {
    what: 'the holder is not told that staff ended an access',
    ...{ file: 'src/domains/meters/sharing/actions/end-access.ts', ...claims },
    find: "  await tellHolder(tx, id, 'ended');\n",
    replace: '',
  },
];

const CHANGE = 'src/domains/identity/phone/change-phone.ts';
const PHONE = 'src/domains/identity/phone/change-phone.test.ts';
const ONCE = 'src/domains/payments/proposals/decided-once.test.ts';

export const ownPhone: readonly Break[] = [
  {
    what: 'another phone without the password of the account',
    file: CHANGE,
    find: "  const proved = await requireOwnPassword(db, actor, { password, field: 'password' });\n  return transaction(db, async (tx) => {\n    await requireStillProved(tx, actor, proved);\n",
    replace: '  return transaction(db, async (tx) => {\n',
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
    find: "    await tellContact(tx, before, 'phoneChanged', codeId);\n",
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
    find: "[...actor.permissions, 'demand-notes:pay-counter']);\n  const taker",
    replace: '[...actor.permissions]);\n  const taker',
    caughtBy: ONCE,
  },
];
