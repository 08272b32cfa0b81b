/** Questions about kept files of the bank report; the calls are the office's, so no row is limited. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { duringDays } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type {
  BankDownload,
  compareBankDownloads,
  listBankDownloads as listCall,
  OrderDifference,
} from './contract.ts';

type Query = z.output<(typeof listCall)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;
type CompareQuery = z.output<(typeof compareBankDownloads)['query']>;
type CompareFilters = Omit<CompareQuery, 'limit' | 'offset' | 'sort'>;

const TO_CHOOSE_FROM = 100;

function conditions(query: Filters): Sql {
  const parts: Sql[] = [sql`true`, ...duringDays(sql`d.made_at`, query)];
  if (query.state) parts.push(sql`d.state = ${query.state}`);
  if (query.user) parts.push(sql`d.made_by = ${query.user}`);
  if (query.search) {
    const part = containing(query.search);
    parts.push(sql`(d.name ilike ${part} or d.sha256 = lower(${query.search})
      or exists (select from payments.bank_files f where f.id = d.file_id and f.name ilike ${part}))`);
  }
  return sql.join(parts, sql` and `);
}

/** Relation `x` of downloads with what is shown of them. */
const shown = (page: Sql): Sql<BankDownload> => sql<BankDownload>`
  select d.id, d.state, d.name, d.format, d.language, d.file_id as "fileId", f.name as "fileName", f.gateway,
    d.first_day as "firstDay", d.last_day as "lastDay", d.asked ->> 'class' as class, d.asked ->> 'status' as status,
    d.asked ->> 'source' as source, nullif(d.asked ->> 'search', '') as search, d.made_by_name as "madeBy",
    d.made_at as "madeAt", d.row_count as rows, d.amount_minor as "amountMinor", d.fee_minor as "feeMinor",
    d.booked_minor as "bookedMinor", d.bytes, d.sha256, d.checked_at as "checkedAt", p.id as "previousId"
  from (${page}) x join payments.bank_downloads d on d.id = x.id
  left join payments.bank_files f on f.id = d.file_id
  left join lateral (select e.id from payments.bank_downloads e
    where e.file_id = d.file_id and e.kept_at is not null and (e.made_at, e.id) < (d.made_at, d.id)
    order by e.made_at desc, e.id desc limit 1) p on d.kept_at is not null`;

export function bankDownloadList(_actor: Actor, query: Filters): ListQuery {
  return {
    rows: sql`select d.id, d.made_at as "madeAt", d.row_count as rows, d.amount_minor as "amountMinor"
      from payments.bank_downloads d where ${conditions(query)}`,
    sorts: { madeAt: sql`"madeAt"`, rows: sql`rows`, amountMinor: sql`"amountMinor"` },
    tieBreak: sql`id`,
    details: shown,
  };
}

export async function listBankDownloads(db: Db | Tx, actor: Actor, query: Query) {
  const [page, counts, people] = await Promise.all([
    listPage<BankDownload>(db, query, bankDownloadList(actor, query)),
    countBy(
      db,
      sql`select d.state as key from payments.bank_downloads d where ${conditions({ ...query, state: undefined })}`,
    ),
    all<{ id: string; name: string }>(
      db,
      sql`select made_by as id, max(made_by_name) as name from payments.bank_downloads where made_by is not null
        group by made_by order by 2, 1`,
    ),
  ]);
  return { ...page, counts, people };
}

/** The second file: the one that is named, if not the newest one. */
const afterMeant = ({ after }: CompareFilters): Sql =>
  after
    ? sql`select d.* from payments.bank_downloads d where d.id = ${after} and d.kept_at is not null`
    : sql`(select d.* from payments.bank_downloads d where d.kept_at is not null order by d.made_at desc, d.id desc limit 1)`;

