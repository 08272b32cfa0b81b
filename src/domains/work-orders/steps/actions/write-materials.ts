/** The materials of an order, planned or used, and what the store has of them. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { isPartOfPiece } from '#shared/quantity.ts';
import { errors } from '../../contract.ts';
import { type Missing, missingFor, RESERVED } from '../../store/queries.ts';
import { MOST_MINOR } from '../../work-order.rules.ts';

type Line = { materialId: string; quantity: string };
type Lines = { orderId: string; kind: 'ESTIMATE' | 'USED'; materials: Line[] };

/** A line as it is kept. */
type Priced = {
  no: number;
  materialId: string;
  quantity: string;
  rate: number | null;
  name: string | null;
  unit: string | null;
};

/**
 * Writes the lines with the rates of today in the place of those before. What the work took before, and is opened again, may be named again: up to
 * that quantity at the rate of then, also if the material is not in use any more.
 * @returns poisha: the sum of the lines, each half up; a sum that no payment can be is refused before it is written
 */
export async function writeMaterials(
  tx: Tx,
  actor: Actor,
  { orderId, kind, materials }: Lines,
): Promise<number> {
  const lines = await all<Priced & { sum: string | null }>(
    tx,
    sql`select l.no::int, x.id as "materialId", x.quantity::text, p.rate, m.name_en as name, m.unit,
        sum(round(x.quantity * p.rate)) over ()::text as sum
      from jsonb_array_elements(${JSON.stringify(materials)}::jsonb) with ordinality as l (line, no)
      cross join lateral (select (l.line ->> 'materialId')::uuid as id, (l.line ->> 'quantity')::numeric as quantity) x
      left join work_orders.materials taken on taken.order_id = ${orderId} and taken.kind = ${kind} and taken.kind = 'USED'
        and taken.material_id = x.id and x.quantity <= taken.quantity
      left join settings.materials m on m.id = x.id and (m.active or taken.quantity is not null)
      cross join lateral (select coalesce(taken.rate_minor, settings.material_rate(m.id, ${actor.today}::date)) as rate) p
      order by l.no`,
  );
  if (lines.some(({ name }) => name === null)) throw fail(errors.unknown_material);
  const unrated = lines.find(({ rate }) => rate === null);
  if (unrated) throw fail(errors.no_rate, { name: String(unrated.name) });
  const divided = lines.find(({ unit, quantity }) => isPartOfPiece(unit ?? '', quantity));
  if (divided) throw fail(errors.whole_pieces, { name: String(divided.name) });
  if (Number(lines[0]?.sum ?? 0) > MOST_MINOR) throw fail(errors.cost_too_high);
  await execute(tx, sql`delete from work_orders.materials where order_id = ${orderId} and kind = ${kind}`);
  await execute(
    tx,
    sql`insert into work_orders.materials (order_id, kind, line_no, material_id, quantity, rate_minor, amount_minor)
      select ${orderId}, ${kind}, x.no, x."materialId", x.quantity, x.rate, round(x.quantity * x.rate)
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) x (no int, "materialId" uuid, quantity numeric, rate bigint)`,
  );
  const { total } = await one<{ total: number }>(
    tx,
    sql`select coalesce(sum(amount_minor), 0)::bigint as total from work_orders.materials
      where order_id = ${orderId} and kind = ${kind}`,
  );
  return total;
}

type Confirmed = { orderId: string; missing: readonly Line[]; missingReason: string | null };

/**
 * From its assignment on an order has what it needs reserved. The rows of the store stay locked until the assignment is written: of two who assign at once,
 * the second one sees what the first one has reserved. If less is free, who assigns has seen it and says why.
 * @param missing what they have seen
 * @returns what is missing
 */
export async function reserveInStore(
  tx: Tx,
  { orderId, missing, missingReason }: Confirmed,
): Promise<Missing> {
  await execute(
    tx,
    sql`select from work_orders.stock s join work_orders.materials l on l.material_id = s.material_id
      where l.order_id = ${orderId} and l.kind = 'ESTIMATE' order by s.material_id for update of s`,
  );
  const short = await missingFor(tx, orderId);
  const seen = new Map(missing.map(({ materialId, quantity }) => [materialId, Number(quantity)]));
  const unseen = short.find(
    (line) => !missingReason || Number(line.missing) > (seen.get(line.materialId) ?? 0),
  );
  if (unseen) throw fail(errors.stock_not_free, { name: unseen.nameEn, missing: unseen.missing });
  return short;
}

type Issue = { orderId: string; number: string };

