/** Work of a crew whose leader or member leaves, or may not do such work any more (identity's OpenWork). */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { OpenWork } from '#domains/identity/users/open-work.ts';
import type { WorkByWord } from '#domains/roles/points.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { HOLD_ENDS, isInCrew, runClock } from '../../lock-order.ts';
import { roleMayWork } from '../../queries.ts';
import { tellEach } from '../../tell-crew.ts';
import { ESCALATES_AT } from '../../work-order.rules.ts';

const isLive = sql`o.state in ('ASSIGNED', 'IN_PROGRESS')`;
const liveOf = (userId: string) => sql`${isLive} and ${isInCrew(userId)}`;

type Live = {
  id: string;
  number: string;
  state: string;
  leads: boolean;
  crewName: string | null;
  stoppedAt: string | null;
  pauseUntil: string | null;
  /** The others of the crew. */
  others: string[];
};

/** The live orders of a person. First the lock, then who is in the crew: a step that had the lock before has changed it. */
async function lockLive(tx: Tx, userId: string): Promise<Live[]> {
  await execute(
    tx,
    sql`select from work_orders.orders o where ${liveOf(userId)} order by o.id for no key update of o`,
  );
  return all<Live>(
    tx,
    sql`select o.id, o.number, o.state, o.crew_id = ${userId}::uuid as leads, o.crew_name as "crewName",
        o.stopped_at as "stoppedAt", o.pause_until as "pauseUntil",
        array(select m.user_id::text from work_orders.crew_members m
          where m.order_id = o.id and m.left_at is null and m.user_id <> ${userId}::uuid) as others
      from work_orders.orders o where ${liveOf(userId)} order by o.id`,
  );
}

/**
 * Work that had to be done again two times goes to somebody who has not done it yet; a hand-over has no reason for each order, by which who
 * assigns could give it to them (`same_crew`). Of the order `o` and the person `u`, who is not asked about what they have already.
 */
const isAgain = (from: string): Sql =>
  sql`o.crew_id = ${from}::uuid and u.id <> ${from}::uuid and o.reopened >= ${sql.lit(ESCALATES_AT)}
    and exists (select from work_orders.crew_members m where m.order_id = o.id and m.user_id = u.id
      and m.worked_at is not null and m.since < o.assigned_at)`;

const idsOf = (orders: readonly Live[]) => sql`${orders.map(({ id }) => id)}::uuid[]`;
const nameOf = async (tx: Tx, userId: string) =>
  (await one<{ name: string }>(tx, sql`select name from identity.users where id = ${userId}`)).name;