/** The first one: the one that is named, if not the last one before the second; one of the same settlement file if there is one. */
const beforeMeant = (query: CompareFilters): Sql =>
  query.before
    ? sql`select d.* from payments.bank_downloads d where d.id = ${query.before} and d.kept_at is not null`
    : sql`(select d.* from payments.bank_downloads d, (${afterMeant(query)}) a
        where d.kept_at is not null and (d.made_at, d.id) < (a.made_at, a.id)
        order by (d.file_id is not distinct from a.file_id) desc, d.made_at desc, d.id desc limit 1)`;

/**
 * Orders that are not the same in both. An order may have several rows (paid, taken back, paid twice): it is the same if all its
 * rows are. Each of its rows names what the books have of it. A row without an order, as that of a fee, is found by its reference.
 */
const differences = (query: CompareFilters): Sql => sql`
  select o.*, case when o."beforeRows" = 0 then 'ADDED' when o."afterRows" = 0 then 'GONE' else 'CHANGED' end as change
  from (
    select jsonb_build_array(r.order_id, r.other)::text as id, r.order_id as "orderId", r.other as reference,
      ${sql.join(
        (['before', 'after'] as const).map((side) => {
          const here = sql`filter (where r.in_${sql.raw(side)})`;
          const as = (name: string) => sql`as ${sql.raw(`"${side}${name}"`)}`;
          return sql`count(*) ${here}::int ${as('Rows')},
            (sum(coalesce(r.amount_minor, 0)) ${here})::bigint ${as('AmountMinor')},
            (sum(coalesce(r.fee_minor, 0)) ${here})::bigint ${as('FeeMinor')},
            (max(r.booked_minor) ${here})::bigint ${as('BookedMinor')},
            coalesce(array_agg(distinct r.class) ${here}, '{}') ${as('Classes')},
            coalesce(array_agg(distinct r.status) ${here}, '{}') ${as('Statuses')},
            array_agg(r.said order by r.said) ${here} ${as('Said')}`;
        }),
      )}
    from (select d.order_id, case when d.order_id is null then d.reference end as other, d.amount_minor, d.fee_minor, d.booked_minor,
        d.class, d.status, d.download_id = b.id as in_before, d.download_id = a.id as in_after,
        jsonb_build_array(d.class, d.status, d.amount_minor, d.fee_minor, d.booked_minor)::text as said
      from (${beforeMeant(query)}) b, (${afterMeant(query)}) a, payments.bank_download_rows d
      where d.download_id in (b.id, a.id)) r
    group by r.order_id, r.other) o
  where o."beforeSaid" is distinct from o."afterSaid"`;

const differing = (query: CompareFilters): Sql => {
  const parts: Sql[] = [sql`true`];
  if (query.change) parts.push(sql`z.change = ${query.change}`);
  if (query.search) {
    const part = containing(query.search);
    parts.push(sql`(z."orderId" ilike ${part} or z.reference ilike ${part})`);
  }
  return sql`select z.* from (${differences(query)}) z where ${sql.join(parts, sql` and `)}`;
};

export function bankDifferenceList(_actor: Actor, query: CompareFilters): ListQuery {
  return {
    rows: differing(query),
    sorts: { orderId: sql`coalesce("orderId", reference)`, change: sql`change` },
    tieBreak: sql`id`,
  };
}

export async function compareDownloads(db: Db | Tx, actor: Actor, query: CompareQuery) {
  const [page, counts, before, after, files] = await Promise.all([
    listPage<OrderDifference>(db, query, bankDifferenceList(actor, query)),
    countBy(db, sql`select l.change as key from (${differing({ ...query, change: undefined })}) l`),
    first(db, shown(beforeMeant(query))),
    first(db, shown(afterMeant(query))),
    all(
      db,
      sql<BankDownload>`select * from (${shown(sql`select d.id from payments.bank_downloads d where d.kept_at is not null
        order by d.made_at desc, d.id desc limit ${TO_CHOOSE_FROM}`)}) l order by "madeAt" desc, id desc`,
    ),
  ]);
  if ((query.before && !before) || (query.after && !after)) throw fail(commonErrors.not_found);
  return { ...page, counts, before: before ?? null, after: after ?? null, files };
}
