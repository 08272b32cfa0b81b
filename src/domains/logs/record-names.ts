/** What people call a record: its number and name, found by its id among everything that the audit log speaks of. */
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

type Named = { id: string; name: string | null };

/** Names by id; records that are gone have none. */
export async function recordNames(db: Db | Tx, mentioned: readonly unknown[]): Promise<Map<string, string>> {
  const ids = [...new Set(mentioned)].filter((id) => typeof id === 'string' && UUID.test(id));
  if (ids.length === 0) return new Map();
  const rows = await all(
    db,
    sql<Named>`with wanted as materialized (select unnest(${ids}::uuid[]) as id)
      select w.id, n.name from wanted w cross join lateral (
        select concat_ws(' · ', number, name) as name from consumers.consumers where id = w.id
        union all select name from identity.users where id = w.id
        union all select name from roles.roles where id = w.id
        union all select concat_ws(' · ', a.number, c.name) from applications.applications a
          left join consumers.consumers c on c.id = a.consumer_id where a.id = w.id
        union all select number from meters.connections where id = w.id
        union all select number from meters.meters where id = w.id
        union all select file_name from meters.imports where id = w.id
        union all select number from billing.invoices where id = w.id
        union all select concat_ws(' · ', number, to_char(period, 'YYYY-MM')) from billing.bill_runs where id = w.id
        union all select name from billing.tariff_versions where id = w.id
        union all select coalesce(r.number, o.order_id) from payments.payments p
          left join payments.receipts r on r.payment_id = p.id left join payments.orders o on o.payment_id = p.id
          where p.id = w.id
        union all select coalesce(f.number, n.number, a.number) from payments.refunds f
          join applications.applications a on a.id = f.application_id
          left join applications.demand_notes n on n.id = f.demand_note_id where f.id = w.id
        union all select number from applications.demand_notes where id = w.id
        union all select name from applications.desks where id = w.id
        union all select file_name from consumers.imports where id = w.id
        union all select name from identity.list_views where id = w.id
        union all select u.name from identity.sessions s join identity.users u on u.id = s.user_id where s.id = w.id
        union all select concat_ws(' · ', number, name) from settings.sectors where id = w.id
        union all select concat_ws(' · ', number, name) from settings.roads where id = w.id
        union all select concat_ws(' · ', number, name) from settings.dmas where id = w.id
        union all select name_en from settings.materials where id = w.id
        union all select original_name from platform.files where id = w.id
      ) n`,
  );
  return new Map(rows.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
}

/** Ids of records with this number, as people type it. */
export const idsByNumber = (
  number: string,
) => sql`select id::text from consumers.consumers where number = ${number}
  union all select id::text from meters.connections where number = ${number}
  union all select id::text from meters.meters where number = ${number}
  union all select id::text from applications.applications where number = ${number}
  union all select id::text from billing.invoices where number = ${number}
  union all select payment_id::text from payments.receipts where number = ${number}`;
