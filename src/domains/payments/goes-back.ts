/** What a record shows of money that paid nothing of it: it came too late, and a refund sends it back. */

import type { z } from 'zod';
import type { goesBackSchema } from '#domains/applications/detail.schema.ts';
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { visibleTo } from './queries.ts';

export type GoesBack = z.output<typeof goesBackSchema>;

/**
 * The state of the last refund case of a payment. One that was given up reads as refused: it is not paid back for now. A case that was withdrawn, or whose money came back, is followed by
 * another one; until then the money is owed as if nothing had been decided.
 */
const lastCase = sql`left join lateral (select case when f.state = 'GIVEN_UP' then 'REFUSED' when f.state in ('APPROVED', 'REFUSED', 'PAID_OUT') then f.state end as state,
    f.paid_on from payments.refunds f where f.payment_id = p.id order by f.asked_at desc limit 1) f on true`;

/** @param target condition on the payment p */
export async function moneyThatGoesBack(db: Db | Tx, actor: Actor, target: Sql): Promise<GoesBack[]> {
  if (!may(actor, 'payments:view')) return [];
  return all(
    db,
    sql`select p.id as "paymentId", p.amount_minor as "amountMinor", p.paid_on as "paidOn",
        coalesce(f.state, 'REQUESTED') as "refundState", case when f.state = 'PAID_OUT' then f.paid_on end as "paidOutOn"
      from payments.payments p ${lastCase}
      where p.owed_back and p.state = 'APPROVED' and ${target} and ${visibleTo(actor)}
      order by p.paid_on desc, p.id desc limit 100`,
  );
}
