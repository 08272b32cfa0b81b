/** Questions about meters that change: what is known before, the requests, and the figures with which meters went. */
import type { z } from 'zod';
import { type Actor, may } from '#platform/actor.ts';
import { betweenDays } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { numberKey } from '#shared/number-kinds.ts';
import { errors as meterErrors } from '../contract.ts';
import { searching } from '../readings/queries.ts';
import { CHANGE_MOVES, changeRefusal } from './change.rules.ts';
import type {
  BeforeChange,
  Change,
  listMeterChanges as changesCall,
  FinalFigure,
  listFinals as finalsCall,
} from './contract.ts';
import { firstDayOfChange, lastFigure } from './last-figure.ts';

const PLACED = sql`join meters.connections c on c.id = a.connection_id join consumers.consumers u on u.id = c.consumer_id
  join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id`;
const placeColumns = sql`u.name as "consumerName", u.name_bn as "consumerNameBn", s.number as "sectorNumber", d.number as "roadNumber",
  c.plot_number as "plotNumber"`;

export async function beforeChange(db: Db | Tx, connectionId: string): Promise<BeforeChange> {
  const found = await first<BeforeChange & { meterNumber: string | null }>(
    db,
    sql`select c.number, m.number as "meterNumber", l.last_on as "lastOn", l.last_litres as "lastLitres",
        ${firstDayOfChange} as "firstDay", ${placeColumns}
      from meters.connections c join consumers.consumers u on u.id = c.consumer_id
      join settings.roads d on d.id = c.road_id join settings.sectors s on s.id = d.sector_id
      left join meters.assignments a on a.connection_id = c.id and a.removed_on is null
      left join meters.meters m on m.id = a.meter_id left join ${lastFigure} on a.id is not null
      where c.id = ${connectionId}`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.meterNumber === null) throw fail(meterErrors.not_installed);
  return found;
}

/** What meter `m` measured from its last figure `l` until it showed this; over the end of the register. */
const usedUntil = (final: Sql): Sql => sql`${final} - l.last_litres
  + case when ${final} < l.last_litres then (10 ^ m.register_digits * 1000)::bigint else 0 end`;

type Changes = z.output<(typeof changesCall)['query']>;
type ChangeFilters = Omit<Changes, 'limit' | 'offset' | 'sort'>;
type ChangeRow = Omit<Change, 'can'> & { askedById: string };

/** Its place at the connection is looked for by its days: a request that is not accepted has not ended it. */
const changeSource = sql`from meters.change_requests q
  join meters.assignments a on a.connection_id = q.connection_id and a.meter_id = q.meter_id and a.installed_on <= q.changed_on
    and (a.removed_on is null or a.removed_on >= q.changed_on)
  ${PLACED} join meters.meters m on m.id = q.meter_id join meters.meters n on n.id = q.new_meter_id`;

function changeConditions({ id, state, cause, sectorId, search }: ChangeFilters & { id?: string }): Sql {
  const parts: Sql[] = [sql`true`];
  if (state) parts.push(sql`q.state = ${state}`);
  if (cause) parts.push(sql`q.cause = ${cause}`);
  if (id) parts.push(sql`q.id = ${id}::uuid`);
  if (sectorId) parts.push(sql`d.sector_id = ${sectorId}`);
  if (search) parts.push(sql`(q.number = ${numberKey(search)} or ${searching(search)})`);
  return sql.join(parts, sql` and `);
}

