/**
 * Questions about work orders. The office sees all, who only works what is theirs, a household what is at its connections: without the
 * names of staff, estimates that it does not pay and the remarks between people of the office.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { betweenDays, dayOfInstant } from '#platform/database/days.ts';
import { all, type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, countBy, type ListQuery, listPage } from '#platform/database/lists.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type * as contract from './contract.ts';
import { isSettled, seesOrder } from './lock-order.ts';
import { OPEN_STATES, ORDER_ACTIONS, refusalOf, STAGES } from './work-order.rules.ts';

type Query = z.output<(typeof contract.listOrders)['query']>;
type Filters = Omit<Query, 'limit' | 'offset' | 'sort'>;

const OPEN = sql`o.state in (${sql.join(OPEN_STATES.map((state) => sql.lit(state)))})`;
/** Its charge can be paid now. */
const DUE = sql`(o.state = 'ON_REVIEW' and o.charge_minor > o.paid_minor and o.waived_by is null)`;
const PAID = sql`(o.charge_minor is not null and o.paid_minor > 0)`;
const isLate = (actor: Actor): Sql => sql`(${OPEN} and o.due_at < ${actor.now}::timestamptz)`;
const office = (actor: Actor, column: Sql): Sql =>
  sql`case when ${actor.kind !== 'consumer'}::boolean then ${column} end`;

/** Staff `u` of role `r` who may be given work. */
export const mayWork = sql`u.status = 'active' and u.consumer_id is null and r.status = 'active' and (r.code = 'admin' or exists (
  select from roles.role_permissions p where p.role_id = r.id and p.permission = 'work-orders:work'))`;

function conditions(actor: Actor, query: Filters): Sql {
  const parts: Sql[] = [seesOrder(actor), ...betweenDays(dayOfInstant(sql`o.asked_at`), query)];
  if (query.stage) parts.push(sql`o.state = any(${[...STAGES[query.stage]]}::text[])`);
  if (query.state) parts.push(sql`o.state = ${query.state}`);
  if (query.categoryId) parts.push(sql`o.category_id = ${query.categoryId}`);
  if (query.sectorId)
    parts.push(sql`o.road_id in (select id from settings.roads where sector_id = ${query.sectorId})`);
  if (query.priority) parts.push(sql`o.priority = ${query.priority}`);
  if (query.askedAs) parts.push(sql`o.asked_as = ${query.askedAs}`);
  if (query.crewId) parts.push(sql`o.crew_id = ${query.crewId}`);
  if (query.late !== undefined) parts.push(query.late ? isLate(actor) : sql`not ${isLate(actor)}`);
  if (query.charged) parts.push(sql`(${DUE} or ${PAID})`);
  if (query.money) parts.push(query.money === 'DUE' ? DUE : PAID);
  if (query.search) {
    const exact = toLatinDigits(query.search).trim();
    parts.push(sql`(o.number = ${exact} or lower(o.plot_number) = lower(${exact})
      or o.connection_id in (select id from meters.connections where number = ${exact})
      or o.description ilike ${containing(query.search)})`);
  }
  return sql.join(parts, sql` and `);
}

const itemColumns = (
  actor: Actor,
): Sql => sql`o.id, o.number, k.name_en as "categoryEn", k.name_bn as "categoryBn", o.state,
  o.state_since as "stateSince", o.priority, s.number as "sectorNumber", d.number as "roadNumber", o.plot_number as "plotNumber",
  (select c.number from meters.connections c where c.id = o.connection_id) as "connectionNumber",
  ${office(actor, sql`(select c.name from consumers.consumers c where c.id = o.consumer_id)`)} as "consumerName",
  ${office(actor, sql`(select c.name_bn from consumers.consumers c where c.id = o.consumer_id)`)} as "consumerNameBn", o.asked_as as "askedAs",
  case when ${actor.kind !== 'consumer'}::boolean or o.asked_by = ${actor.userId} then o.asked_by_name else '' end as "askedBy",
  o.asked_at as "askedAt", o.due_at as "dueAt", ${isLate(actor)} as "isLate", ${office(actor, sql`o.crew_name`)} as "crewName",
  o.arrived_at as "arrivedAt", o.completed_at as "completedAt",
  ${office(actor, sql`coalesce(o.used_minor, o.estimate_minor)`)} as "costMinor", o.charge_minor as "chargeMinor",
  o.paid_minor as "paidMinor", o.reopened, o.version`;

const JOINED = sql`work_orders.orders o join work_orders.categories k on k.id = o.category_id join settings.roads d on d.id = o.road_id
  join settings.sectors s on s.id = d.sector_id`;

