/** Payments of a consumer: facts, which stay with the consumer who made them. */
import type { Holder } from '#domains/consumers/consumer-parts.ts';
import { all, sql } from '#platform/database/db.ts';

export const paymentHolder: Holder = {
  holdings: (db, ids) =>
    all(
      db,
      sql`select 'payments' as kind, count(*) as count,
          coalesce(sum(amount_minor) filter (where state = 'APPROVED'), 0)::bigint as "amountMinor"
        from payments.payments where consumer_id = any(${ids}::uuid[])`,
    ),
};
