/** Questions about sectors, roads and district metered areas. Everybody who may ask sees all of them. */
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { Page, Paging } from '#shared/paging.ts';
import type { Dma, ListedDma, ListedRoad, ListedSector, Road, Sector } from './contract.ts';
import { connectionsAt, type PlaceUse, type Usable } from './uses.ts';

const sectorColumns = sql`s.id, s.number, s.name, s.name_bn as "nameBn", s.dma_id as "dmaId", d.number as "dmaNumber",
  (select count(*) from settings.roads r where r.sector_id = s.id) as "roadCount", s.version`;
const sectorTables = sql`settings.sectors s left join settings.dmas d on d.id = s.dma_id`;

/** A road's row `r` and its sector's `s` as the contract shows them. */
export const roadColumns = sql`r.id, r.sector_id as "sectorId", s.number as "sectorNumber", s.name as "sectorName",
  s.name_bn as "sectorNameBn", r.number, r.name, r.name_bn as "nameBn", r.route_order as "routeOrder", r.version`;
const roadTables = sql`settings.roads r join settings.sectors s on s.id = r.sector_id`;

const dmaColumns = sql`d.id, d.number, d.name, d.name_bn as "nameBn",
  (select count(*) from settings.sectors s where s.dma_id = d.id) as "sectorCount", d.version`;

const names = {
  number: sql`number collate platform.natural`,
  name: sql`name collate "bn-x-icu"`,
  nameBn: sql`coalesce("nameBn", name) collate "bn-x-icu"`,
};

/** What the domains to the right have at the places of a page. */
const withConnections = (uses: readonly PlaceUse[], of: Usable) => (page: Sql) =>
  sql`select p.*, ${connectionsAt(uses, of, sql`p.id`)} as "connectionCount" from (${page}) p`;

/** True for every row without a search; digits of both scripts find each other. */
function found(text: Sql, search: string | undefined): Sql {
  return search ? sql`${text} like ${containing(toLatinDigits(search).toLowerCase())}` : sql`true`;
}

type SectorFilters = { dmaId?: string | undefined; search?: string | undefined };

/** The sectors that were asked for. */
export function sectorList(query: SectorFilters, uses: readonly PlaceUse[]): ListQuery {
  const dmaId = query.dmaId ?? null;
  return {
    rows: sql`select ${sectorColumns} from ${sectorTables}
      where (${dmaId}::uuid is null or s.dma_id = ${dmaId}) and ${found(sql`s.search`, query.search)}`,
    sorts: { ...names, roadCount: sql`"roadCount"` },
    tieBreak: sql`id`,
    details: withConnections(uses, 'sector'),
  };
}

/** A page of sectors. */
export function listSectors(
  db: Db | Tx,
  query: Paging & SectorFilters,
  uses: readonly PlaceUse[],
): Promise<Page<ListedSector>> {
  return listPage(db, query, sectorList(query, uses));
}

/** One sector; refuses an unknown id. */
export async function getSector(db: Db | Tx, id: string): Promise<Sector> {
  const sector = await first<Sector>(
    db,
    sql`select ${sectorColumns} from ${sectorTables} where s.id = ${id}`,
  );
  if (!sector) throw fail(commonErrors.not_found);
  return sector;
}

/** Whether no other sector has the number. The constraint decides when it is saved; this only warns early. */
export async function sectorNumberIsFree(
  db: Db | Tx,
  input: { number: string; id?: string | undefined },
): Promise<boolean> {
  const taken = await first(
    db,
    sql`select from settings.sectors where lower(number) = lower(${input.number})
      and id is distinct from ${input.id ?? null}::uuid`,
  );
  return taken === undefined;
}

type RoadFilters = { sectorId?: string | undefined; search?: string | undefined };

/** The roads that were asked for. */
export function roadList(query: RoadFilters, uses: readonly PlaceUse[]): ListQuery {
  const sectorId = query.sectorId ?? null;
  return {
    rows: sql`select ${roadColumns} from ${roadTables}
      where (${sectorId}::uuid is null or r.sector_id = ${sectorId}) and ${found(sql`r.search`, query.search)}`,
    sorts: {
      ...names,
      sector: sql`"sectorNumber" collate platform.natural`,
      routeOrder: sql`"routeOrder"`,
    },
    tieBreak: sql`number collate platform.natural, id`,
    details: withConnections(uses, 'road'),
  };
}

/** A page of roads. */
export function listRoads(
  db: Db | Tx,
  query: Paging & RoadFilters,
  uses: readonly PlaceUse[],
): Promise<Page<ListedRoad>> {
  return listPage(db, query, roadList(query, uses));
}

/** One road; refuses an unknown id. */
export async function getRoad(db: Db | Tx, id: string): Promise<Road> {
  const road = await first<Road>(db, sql`select ${roadColumns} from ${roadTables} where r.id = ${id}`);
  if (!road) throw fail(commonErrors.not_found);
  return road;
}

/** All roads of a sector in number order; refuses an unknown sector. */
export async function roadsOfSector(db: Db | Tx, sectorId: string): Promise<Road[]> {
  await getSector(db, sectorId);
  return all<Road>(
    db,
    sql`select ${roadColumns} from ${roadTables} where r.sector_id = ${sectorId}
      order by r.number collate platform.natural, r.id`,
  );
}

/** Whether no other road of the sector has the number. */
export async function roadNumberIsFree(
  db: Db | Tx,
  input: { sectorId: string; number: string; id?: string | undefined },
): Promise<boolean> {
  const taken = await first(
    db,
    sql`select from settings.roads where sector_id = ${input.sectorId} and lower(number) = lower(${input.number})
      and id is distinct from ${input.id ?? null}::uuid`,
  );
  return taken === undefined;
}

/** The metered areas that were asked for. */
export function dmaList(query: { search?: string | undefined }, uses: readonly PlaceUse[]): ListQuery {
  return {
    rows: sql`select ${dmaColumns} from settings.dmas d where ${found(sql`d.search`, query.search)}`,
    sorts: { ...names, sectorCount: sql`"sectorCount"` },
    tieBreak: sql`id`,
    details: withConnections(uses, 'dma'),
  };
}

/** A page of district metered areas. */
export function listDmas(db: Db | Tx, query: Paging, uses: readonly PlaceUse[]): Promise<Page<ListedDma>> {
  return listPage(db, query, dmaList(query, uses));
}

/** Whether no other metered area has the number. */
export async function dmaNumberIsFree(
  db: Db | Tx,
  input: { number: string; id?: string | undefined },
): Promise<boolean> {
  const taken = await first(
    db,
    sql`select from settings.dmas where lower(number) = lower(${input.number})
      and id is distinct from ${input.id ?? null}::uuid`,
  );
  return taken === undefined;
}

/** One district metered area; refuses an unknown id. */
export async function getDma(db: Db | Tx, id: string): Promise<Dma> {
  const dma = await first<Dma>(db, sql`select ${dmaColumns} from settings.dmas d where d.id = ${id}`);
  if (!dma) throw fail(commonErrors.not_found);
  return dma;
}