export function orderList(actor: Actor, query: Filters): ListQuery {
  const where = conditions(actor, query);
  return {
    rows: sql`select ${itemColumns(actor)} from ${JOINED} where ${where}`,
    count: sql`select count(*) as total from work_orders.orders o where ${where}`,
    sorts: {
      askedAt: sql`"askedAt"`,
      dueAt: sql`"dueAt"`,
      stateSince: sql`"stateSince"`,
      number: sql`number`,
    },
    tieBreak: sql`id`,
  };
}

type OrderPage = z.input<(typeof contract.listOrders)['output']>;

/** A page of orders, and how many are in each state, with all other filters applied. */
export async function listOrders(db: Db | Tx, actor: Actor, query: Query): Promise<OrderPage> {
  const page = await listPage<contract.OrderItem>(db, query, orderList(actor, query));
  const where = conditions(actor, { ...query, state: undefined });
  const counts = await countBy(db, sql`select o.state as key from work_orders.orders o where ${where}`);
  return { ...page, counts, ...(query.charged ? { money: await countMoney(db, actor, query) } : {}) };
}

function countMoney(db: Db | Tx, actor: Actor, query: Query): Promise<Partial<Record<string, number>>> {
  const where = conditions(actor, { ...query, money: undefined });
  return countBy(
    db,
    sql`select case when ${PAID} then 'PAID' else 'DUE' end as key from work_orders.orders o where ${where}`,
  );
}

/** Orders by state, as far as the actor sees them. */
export const countOrders = (db: Db | Tx, actor: Actor): Promise<Partial<Record<string, number>>> =>
  countBy(db, sql`select o.state as key from work_orders.orders o where ${OPEN} and ${seesOrder(actor)}`);

const READING = sql`(select jsonb_build_object('meterNumber', m.number, 'period', r.period)
  from meters.readings r join meters.meters m on m.id = r.meter_id where r.id = o.reading_id)`;

type Detail = z.input<(typeof contract.getOrder)['output']>;
type Row = Omit<Detail, 'can' | 'estimate' | 'used' | 'photos' | 'timeline'> & {
  askedById: string;
  isSettled: boolean;
  isStarted: boolean;
};

/** Asked under the program's role: a household's part of it is cut out here. */
export async function getOrder(db: Db | Tx, actor: Actor, orderId: string): Promise<Detail> {
  const row = await first<Row>(
    db,
    sql`select ${itemColumns(actor)}, o.category_id as "categoryId", o.connection_id as "connectionId",
        o.description, o.phone, ${office(actor, sql`o.contact_name`)} as "contactName", k.chargeable as "isChargeable", o.started_at is not null as "isStarted",
        case when ${actor.kind !== 'consumer'}::boolean or o.state in ('REJECTED', 'CANCELLED', 'RE_OPEN') then o.remark end as remark,
        ${office(actor, sql`o.reviewer_name`)} as "reviewerName", ${office(actor, sql`o.crew_id`)} as "crewId",
        ${office(actor, READING)} as reading, o.assigned_at as "assignedAt", ${office(actor, sql`o.labour_minor`)} as "labourMinor",
        case when ${actor.kind !== 'consumer'}::boolean or o.charge_minor is not null then o.estimate_minor end as "estimateMinor",
        o.vat_minor as "vatMinor", ${office(actor, sql`o.waived_by_name`)} as "waivedBy",
        o.waived_reason as "waivedReason", o.cause, o.work_done as "workDone", ${office(actor, sql`o.lost_litres`)} as "lostLitres",
        ${office(actor, sql`o.used_minor`)} as "usedMinor", ${office(actor, sql`o.variance_reason`)} as "varianceReason",
        ${office(actor, sql`o.verified_by_name`)} as "verifiedBy", o.closed_at as "closedAt", o.asked_by as "askedById",
        ${isSettled} as "isSettled"
      from ${JOINED} where o.id = ${orderId} and ${seesOrder(actor)}`,
  );
  if (!row) throw fail(commonErrors.not_found);
  const { askedById, isSettled: settled, isStarted, ...order } = row;
  const crewId = await crewOf(db, orderId);
  const facts = {
    ...{ state: order.state, askedBy: askedById, crewId, isSettled: settled },
    ...{ paidMinor: order.paidMinor, isStarted },
  };
  const SHOWN = new Set(['own_work', 'not_yours', 'not_paid', 'paid_already']);
  const can = ORDER_ACTIONS.map((action) => {
    const refusal = refusalOf(action, facts, actor);
    return [action, refusal === null ? 'yes' : SHOWN.has(refusal) ? refusal : 'no'] as const;
  });
  const isCharged = actor.kind !== 'consumer' || order.chargeMinor !== null;
  return {
    ...order,
    estimate: isCharged ? await linesOf(db, orderId, 'ESTIMATE') : [],
    used: actor.kind === 'consumer' ? [] : await linesOf(db, orderId, 'USED'),
    photos: await photosOf(db, actor, orderId),
    timeline: await timelineOf(db, actor, orderId),
    can: Object.fromEntries(can) as Detail['can'],
  };
}

