/** What a connection letter can be made of. */
import { plateHas } from '#domains/meters/by-number.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, sql, type Tx } from '#platform/database/db.ts';
import { listPage } from '#platform/database/lists.ts';
import { isOfSeries, numberKey } from '#shared/number-kinds.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { State } from '../application.rules.ts';
import { hasMeter } from '../list-conditions.ts';
import { visibleTo } from '../pipeline/visible.ts';

/** From the letter on a meter is reserved; one that was opened again may have none. */
const METER_STATES: readonly State[] = [
  ...([
    'WAITING_FOR_METER_NUMBER',
    'READY_TO_SURVEY',
    'READY_TO_PAY',
    'READY_FOR_METER_INSTALLATION',
  ] as const),
];

/** Whether a customer number may be given to an application, as the letter asks; its own constraint decides. */
export async function checkCustomerNumber(
  db: Db | Tx,
  input: { customerId: string; applicationId?: string | undefined },
): Promise<{ available: boolean; reserved: boolean }> {
  const key = numberKey(input.customerId);
  const reserved = isOfSeries(key);
  const taken = await first(
    db,
    sql`select from applications.applications
      where platform.number_key(customer_number) = ${key} and id is distinct from ${input.applicationId ?? null}::uuid
      union all
      select from meters.connections
      where platform.number_key(number) = ${key} and application_id is distinct from ${input.applicationId ?? null}::uuid`,
  );
  return { available: taken === undefined && !reserved, reserved };
}

type DmaChoice = { id: string; number: string; name: string; nameBn: string | null; suggested: boolean };

/** All areas, that of the plot's sector first. */
export function listDmaChoices(
  db: Db | Tx,
  actor: Actor,
  applicationId: string | undefined,
): Promise<DmaChoice[]> {
  return all(
    db,
    sql`select d.id, d.number, d.name, d.name_bn as "nameBn", coalesce(d.id = plot.dma_id, false) as suggested
      from settings.dmas d left join (
        select s.dma_id from applications.applications a join settings.roads r on r.id = a.road_id
        join settings.sectors s on s.id = r.sector_id
        where a.id = ${applicationId ?? null}::uuid and ${visibleTo(actor)}
      ) plot on true
      order by suggested desc, d.number collate platform.natural`,
  );
}

type Stock = { sizeMm: number; waiting: number; free: number };

/** Applications of which a letter is to be written, or whose meter was given away, by the size of their pipe. */
export function stockBySize(db: Db | Tx, actor: Actor): Promise<Stock[]> {
  return all(
    db,
    sql`select w."sizeMm", w.waiting, (select count(*)::int from meters.meters m where m.status = 'IN_STOCK' and m.size_mm = w."sizeMm") as free
      from (select (a.building ->> 'pipeSizeMm')::numeric::int as "sizeMm", count(*)::int as waiting
        from applications.applications a
        where a.state = any(${METER_STATES}::text[]) and a.archived_at is null and not ${hasMeter} and ${visibleTo(actor)}
          and a.building ? 'pipeSizeMm'
        group by 1) w order by w."sizeMm"`,
  );
}

type FreeMeter = { id: string; number: string; make: string; sizeMm: number };

/** A page of the meters in stock. */
export function listFreeMeters(
  db: Db | Tx,
  query: Paging & { sizeMm?: number | undefined },
): Promise<Page<FreeMeter>> {
  const found = query.search ? plateHas(query.search) : sql`true`;
  return listPage<FreeMeter>(db, query, {
    rows: sql`select m.id, m.number, m.make, m.size_mm as "sizeMm" from meters.meters m
      where m.status = 'IN_STOCK' and (${query.sizeMm ?? null}::int is null or m.size_mm = ${query.sizeMm ?? null})
        and ${found}`,
    sorts: { number: sql`number collate platform.natural`, sizeMm: sql`"sizeMm"` },
    tieBreak: sql`id`,
  });
}