/** What was used leaves the store, as far as the store keeps it. The order of ids is the order of locks. */
export async function issueFromStore(tx: Tx, actor: Actor, { orderId, number }: Issue): Promise<void> {
  const short = await first<{ name: string; onHand: string }>(
    tx,
    sql`with kept as (select s.material_id, s.on_hand from work_orders.stock s
        join work_orders.materials u on u.material_id = s.material_id and u.order_id = ${orderId} and u.kind = 'USED'
        order by s.material_id for update of s)
      select m.name_en as name, trim_scale(k.on_hand)::text as "onHand" from kept k
      join work_orders.materials u on u.material_id = k.material_id and u.order_id = ${orderId} and u.kind = 'USED'
      join settings.materials m on m.id = k.material_id where k.on_hand < u.quantity order by u.line_no limit 1`,
  );
  if (short) throw fail(errors.stock_short, short);
  await execute(
    tx,
    sql`with issued as (
        update work_orders.stock s set on_hand = s.on_hand - u.quantity from work_orders.materials u
        where u.material_id = s.material_id and u.order_id = ${orderId} and u.kind = 'USED'
        returning s.material_id, u.quantity, s.on_hand)
      insert into work_orders.stock_movements (material_id, order_id, quantity, on_hand, at, actor_name, remark)
      select material_id, ${orderId}, -quantity, on_hand, ${actor.now}, ${actor.name}, ${number} from issued`,
  );
}

/** Before all that an order took is written again, the store has back what it took before: in one transaction, so that nobody sees it. */
export async function returnToStore(tx: Tx, actor: Actor, { orderId, number }: Issue): Promise<void> {
  await execute(
    tx,
    sql`with taken as (select material_id, sum(quantity) as quantity from work_orders.stock_movements
        where order_id = ${orderId} group by material_id having sum(quantity) <> 0),
      kept as materialized (select s.material_id, t.quantity from work_orders.stock s join taken t on t.material_id = s.material_id
        order by s.material_id for update of s),
      returned as (
        update work_orders.stock s set on_hand = s.on_hand - t.quantity from kept t where t.material_id = s.material_id
        returning s.material_id, t.quantity, s.on_hand)
      insert into work_orders.stock_movements (material_id, order_id, quantity, on_hand, at, actor_name, remark)
      select material_id, ${orderId}, -quantity, on_hand, ${actor.now}, ${actor.name}, ${number} from returned`,
  );
}

type Movement = { materialId: string; quantity: string; remark: string; anyway?: boolean };

/** The first movement of a material begins to keep it in the store. */
export async function moveStock(
  tx: Tx,
  actor: Actor,
  { materialId, quantity, remark, anyway = false }: Movement,
): Promise<{ materialId: string; onHand: string }> {
  const material = await first<{ name: string; unit: string }>(
    tx,
    sql`select name_en as name, unit from settings.materials where id = ${materialId}`,
  );
  if (!material) throw fail(errors.unknown_material);
  if (isPartOfPiece(material.unit, quantity.replace('-', ''))) {
    const { code } = errors.whole_pieces;
    const params = { name: material.name };
    throw fail(errors.whole_pieces, params, [{ path: 'quantity', code, params }]);
  }
  await execute(
    tx,
    sql`insert into work_orders.stock (material_id, on_hand) values (${materialId}, 0) on conflict do nothing`,
  );
  // What is reserved is read after the lock: who assigns work meanwhile has it until the reservation is written.
  await execute(tx, sql`select from work_orders.stock where material_id = ${materialId} for update`);
  const left = sql`on_hand + ${quantity}::numeric`;
  const reserved = sql`coalesce((select r.quantity from ${RESERVED} r where r.material_id = ${materialId}), 0)`;
  const moved = await first<{ onHand: string }>(
    tx,
    sql`update work_orders.stock set on_hand = ${left} where material_id = ${materialId} and ${left} >= 0
        and (${quantity}::numeric > 0 or ${anyway}::boolean or ${left} >= ${reserved}) returning trim_scale(on_hand)::text as "onHand"`,
  );
  if (!moved) {
    const { isShort, ...now } = await one<{ onHand: string; reserved: string; isShort: boolean }>(
      tx,
      sql`select trim_scale(on_hand)::text as "onHand", trim_scale(${reserved})::text as reserved, ${left} < 0 as "isShort"
        from work_orders.stock where material_id = ${materialId}`,
    );
    if (!isShort) throw fail(errors.stock_reserved, { name: material.name, reserved: now.reserved });
    const { code } = errors.stock_short;
    const params = { name: material.name, onHand: now.onHand };
    // Its form has one material and no lines.
    throw fail(errors.stock_short, params, [{ path: 'quantity', code, params }]);
  }
  await execute(
    tx,
    sql`insert into work_orders.stock_movements (material_id, quantity, on_hand, at, actor_name, remark)
      values (${materialId}, ${quantity}::numeric, ${moved.onHand}::numeric, ${actor.now}, ${actor.name}, ${remark})`,
  );
  await audit(tx, actor, {
    action: 'work-order.move-stock',
    object: 'material',
    objectId: materialId,
    after: { quantity, onHand: moved.onHand, ...(anyway ? { anyway } : {}) },
    reason: remark,
  });
  return { materialId, ...moved };
}