async function crewOf(db: Db | Tx, orderId: string): Promise<string | null> {
  const order = await first<{ crewId: string | null }>(
    db,
    sql`select crew_id as "crewId" from work_orders.orders where id = ${orderId}`,
  );
  return order?.crewId ?? null;
}

const linesOf = (db: Db | Tx, orderId: string, kind: 'ESTIMATE' | 'USED') =>
  all<Detail['estimate'][number]>(
    db,
    sql`select l.material_id as "materialId", m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
        trim_scale(l.quantity)::text as quantity, l.rate_minor as "rateMinor", l.amount_minor as "amountMinor"
      from work_orders.materials l join settings.materials m on m.id = l.material_id
      where l.order_id = ${orderId} and l.kind = ${kind} order by l.line_no`,
  );

const photosOf = (db: Db | Tx, actor: Actor, orderId: string) =>
  all<Detail['photos'][number]>(
    db,
    sql`select p.id, p.moment, p.file_name as "fileName", p.uploaded_at as "uploadedAt",
        case when ${actor.kind !== 'consumer'}::boolean or p.uploaded_by = ${actor.userId} then p.uploaded_by_name else '' end as "uploadedBy"
      from work_orders.photos p where p.order_id = ${orderId} order by p.uploaded_at, p.id`,
  );

/** What only the office did among itself is not for a household. */
const timelineOf = (db: Db | Tx, actor: Actor, orderId: string) =>
  all<Detail['timeline'][number]>(
    db,
    sql`select t.id, t.at, t.action, t.to_state as "toState", case when ${actor.kind !== 'consumer'}::boolean then t.actor_name else '' end as by,
        case when ${actor.kind !== 'consumer'}::boolean or t.action in ('reject', 'cancel', 'reopen') then t.remark end as remark
      from work_orders.timeline t where t.order_id = ${orderId}
        and (${actor.kind !== 'consumer'}::boolean or t.action not in ('photo', 'edit', 'estimate', 'return', 'unassign'))
      order by t.at, t.id`,
  );

/** The file of a photo that the actor may open; who opened it is noted. */
export async function photoFile(db: Db | Tx, actor: Actor, photoId: string): Promise<string> {
  const photo = await first<{ fileId: string; after: Record<string, unknown> }>(
    db,
    sql`select p.file_id as "fileId", jsonb_build_object('number', o.number, 'moment', p.moment, 'fileName', p.file_name) as after
      from work_orders.photos p join work_orders.orders o on o.id = p.order_id where p.id = ${photoId} and ${seesOrder(actor)}`,
  );
  if (!photo) throw fail(commonErrors.not_found);
  await auditView(db, actor, {
    action: 'work-order.photo-view',
    objectId: photoId,
    after: photo.after,
    onceInMinutes: 5,
  });
  return photo.fileId;
}

type Categories = z.input<(typeof contract.listCategories)['output']>;

export const listCategories = async (db: Db | Tx): Promise<Categories> => ({
  items: await all(
    db,
    sql`select id, code, name_en as "nameEn", name_bn as "nameBn", priority, hours, chargeable
      from work_orders.categories order by position, code`,
  ),
});

type Crew = z.input<(typeof contract.listCrew)['output']>;

/** The least loaded first. */
export const listCrew = async (db: Db | Tx, actor: Actor): Promise<Crew> => ({
  items: await all(
    db,
    sql`select u.id, u.name, count(o.id)::int as open, count(o.id) filter (where ${isLate(actor)})::int as late
      from identity.users u join roles.roles r on r.id = u.role_id
      left join work_orders.orders o on o.crew_id = u.id and o.state in ('ASSIGNED', 'IN_PROGRESS')
      where ${mayWork} group by u.id, u.name order by open, u.name, u.id`,
  ),
});

type Store = z.input<typeof import('./steps/contract.ts').listStock['output']>;

/** Active materials; `low`: of which nothing is left. */
export const listStock = async (
  db: Db | Tx,
  actor: Actor,
  { low }: { low?: boolean | undefined },
): Promise<Store> => ({
  items: await all(
    db,
    sql`select m.id as "materialId", m.name_en as "nameEn", m.name_bn as "nameBn", m.unit,
        settings.material_rate(m.id, ${actor.today}::date) as "rateMinor", trim_scale(k.on_hand)::text as "onHand"
      from settings.materials m left join work_orders.stock k on k.material_id = m.id
      where m.active and ${low ? sql`k.on_hand = 0` : sql`true`} order by m.type, m.position, m.name_en, m.id`,
  ),
});