export function changeList(query: ChangeFilters & { id?: string }): ListQuery {
  const where = changeConditions(query);
  return {
    rows: sql`select q.id, q.number, q.state, q.cause, q.reason, q.connection_id as "connectionId", c.number as "connectionNumber", ${placeColumns},
        q.meter_id as "meterId", m.number as "meterNumber", q.new_meter_id as "newMeterId", n.number as "newMeterNumber",
        q.changed_on as "changedOn", l.last_on as "lastOn", l.last_litres as "lastLitres", q.final_litres as "finalLitres",
        ${usedUntil(sql`q.final_litres`)} as "usedLitres",
        q.opening_litres as "openingLitres", q.seal_number as "sealNumber", q.asked_by_name as "askedBy", q.asked_at as "askedAt",
        q.asked_by as "askedById", q.decided_by_name as "decidedBy", q.decided_at as "decidedAt", q.remark, q.version
      ${changeSource} join ${lastFigure} on true where ${where}`,
    sorts: { askedAt: sql`"askedAt"`, changedOn: sql`"changedOn"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total ${changeSource} where ${where}`,
  };
}

/** A page of requests, and how many are in each state, with all other filters applied. */
export async function listMeterChanges(db: Db | Tx, actor: Actor, query: Changes) {
  const page = await listPage<ChangeRow>(db, query, changeList(query));
  const where = changeConditions({ ...query, state: undefined });
  const counts = await countBy(db, sql`select q.state as key ${changeSource} where ${where}`);
  return { ...page, items: page.items.map((row) => shownTo(actor, row)), counts };
}

type Paper = {
  id: string;
  kind: 'PHOTO' | 'DOCUMENT';
  fileName: string;
  mediaType: string;
  addedBy: string;
  fileId: string;
};

/** One request, with the newest photo and the newest paper of it. */
export async function getMeterChange(
  db: Db | Tx,
  actor: Actor,
  id: string,
): Promise<Change & { papers: Paper[] }> {
  const row = await first<ChangeRow>(db, changeList({ id }).rows as Sql<ChangeRow>);
  if (!row) throw fail(commonErrors.not_found);
  const papers = await all<Paper>(
    db,
    sql`select distinct on (kind) id, kind, file_name as "fileName", media_type as "mediaType", added_by_name as "addedBy",
        file_id as "fileId"
      from meters.change_papers where request_id = ${id} order by kind desc, id desc`,
  );
  return { ...shownTo(actor, row), papers };
}

function shownTo(actor: Actor, { askedById, ...row }: ChangeRow): Change {
  const can = CHANGE_MOVES.filter((move) => !changeRefusal(move, { state: row.state, askedById }, actor));
  return { ...row, can };
}

type Finals = z.output<(typeof finalsCall)['query']>;
type FinalFilters = Omit<Finals, 'limit' | 'offset' | 'sort'>;
type FinalRow = Omit<FinalFigure, 'hindrance'> & { readById: string | null };

const finalSource = sql`from meters.assignments a ${PLACED} join meters.meters m on m.id = a.meter_id`;

function finalConditions({ confirmed, cause, from, until, sectorId, search }: FinalFilters): Sql {
  const parts: Sql[] = [sql`a.final_status in ('DUMPED_PENDING', 'DUMPED_CONFIRMED')`];
  if (confirmed !== undefined)
    parts.push(sql`a.final_status = ${confirmed ? 'DUMPED_CONFIRMED' : 'DUMPED_PENDING'}`);
  if (cause)
    parts.push(sql`exists (select from meters.change_requests k where k.connection_id = a.connection_id and k.meter_id = a.meter_id
      and k.changed_on = a.removed_on and k.state = 'ACCEPTED' and k.cause = ${cause})`);
  parts.push(...betweenDays(sql`a.removed_on`, { from, to: until }));
  if (sectorId) parts.push(sql`d.sector_id = ${sectorId}`);
  parts.push(searching(search));
  return sql.join(parts, sql` and `);
}

/** The last six real readings, as many days as the figure is after the last of them. */
const expected = sql`(select case when sum(r.days) > 0 then round(sum(r.litres) * (a.removed_on - l.last_on) / sum(r.days))::bigint end
  from unnest(l.recent_litres, l.recent_days) as r (litres, days))`;

export function finalList(query: FinalFilters): ListQuery {
  const where = finalConditions(query);
  return {
    rows: sql`select a.id, a.connection_id as "connectionId", c.number as "connectionNumber", ${placeColumns}, a.meter_id as "meterId",
        m.number as "meterNumber", a.removed_on as "removedOn", l.last_on as "lastOn", l.last_litres as "lastLitres",
        a.final_litres as "finalLitres", ${usedUntil(sql`a.final_litres`)} as "usedLitres", ${expected} as "expectedLitres", n.id as "newMeterId",
        n.number as "newMeterNumber", x.opening_litres as "openingLitres", y.read_on as "newLastOn", y.register_litres as "newLastLitres",
        q.number as "changeNumber", q.cause, q.asked_by as "readById", a.final_status = 'DUMPED_CONFIRMED' as confirmed
      ${finalSource} join ${lastFigure} on true
      left join meters.assignments x on x.connection_id = a.connection_id and x.installed_on = a.removed_on and x.id <> a.id
      left join meters.meters n on n.id = x.meter_id
      left join lateral (select r.read_on, r.register_litres from meters.readings r where r.connection_id = x.connection_id
        and r.meter_id = x.meter_id and r.living order by r.period desc limit 1) y on true
      left join meters.change_requests q on q.connection_id = a.connection_id and q.meter_id = a.meter_id
        and q.changed_on = a.removed_on and q.state = 'ACCEPTED'
      where ${where}`,
    sorts: { removedOn: sql`"removedOn"` },
    tieBreak: sql`id`,
    count: sql`select count(*) as total ${finalSource} where ${where}`,
  };
}

export async function listFinals(db: Db | Tx, actor: Actor, query: Finals) {
  const page = await listPage<FinalRow>(db, query, finalList(query));
  const where = finalConditions({ ...query, confirmed: undefined });
  const counted = await countBy(
    db,
    sql`select case a.final_status when 'DUMPED_PENDING' then 'waiting' else 'confirmed' end as key ${finalSource} where ${where}`,
  );
  const items = page.items.map(
    ({ readById, ...row }): FinalFigure => ({
      ...row,
      hindrance: row.confirmed
        ? 'confirmed'
        : readById === actor.userId
          ? 'own'
          : may(actor, 'readings:review')
            ? null
            : 'not_permitted',
    }),
  );
  return { ...page, items, counts: { waiting: counted.waiting ?? 0, confirmed: counted.confirmed ?? 0 } };
}
