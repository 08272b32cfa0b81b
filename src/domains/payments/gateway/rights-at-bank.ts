/** Who may ask the bank about a payment, and who may give one up that has no outcome. */
import { mayPayFor } from '#domains/meters/sharing/visible.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql } from '#platform/database/db.ts';
import { actsOn, visibleTo } from '../queries.ts';

/** Twice as long as a bank's page is open: then others who may pay need not wait any more. */
const OTHERS_AFTER_MINUTES = 30;

/** Payments `p`: own ones, those for what is the actor's, and those of others for what the actor may pay too. */
export function mayAskBank(actor: Actor): Sql {
  return sql`(${visibleTo(actor)} and (${actsOn(actor)} or ${mayPayFor(actor, sql`p.connection_id`)}))`;
}

/** Payments `p` without outcome: own ones and those for what is the actor's; later also those of others who may pay for it. */
export function mayGiveUp(actor: Actor): Sql {
  return sql`(p.method = 'GATEWAY' and p.state in ('CREATED', 'PROCESSING') and p.set_aside_at is null
    and (${actsOn(actor)} or (${mayAskBank(actor)}
      and p.created_at <= ${actor.now}::timestamptz - make_interval(mins => ${OTHERS_AFTER_MINUTES}))))`;
}

/** True if the payment of this id is one of these. */
export async function isAmong(db: Db, these: Sql, paymentId: string): Promise<boolean> {
  const found = await first(db, sql`select from payments.payments p where p.id = ${paymentId} and ${these}`);
  return found !== undefined;
}