export const liveOrders = {
  kind: 'work-orders',
  title: { en: 'Work orders of the crew', bn: 'হাতে থাকা কার্যাদেশ' },

  async count(db, userId) {
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from work_orders.orders o where ${liveOf(userId)}`,
    );
    return count;
  },

  mayTakeOver: (userId) =>
    sql`((${roleMayWork} or not exists (select from work_orders.orders o where ${liveOf(userId)}))
      and not exists (select from work_orders.orders o where ${isLive} and ${isAgain(userId)}))`,

  async handOver(tx, actor, { from, to }) {
    const orders = await lockLive(tx, from);
    if (orders.length === 0) return;
    const [before, after] = [await nameOf(tx, from), await nameOf(tx, to)];
    await replaceInCrews(tx, actor, orders, { from, to, after });
    const moved = await all<{ id: string; version: number }>(
      tx,
      sql`update work_orders.orders o set version = version + 1,
          stepped_at = ${actor.now},
          crew_name = case when o.crew_id = ${from}::uuid then ${after} else o.crew_name end,
          crew_id = case when o.crew_id = ${from}::uuid then ${to}::uuid else o.crew_id end
        where o.id = any(${idsOf(orders)}) returning o.id, o.version`,
    );
    await noteEach(tx, actor, orders, { action: 'assign', remark: `${before} → ${after}` });
    await audit(
      tx,
      actor,
      ...orders.map(({ id, number, state }) => ({
        action: 'work-order.assign' as const,
        object: 'work_order',
        objectId: id,
        before: { state, crew: before },
        after: { state, number, crew: after },
      })),
    );
    await tellEach(tx, actor, 'assigned', { orders: moved, to: account(to) });
    await tellEach(tx, actor, 'taken', { orders: moved, to: account(from) });
  },

  // Nobody takes their place: what they led is to be assigned again, and a crew goes on without who came along.
  async accountEnds(tx, actor, userId) {
    const orders = await lockLive(tx, userId);
    if (orders.length === 0) return;
    const name = await nameOf(tx, userId);
    const led = orders.filter(({ leads }) => leads);
    await execute(
      tx,
      sql`update work_orders.crew_members set left_at = ${actor.now}
        where left_at is null and ((order_id = any(${idsOf(orders)}) and user_id = ${userId}) or order_id = any(${idsOf(led)}))`,
    );
    const moved = await all<{ id: string; version: number }>(
      tx,
      sql`update work_orders.orders set version = version + 1, stepped_at = ${actor.now} where id = any(${idsOf(orders)})
          and not id = any(${idsOf(led)}) returning id, version`,
    );
    const freed = await all<{ id: string; version: number }>(
      tx,
      sql`update work_orders.orders set ${sql.join([
        ...[sql`version = version + 1`, sql`state = 'ACCEPTED'`, sql`state_since = ${actor.now}`],
        sql`stepped_at = ${actor.now}`,
        ...[sql`crew_id = null`, sql`crew_name = null`, sql`assigned_at = null`, sql`arrived_at = null`],
        ...HOLD_ENDS,
      ])} where id = any(${idsOf(led)}) returning id, version`,
    );
    for (const order of led) await runClock(tx, actor, order);
    await noteEach(tx, actor, orders, { action: 'unassign', remark: name });
    await audit(
      tx,
      actor,
      ...orders.map(({ id, number, state, leads, crewName }) => ({
        action: 'work-order.unassign' as const,
        object: 'work_order',
        objectId: id,
        before: { state, crew: name },
        after: { state: leads ? 'ACCEPTED' : state, number, crew: leads ? null : crewName },
      })),
    );
    const changed = [...moved, ...freed];
    await tellEach(tx, actor, 'left', { orders: changed, to: holdersOf('work-orders:assign'), name });
    for (const { id, others } of led)
      await tellEach(tx, actor, 'taken', {
        orders: freed.filter((order) => order.id === id),
        to: sql`select unnest(${others}::uuid[]) as id`,
      });
  },
} satisfies OpenWork;

/** Of a role that does no work of crews any more. */
export const ordersByWord: WorkByWord = {
  kind: liveOrders.kind,
  title: liveOrders.title,
  lost: async (db, _actor, { roleId, words }) =>
    words.includes('work-orders:work')
      ? all(
          db,
          sql`select u.id as "userId", count(*)::int as count from identity.users u
            join (select o.id, o.crew_id as user_id from work_orders.orders o where ${isLive}
              union select o.id, m.user_id from work_orders.orders o join work_orders.crew_members m on m.order_id = o.id
                where ${isLive} and m.left_at is null) w on w.user_id = u.id
            where u.role_id = ${roleId} group by u.id order by u.id`,
        )
      : [],
  letGo: liveOrders.accountEnds,
};

type People = { from: string; to: string; after: string };

/** Rows of crews are never written over: who leaves has left, and the successor has a row of their own, unless they are in the crew already. */
async function replaceInCrews(tx: Tx, actor: Actor, orders: readonly Live[], people: People): Promise<void> {
  const { from, to, after } = people;
  // A successor who came along leads now: their row of before ends too.
  await execute(
    tx,
    sql`update work_orders.crew_members m set left_at = ${actor.now} from work_orders.orders o
      where o.id = m.order_id and o.id = any(${idsOf(orders)}) and m.left_at is null
        and (m.user_id = ${from} or (m.user_id = ${to} and o.crew_id = ${from}))`,
  );
  // If somebody has arrived already, the work is the successor's too: they do not verify it.
  await execute(
    tx,
    sql`insert into work_orders.crew_members (order_id, user_id, user_name, is_leader, since, worked_at)
      select o.id, ${to}, ${after}, o.crew_id = ${from}, ${actor.now},
        case when o.state = 'IN_PROGRESS' then ${actor.now}::timestamptz end
      from work_orders.orders o where o.id = any(${idsOf(orders)})
        and not exists (select from work_orders.crew_members m
          where m.order_id = o.id and m.user_id = ${to} and m.left_at is null)`,
  );
}

type Note = { action: 'assign' | 'unassign'; remark: string };

/** Appends to what happened. The states of before are those of `orders`, the states of after are written already. */
async function noteEach(
  tx: Tx,
  actor: Actor,
  orders: readonly Live[],
  { action, remark }: Note,
): Promise<void> {
  await execute(
    tx,
    sql`insert into work_orders.timeline (order_id, at, action, from_state, to_state, actor_name, by_office, remark, version)
      select n.id, ${actor.now}, ${action}, n.state, o.state, ${actor.name}, true, ${remark}, o.version
      from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) n (id uuid, state text)
      join work_orders.orders o on o.id = n.id`,
  );
}
