/** What the books have of an application, for the random commands. */
import { all, type Db, one, sql } from '#platform/database/db.ts';

/** The sums of the accounts that anything about the application has moved. */
export async function booked(db: Db, id: string): Promise<Record<string, number>> {
  const rows = await all<{ account: string; minor: number }>(
    db,
    sql`select e.account_code as account, sum(e.amount_minor)::bigint as minor from ledger.journals j
      join ledger.entries e on e.journal_id = j.id
      where j.source_id in (select n.id from applications.demand_notes n where n.application_id = ${id}
        union all select p.id from payments.payments p where p.application_id = ${id}
        union all select r.id from payments.refunds r where r.application_id = ${id})
      group by 1 having sum(e.amount_minor) <> 0`,
  );
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
}

/** What each demand note of the walks comes to: all are for the same survey. */
export const notesAre = (db: Db) =>
  one<{ total: number; vat: number }>(
    db,
    sql`select total_minor as total, vat_minor as vat from applications.demand_notes order by issued_on limit 1`,
  );
