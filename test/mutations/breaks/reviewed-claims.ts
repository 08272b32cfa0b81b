/** Breaks by hand: what a second look at claims and merges found. */
import type { Break } from '../break.ts';

const WAITING = 'src/domains/consumers/claim/waiting';
const DECIDE = `${WAITING}/actions/decide-claim.ts`;
const ACCOUNT = 'src/domains/identity/actions/change-consumer-account.ts';
const APPLICATIONS = 'src/domains/applications/consumer-part.ts';
const SUPPORT = 'src/domains/support/consumer-part.ts';
const WALLET = 'src/domains/wallet/consumer-part.ts';
const claims = `${WAITING}/claims-and-merges.test.ts`;
const merges = 'src/domains/consumers/merge/merge-two-entries.test.ts';
const wallets = 'src/domains/consumers/claim/waiting/wallet-of-undone-claim.test.ts';

export const reviewedClaims: readonly Break[] = [
  {
    what: 'the claims of an account that a merge closed go on waiting',
    file: 'src/domains/consumers/merge/actions/join-entries.ts',
    find: '  if (closed) await endClaimsOf(tx, actor, closed.id, reason);\n',
    replace: '',
    caughtBy: claims,
    test: 'closes the account of a claimant',
  },
  {
    what: 'who claimed is not told that the merge ended their claim',
    file: `${WAITING}/actions/end-claims.ts`,
    find: "  for (const { id } of ended) await tellClaimant(tx, 'refused', id);\n",
    replace: '',
    caughtBy: claims,
    test: 'closes the account of a claimant',
  },
  {
    what: 'a claim is accepted although the own entry of the claimant went into another one',
    file: DECIDE,
    find: 'array[c.status, o.status, u.status]',
    replace: 'array[c.status, u.status]',
    caughtBy: claims,
    test: 'while its claim is decided',
  },
  {
    what: 'a claim of a closed account is accepted',
    file: DECIDE,
    find: 'array[c.status, o.status, u.status]',
    replace: 'array[c.status, o.status]',
    caughtBy: claims,
    test: 'out of use',
  },
  {
    what: 'an account goes back and leaves behind what it joined later',
    file: `${WAITING}/actions/undo-claim.ts`,
    find: '  if (later) throw fail(errors.claim_later_first);\n',
    replace: '',
    caughtBy: claims,
    test: 'gives the later one back first',
  },
  {
    what: 'what was joined with an entry that stays waits for later claims',
    file: `${WAITING}/actions/undo-claim.ts`,
    find: ' and ${consumerId} = ${intoId}::uuid limit 1',
    replace: ' and id <> ${consumerId}::uuid limit 1',
    caughtBy: claims,
    test: 'gives the later one back first',
  },
  {
    what: 'applications of an undone claim stay with the other household',
    file: APPLICATIONS,
    find: '  undo: takeOwnAlong,\n',
    replace: '',
    caughtBy: claims,
    test: 'follow it',
  },
  {
    what: 'what the office wrote for the household goes with the account of an undone claim',
    file: APPLICATIONS,
    find: 'and created_by = ${userId} and created_at',
    replace: 'and ${userId}::uuid is not null and created_at',
    caughtBy: claims,
    test: 'follow it',
  },
  {
    what: 'the connection of an application stays with the other household',
    file: APPLICATIONS,
    find: '  await connectionHolder.move?.(tx, actor, way, connections);\n',
    replace: '',
    caughtBy: claims,
    test: 'follow it',
  },
  {
    what: 'every ticket of the household goes with the account of an undone claim',
    file: SUPPORT,
    find: 'and asked_by = ${userId} and asked_at',
    replace: 'and ${userId}::uuid is not null and asked_at',
    caughtBy: claims,
    test: 'follow it',
  },
  {
    what: 'a ticket that moves leaves no audit row',
    file: SUPPORT,
    find: '    await audit(\n',
    replace: '    if (false) await audit(\n',
    caughtBy: claims,
    test: 'follow it',
  },
  {
    what: 'money of the account of an undone claim stays with the other household',
    file: WALLET,
    find: '    await partMoney(tx, actor, claim);\n',
    replace: '',
    caughtBy: wallets,
  },
  {
    what: 'money that the account of an undone claim spent is taken from the household',
    file: WALLET,
    find: 'then amount_minor else -amount_minor end',
    replace: 'then amount_minor else 0 end',
    caughtBy: wallets,
  },
  {
    what: 'money that is asked back meanwhile is taken from the household',
    file: WALLET,
    find: '      select -amount_minor from wallet.withdrawals\n',
    replace: '      select 0 from wallet.withdrawals\n',
    caughtBy: wallets,
  },
  {
    what: 'frozen money is free after a claim is undone',
    file: WALLET,
    find: '  if (isFrozen) await freezeAlso(tx, actor, way);\n',
    replace: '',
    caughtBy: wallets,
  },
  {
    what: 'phone and e-mail of an account that a merge closed stay taken',
    file: ACCOUNT,
    find: "  await letGo(tx, actor, closed.id, { reason, sessionsEnd: 'consumer merged' });\n",
    replace: '',
    caughtBy: merges,
    test: 'is told and free again',
  },
  {
    what: 'nobody is told that a merge closed their account',
    file: ACCOUNT,
    find: '  await tellMerged(tx, closed.id, kept.id);\n',
    replace: '',
    caughtBy: merges,
    test: 'is told and free again',
  },
  {
    what: 'a merge closes the only account that works',
    file: ACCOUNT,
    find: "  if (into?.status === 'active' || (into && from.status !== 'active')) {",
    replace: '  if (into) {',
    caughtBy: merges,
    test: 'it is kept',
  },
  {
    what: 'an entry is deleted that a closed account names',
    file: 'src/domains/consumers/actions/edit-consumers.ts',
    find: '  if (await everHadAccount(tx, id)) throw fail(errors.has_account);\n',
    replace: '',
    caughtBy: merges,
    test: 'is told and free again',
  },
];
