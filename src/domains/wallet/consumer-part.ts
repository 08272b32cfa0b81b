/**
 * The wallet of a consumer who becomes one with another entry: its money is that one's, and withdrawals under way end. If the two
 * are parted again, each has what is theirs.
 */
import type { Holder, Merge, UndoneClaim } from '#domains/consumers/consumer-parts.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { freezeBalance, lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { endClaimedWishes } from './auto-pay/actions/update-auto-pay.ts';
import { isOpen, WITHDRAWAL_STATES } from './wallet.rules.ts';
import { end } from './withdrawals/actions/end-withdrawal.ts';
import { lockWithdrawal } from './withdrawals/lock-withdrawal.ts';

const account = ACCOUNTS.wallets;
const UNDER_WAY = WITHDRAWAL_STATES.filter(isOpen);

export const walletHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'wallet' as kind, count(*) as count, coalesce(sum(balance_minor), 0)::bigint as "amountMinor"
        from ledger.party_balances where account_code = ${account} and party_id = any(${ids}::uuid[]) and moved_on is not null`,
    ),
  // Of entries that are parted, `undo` moves the money: how much is whose, only it knows.
  move: async (tx, actor, merge, only) => (only ? [] : moveMoney(tx, actor, merge)),
  undo: async (tx, actor, claim) => {
    await endClaimedWishes(tx, actor, claim);
    await partMoney(tx, actor, claim);
  },
};

async function moveMoney(tx: Tx, actor: Actor, { fromId, intoId }: Merge): Promise<string[]> {
  await endOpen(tx, actor, fromId);
  const { balanceMinor, isFrozen } = await lockBalance(tx, { account, partyId: fromId });
  if (isFrozen) await freezeAlso(tx, actor, { fromId, intoId });
  if (balanceMinor === 0) return [];
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into wallet.moves (from_id, into_id, amount_minor) values (${fromId}, ${intoId}, ${balanceMinor}) returning id`,
  );
  await post(tx, actor, { sourceId: id, fromId, intoId, amountMinor: balanceMinor });
  return [id];
}

/**
 * Ends withdrawals that are under way: their money is in the wallet again, before somebody decides whose it is.
 * @param since only those that were asked for since then
 */
async function endOpen(tx: Tx, actor: Actor, consumerId: string, since = '-infinity'): Promise<void> {
  // The account of either entry may be who merges: what is under way is everybody's.
  const office: Actor = { ...actor, kind: 'system' };
  const open = await all<{ id: string }>(
    tx,
    sql`select id from wallet.withdrawals where consumer_id = ${consumerId} and state = any(${UNDER_WAY}::text[])
      and asked_at >= ${since}::timestamptz order by id for update`,
  );
  for (const { id } of open) await end(tx, office, await lockWithdrawal(tx, office, id, UNDER_WAY), 'MERGED');
}

/** Nobody gets at frozen money by joining two entries, or by parting them. */
async function freezeAlso(tx: Tx, actor: Actor, { fromId, intoId }: Merge): Promise<void> {
  await lockBalance(tx, { account, partyId: intoId });
  await freezeBalance(tx, { account, partyId: intoId }, true);
  await execute(
    tx,
    sql`insert into wallet.wallets as w (consumer_id, opened_at, frozen_at, frozen_by_name, frozen_reason)
      select ${intoId}, ${actor.now}, f.frozen_at, f.frozen_by_name, f.frozen_reason from wallet.wallets f where f.consumer_id = ${fromId}
      on conflict (consumer_id) do update set frozen_at = coalesce(w.frozen_at, excluded.frozen_at),
        frozen_by_name = coalesce(w.frozen_by_name, excluded.frozen_by_name), frozen_reason = coalesce(w.frozen_reason, excluded.frozen_reason)`,
  );
}

/**
 * Of entries that are parted, by a claim that is undone: each gets what is theirs of what is still there. What the account's person
 * spent since then is taken from their own money first, also from what they had before the claim.
 */
async function partMoney(tx: Tx, actor: Actor, claim: UndoneClaim): Promise<void> {
  const { claimedId, accountId, intoId, moved, since } = claim;
  await endOpen(tx, actor, intoId, since);
  const { balanceMinor, isFrozen } = await lockBalance(tx, { account, partyId: intoId });
  const isAccountParted = intoId === claimedId;
  const theirsMinor = (await movedMinor(tx, moved)) + (isAccountParted ? await broughtMinor(tx, claim) : 0);
  const amountMinor = Math.max(0, Math.min(balanceMinor, theirsMinor));
  if (amountMinor === 0) return;
  const way = { fromId: intoId, intoId: isAccountParted ? accountId : claimedId };
  if (isFrozen) await freezeAlso(tx, actor, way);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into wallet.moves (from_id, into_id, amount_minor, returned_minor)
      values (${way.fromId}, ${way.intoId}, ${amountMinor}, 0) returning id`,
  );
  await post(tx, actor, { sourceId: id, ...way, amountMinor });
}

/**
 * What the claim moved. The two wallets are counted apart from now on (ledger.documents): what goes back is a move of its own, because
 * the books record a thing twice only if its first journal was reversed.
 */
async function movedMinor(tx: Tx, moved: readonly string[]): Promise<number> {
  const { minor } = await one<{ minor: number }>(
    tx,
    sql`with joined as (update wallet.moves set returned_minor = 0
        where id = any(${moved}::uuid[]) and returned_minor is null returning amount_minor)
      select coalesce(sum(amount_minor), 0)::bigint as minor from joined`,
  );
  return minor;
}

/**
 * What the account's person brought into the claimed wallet since then, less what they paid and took out; less than zero if that is
 * more. What the office asked for went to them if the code of their phone proved it. What the bank sent back is there again.
 */
async function broughtMinor(tx: Tx, { userId, claimedId, since }: UndoneClaim): Promise<number> {
  const { minor } = await one<{ minor: number }>(
    tx,
    sql`select coalesce(sum(w.amount_minor), 0)::bigint as minor from (
      select case when source = 'WALLET_RECHARGE' then amount_minor else -amount_minor end as amount_minor from payments.payments
      where wallet_of = ${claimedId} and created_by = ${userId} and state = 'APPROVED' and created_at >= ${since}::timestamptz
      union all
      select -amount_minor from wallet.withdrawals
      where consumer_id = ${claimedId} and state not in ('REJECTED', 'RETURNED') and asked_at >= ${since}::timestamptz
        and (asked_by = ${userId} or phone = (select u.phone from identity.users u where u.id = ${userId}))) w`,
  );
  return minor;
}

type Move = Merge & { sourceId: string; amountMinor: number };

async function post(tx: Tx, actor: Actor, { sourceId, fromId, intoId, amountMinor }: Move): Promise<void> {
  await postJournal(tx, actor, {
    kind: 'WALLET_MOVE',
    sourceId,
    businessDate: actor.today,
    entries: [
      { account, partyId: fromId, amountMinor },
      { account, partyId: intoId, amountMinor: -amountMinor },
    ],
  });
  await audit(tx, actor, {
    action: 'wallet.move',
    object: 'wallet',
    objectId: intoId,
    after: { from: fromId, amountMinor },
  });
}
