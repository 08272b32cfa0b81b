/**
 * Months of connections that no bill was ever made for: from the first month that the utility billed to the last that is
 * over, while the connection was there, and later ones that have a reading: water after the last day. Of a connection that was closed
 * without a meter only months with a reading: no other can be billed. A month without a reading belongs to the bill of the next reading, as soon as
 * that bill is made.
 */
import type { Actor } from '#platform/actor.ts';
import { type Db, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { UnbilledMonth } from './contract.ts';

type Filter = {
  search?: string | undefined;
  month?: string | undefined;
  sectorId?: string | undefined;
  reason?: string | undefined;
  status?: string | undefined;
};

export function listUnbilledMonths(
  db: Db | Tx,
  actor: Actor,
  query: Filter & Paging,
): Promise<Page<UnbilledMonth>> {
  return listPage(db, query, unbilledList(actor, query));
}

export function unbilledList(actor: Actor, query: Filter): ListQuery {
  const last = sql`(date_trunc('month', ${actor.today}::date) - interval '1 month')::date`;
  return {
    rows: sql`select n.connection_id || '/' || n.month as id, n.connection_id as "connectionId", c.number as "connectionNumber",
        u.name as "consumerName", u.name_bn as "consumerNameBn", c.plot_number as "plotNumber", s.number as "sectorNumber",
        d.number as "roadNumber", c.status, c.disconnected_on as "disconnectedOn", n.month,
        case when r.id is null then 'NO_READING' when r.state in ('APPROVED', 'ESTIMATED', 'BILLED') then 'APPROVED'
          else 'NOT_APPROVED' end as reason, r.consumption_litres as "usageLitres"
      from (
        select m.connection_id, m.month from (
          select c.id as connection_id, month::date as month
          from meters.connections c,
            generate_series(greatest(date_trunc('month', c.connected_on), (select min(period) from billing.invoices)),
              least(${last}, case when c.disconnected_on is not null then greatest(date_trunc('month', c.disconnected_on), (
                select max(f.period) from meters.readings f where f.connection_id = c.id and f.living)) end),
              interval '1 month') as month
          where (${query.status ?? null}::text is null or c.status = ${query.status ?? null})
            and (${query.month ?? null}::date is null or month = ${query.month ?? null}::date)
        ) m
        where not exists (select from billing.invoices i where i.connection_id = m.connection_id and i.period = m.month
          and i.cancelled_on is null and i.adjusts_id is null)
        offset 0
      ) n
      join meters.connections c on c.id = n.connection_id
      join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id
      join settings.sectors s on s.id = d.sector_id
      left join lateral (
        select r.id, r.state, r.consumption_litres from meters.readings r
        where r.connection_id = n.connection_id and r.period = n.month and r.living order by r.read_on desc limit 1
      ) r on true
      where (r.id is not null or c.disconnected_on is null or n.month <= date_trunc('month', c.disconnected_on)
          and not exists (select from meters.unmetered_closures u where u.connection_id = c.id))
        and (r.id is not null or not exists (select from billing.invoices i where i.connection_id = n.connection_id
          and i.cancelled_on is null and i.adjusts_id is null and i.period > n.month
          and i.period_from < n.month + interval '1 month'))
        and (${query.reason ?? null}::text is null or ${query.reason ?? null} = case when r.id is null then 'NO_READING'
          when r.state in ('APPROVED', 'ESTIMATED', 'BILLED') then 'APPROVED' else 'NOT_APPROVED' end)
        and (${query.sectorId ?? null}::uuid is null or s.id = ${query.sectorId ?? null}::uuid)
        and (${query.search ?? null}::text is null or c.number = ${query.search ?? ''}
          or u.search like ${containing((query.search ?? '').toLowerCase())})`,
    sorts: { month: sql`month`, connectionNumber: sql`"connectionNumber"`, usageLitres: sql`"usageLitres"` },
    tieBreak: sql`id`,
  };
}
