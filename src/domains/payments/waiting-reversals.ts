/** Payments that one person asked to take back: a second person has to decide. The oldest request first. */
import { all, type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { payerName, payerNameBn, withNames } from './queries.ts';

type Waiting = {
  id: string;
  number: string;
  name: string;
  nameBn: string | null;
  amountMinor: number;
  since: string;
};

export async function waitingReversals(
  db: Db | Tx,
  limit: number,
): Promise<{ total: number; items: Waiting[] }> {
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*)::int as total from payments.reversals v where v.state = 'REQUESTED'`,
  );
  const page = sql`(select q.*, v.requested_at from payments.reversals v join payments.payments q on q.id = v.payment_id
    where v.state = 'REQUESTED' order by v.requested_at, v.id limit ${limit})`;
  const items = await all<Waiting>(
    db,
    sql`select p.id, coalesce(c.number, a.number, b.number, e.number, u.number, '') as number, ${payerName} as name, ${payerNameBn} as "nameBn",
        p.amount_minor as "amountMinor", p.requested_at as since
      from ${withNames(page)} order by p.requested_at, p.id`,
  );
  return { total, items };
}
