/** The wallet of a consumer who becomes one with another entry: its money is that one's, and withdrawals under way end. */
import type { Holder, Merge } from '#domains/consumers/consumer-parts.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { freezeBalance, lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { end } from './withdrawals/actions/end-withdrawal.ts';
import { lockWithdrawal } from './withdrawals/lock-withdrawal.ts';

const account = ACCOUNTS.wallets;

export const walletHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'wallet' as kind, count(*) as count, coalesce(sum(balance_minor), 0)::bigint as "amountMinor"
        from ledger.party_balances where account_code = ${account} and party_id = any(${ids}::uuid[]) and moved_on is not null`,
    ),
  move: (tx, actor, merge, only) => (only ? giveBack(tx, actor, only) : moveMoney(tx, actor, merge)),
};

async function moveMoney(tx: Tx, actor: Actor, { fromId, intoId }: Merge): Promise<string[]> {
  // The account of either entry may be who merges: what is under way is everybody's.
  const office: Actor = { ...actor, kind: 'system' };
  const open = await all<{ id: string }>(
    tx,
    sql`select id from wallet.withdrawals where consumer_id = ${fromId} and state in ('REQUESTED', 'OTP_CONFIRMED', 'APPROVED') order by id`,
  );
  for (const { id } of open) {
    await end(
      tx,
      office,
      await lockWithdrawal(tx, office, id, ['REQUESTED', 'OTP_CONFIRMED', 'APPROVED']),
      'MERGED',
    );
  }
  const { balanceMinor, isFrozen } = await lockBalance(tx, { account, partyId: fromId });
  if (isFrozen) {
    // Nobody gets at frozen money by joining two entries.
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
  if (balanceMinor === 0) return [];
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into wallet.moves (from_id, into_id, amount_minor) values (${fromId}, ${intoId}, ${balanceMinor}) returning id`,
  );
  await post(tx, actor, { sourceId: id, fromId, intoId, amountMinor: balanceMinor });
  return [id];
}

/** Of entries that are parted: what is still there of what was moved. */
async function giveBack(tx: Tx, actor: Actor, only: readonly string[]): Promise<string[]> {
  const moves = await all<{ id: string; fromId: string; intoId: string; amountMinor: number }>(
    tx,
    sql`select id, from_id as "fromId", into_id as "intoId", amount_minor as "amountMinor" from wallet.moves
      where id = any(${only}::uuid[]) and returned_minor is null order by id for update`,
  );
  for (const { id, fromId, intoId, amountMinor } of moves) {
    const { balanceMinor } = await lockBalance(tx, { account, partyId: intoId });
    const returned = Math.min(balanceMinor, amountMinor);
    await execute(tx, sql`update wallet.moves set returned_minor = ${returned} where id = ${id}`);
    if (returned > 0)
      await post(tx, actor, { sourceId: id, fromId: intoId, intoId: fromId, amountMinor: returned });
  }
  return moves.map(({ id }) => id);
}

type Move = Merge & { sourceId: string; amountMinor: number };

async function post(tx: Tx, actor: Actor, { sourceId, fromId, intoId, amountMinor }: Move): Promise<void> {
  await postJournal(tx, actor, {
    kind: 'WALLET_MOVE',
    sourceId,
    businessDate: actor.today,
    again: true,
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
