/** Breaks by hand: what a third look at claims found: money, rights and phones after a claim is undone or decided by one person. */
import type { Break } from '../break.ts';

const WALLET = 'src/domains/wallet/consumer-part.ts';
const END_CLAIMED = 'src/domains/ownership/steps/actions/end-claimed.ts';
const ownership = 'src/domains/ownership/claim-undone.test.ts';
const DECIDE = 'src/domains/consumers/claim/waiting/actions/decide-claim.ts';
const UNDO = 'src/domains/consumers/claim/waiting/actions/undo-claim.ts';
const codes = 'src/domains/consumers/claim/waiting/codes-after-claim.test.ts';
const merges = 'src/domains/consumers/claim/waiting/claims-and-merges.test.ts';
const wallets = 'src/domains/consumers/claim/waiting/wallet-of-undone-claim.test.ts';

export const reviewedClaimsAgain: readonly Break[] = [
  {
    what: 'what an account brought by its claim stays with the household after the claim is undone',
    file: WALLET,
    find: '(await movedMinor(tx, moved)) + ',
    replace: '',
    caughtBy: wallets,
    test: 'less what it took out since then',
  },
  {
    what: 'who claimed gets money of the household when the claim is undone',
    file: WALLET,
    find: 'isAccountParted ? await broughtMinor(tx, claim) : 0',
    replace: 'isAccountParted ? Math.max(0, await broughtMinor(tx, claim)) : 0',
    caughtBy: wallets,
    test: 'less what it took out since then',
  },
  {
    what: 'who spent more than they brought takes the rest out of the books',
    file: WALLET,
    find: 'Math.max(0, Math.min(balanceMinor, theirsMinor))',
    replace: 'Math.min(balanceMinor, theirsMinor)',
    caughtBy: wallets,
    test: 'gets nothing of the household',
  },
  {
    what: 'what the claimant proved at the office is taken from the household',
    file: WALLET,
    find: 'or phone = (select u.phone from identity.users u where u.id = ${userId})',
    replace: 'or false',
    caughtBy: wallets,
    test: 'who proved it',
  },
  {
    what: 'what the bank sent back counts as taken out when a claim is undone',
    file: WALLET,
    find: "state not in ('REJECTED', 'RETURNED') and asked_at",
    replace: "state <> 'REJECTED' and asked_at",
    caughtBy: wallets,
    test: 'what the bank sent back',
  },
  {
    what: 'the wallets of parted entries differ from their documents',
    file: WALLET,
    find: 'update wallet.moves set returned_minor = 0\n',
    replace: 'update wallet.moves set returned_minor = null\n',
    caughtBy: wallets,
    test: 'less what it took out since then',
  },
  {
    what: 'money that was asked for and not paid out stays with the household after the claim is undone',
    file: WALLET,
    find: '  await endOpen(tx, actor, intoId, since);\n',
    replace: '',
    caughtBy: wallets,
    test: 'not paid out yet',
  },
  {
    what: 'what a claimant agreed to in the name of the household counts after the claim is undone',
    file: 'src/domains/ownership/consumer-part.ts',
    find: '  undo: endClaimedConsents,\n',
    replace: '',
    caughtBy: ownership,
    test: 'agrees again',
  },
  {
    what: 'a consent that the household gave before the claim ends with it',
    file: END_CLAIMED,
    find: ' and given_at >= ${since}::timestamptz\n        and (given_by = ${userId} or ',
    replace: ' and ${since}::timestamptz is not null and (given_by = ${userId} or true or ',
    caughtBy: ownership,
    test: 'before the claim stays',
  },
  {
    what: 'the code of a claimant that the office entered counts after the claim is undone',
    file: END_CLAIMED,
    find: ' or given_as = ',
    replace: ' or false and given_as = ',
    caughtBy: ownership,
    test: 'that the office entered',
  },
  {
    what: 'bills are paid from the wallet of the household because a claimant wanted it',
    file: WALLET,
    find: '    await endClaimedWishes(tx, actor, claim);\n',
    replace: '',
    caughtBy: wallets,
    test: 'not paid by themselves',
  },
  {
    what: 'one person of the office gives a claimant the codes of a household at once',
    file: DECIDE,
    find: "  if (proof.by === 'STAFF') await keepPhone(",
    replace: '  if (false) await keepPhone(',
    caughtBy: codes,
    test: 'for seven days',
  },
  {
    what: 'a claimant to whom the phone of the household agreed waits for codes',
    file: DECIDE,
    find: "  if (proof.by === 'STAFF') await keepPhone(",
    replace: '  await keepPhone(',
    caughtBy: codes,
    test: 'to the claimant at once',
  },
  {
    what: 'codes of an account go to the phone of a household after its claim is undone',
    file: UNDO,
    find: '  else await endPhoneBefore(tx, { intoId, since });\n',
    replace: '',
    caughtBy: codes,
    test: 'to its own phone',
  },
  {
    what: 'a merge leaves an account in another state than its entry',
    file: 'src/domains/consumers/merge/actions/join-entries.ts',
    find: "  await setAccountStatus(tx, actor, intoId, before.status === 'active' ? 'active' : 'disabled');\n",
    replace: '',
    caughtBy: merges,
    test: 'the entry that is left is in use',
  },
  {
    what: 'the account of an undone claim stays closed with the household',
    file: UNDO,
    find: "  await setAccountStatus(tx, actor, fromId, 'active');\n",
    replace: '',
    caughtBy: merges,
    test: 'put out of use meanwhile',
  },
];
