/** A record of each kind, for the tests that walk over the kinds of all domains. */
import { type Sql, sql } from '#platform/database/db.ts';

export const records: Record<string, Sql<{ id: string }>> = {
  wallet: sql`with owner as (
      insert into consumers.consumers (number, name, phone, address) values ('2999999997', 'Owner', '+8801899999997', '') returning id)
    insert into wallet.wallets (consumer_id, opened_at) select id, now() from owner returning consumer_id as id`,
  withdrawal: sql`with owner as (
      insert into consumers.consumers (number, name, phone, address) values ('2999999996', 'Owner', '+8801899999996', '') returning id)
    insert into wallet.withdrawals (consumer_id, amount_minor, state, wanted, asked_by, asked_by_name, asked_at, asked_on, phone, code_expires_at)
    select id, 50000, 'REQUESTED', 'CASH', uuidv7(), 'Example', now(), '2026-11-15', '+8801899999996', now() from owner returning id`,
};
