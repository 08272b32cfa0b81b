/**
 * A household wants the bills of its connections paid from its wallet, or does not want it any more. Who asks twice changes nothing the
 * second time. A wish that another one takes the place of ends, and what was planned by it is not paid: bills are told again.
 */
import type { z } from 'zod';
import type { UndoneClaim } from '#domains/consumers/consumer-parts.ts';
import { errors as paymentErrors } from '#domains/payments/contract.ts';
import { walletTarget } from '#domains/payments/payment-target.ts';
import { walletLimitsOn } from '#domains/settings/wallet/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import { openWallet } from '../../lock-wallet.ts';
import type { AutoPay, updateAutoPay as call } from '../contract.ts';
import { autoPayOf, ownConnections } from '../queries.ts';
import { dropEnded } from './plan-payments.ts';

type Wish = z.output<(typeof call)['body']>;

export async function updateAutoPay(tx: Tx, actor: Actor, wish: Wish): Promise<AutoPay> {
  const { walletOf } = await walletTarget(tx, actor, String(actor.consumerId));
  if (wish.on) await refuseOff(tx, actor);
  await openWallet(tx, actor, walletOf);
  // One change of a wallet after the other.
  await execute(tx, sql`select from wallet.wallets where consumer_id = ${walletOf} for update`);
  const connections = await all<{ id: string }>(
    tx,
    sql`select c.id from (${ownConnections(walletOf)}) c
      where ${wish.connectionId ?? null}::uuid is null or c.id = ${wish.connectionId ?? null}::uuid order by c.id`,
  );
  if (connections.length === 0) throw fail(commonErrors.not_found);
  const ids = connections.map(({ id }) => id);
  const before = await wishesOf(tx, ids);
  if (wish.on) await start(tx, actor, { walletOf, ids, ...wish });
  else await end(tx, actor, ids);
  await dropEnded(tx, actor);
  await audit(tx, actor, {
    action: wish.on ? 'wallet.auto-pay-on' : 'wallet.auto-pay-off',
    object: 'wallet',
    objectId: walletOf,
    before: { autoPayments: before },
    after: { autoPayments: await wishesOf(tx, ids) },
  });
  return autoPayOf(tx, actor);
}

/** Ending it is never refused. */
async function refuseOff(tx: Tx, actor: Actor): Promise<void> {
  const { enabled, autoPay } = await walletLimitsOn(tx, actor.today);
  if (!enabled) throw fail(paymentErrors.wallet_off);
  if (!autoPay) throw fail(errors.auto_pay_off);
}

/** What the log says of each connection. */
const wishesOf = (tx: Tx, ids: readonly string[]) =>
  all<{ connection: string; trigger: string; day: number | null; ceilingMinor: number }>(
    tx,
    sql`select n.number as connection, r.trigger, r.day, r.ceiling_minor as "ceilingMinor"
      from wallet.auto_rules r join meters.connections n on n.id = r.connection_id
      where r.connection_id = any(${ids}::uuid[]) and r.ended_at is null order by n.number`,
  );

type Start = { walletOf: string; ids: readonly string[] } & Extract<Wish, { on: true }>;

async function start(tx: Tx, actor: Actor, { walletOf, ids, ceilingMinor, when }: Start): Promise<void> {
  const day = when.trigger === 'FIXED_DAY' ? when.day : null;
  await execute(
    tx,
    sql`update wallet.auto_rules r set ended_at = ${actor.now}, ended_as = 'REPLACED'
      where r.connection_id = any(${ids}::uuid[]) and r.ended_at is null
        and (r.trigger, coalesce(r.day, 0), r.ceiling_minor, r.consumer_id)
          is distinct from (${when.trigger}::text, coalesce(${day}::smallint, 0), ${ceilingMinor}::bigint, ${walletOf}::uuid)`,
  );
  await execute(
    tx,
    sql`insert into wallet.auto_rules (connection_id, consumer_id, trigger, day, ceiling_minor, started_at)
      select id, ${walletOf}::uuid, ${when.trigger}::text, ${day}::smallint, ${ceilingMinor}::bigint, ${actor.now}::timestamptz
      from unnest(${ids}::uuid[]) as c (id)
      on conflict (connection_id) where ended_at is null do nothing`,
  );
}

async function end(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  await execute(
    tx,
    sql`update wallet.auto_rules set ended_at = ${actor.now}, ended_as = 'OFF'
      where connection_id = any(${ids}::uuid[]) and ended_at is null`,
  );
}

/** A claim was undone: what its account wanted for the household's connections meanwhile ends, and what was planned by it. */
export async function endClaimedWishes(
  tx: Tx,
  actor: Actor,
  { claimedId, since }: UndoneClaim,
): Promise<void> {
  const ended = await all<{ connection: string; trigger: string; day: number | null; ceilingMinor: number }>(
    tx,
    sql`update wallet.auto_rules r set ended_at = ${actor.now}, ended_as = 'OFF' from meters.connections n
      where n.id = r.connection_id and n.consumer_id = ${claimedId} and r.started_at >= ${since}::timestamptz and r.ended_at is null
      returning n.number as connection, r.trigger, r.day, r.ceiling_minor as "ceilingMinor"`,
  );
  if (ended.length === 0) return;
  await dropEnded(tx, actor);
  await audit(tx, actor, {
    action: 'wallet.auto-pay-off',
    object: 'wallet',
    objectId: claimedId,
    before: { autoPayments: ended },
    after: { autoPayments: [] },
  });
}
