/** The materials of an order, planned or used, and what the store has of them. */
import { readSettings } from '#domains/applications/pipeline/read-settings.ts';
import { unusualLines } from '#domains/applications/settings/unusual-amounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { isPartOfPiece } from '#shared/quantity.ts';
import { errors } from '../../contract.ts';
import { type Missing, missingFor, RESERVED } from '../../store/queries.ts';
import { MOST_MINOR } from '../../work-order.rules.ts';

type Line = { materialId: string; quantity: string };
/** As the refusal says it. */
export type Many = { name: string; quantity: string; usual: number };
type Lines = { orderId: string; kind: 'ESTIMATE' | 'USED'; materials: Line[] };

/** A line as it is kept. `whole`: all that is named of its material; `known`: so much was estimated or taken before. */
type Priced = {
  no: number;
  materialId: string;
  quantity: string;
  whole: string;
  known: string;
  rate: number | null;
  nameEn: string | null;
  nameBn: string | null;
  unit: string | null;
};

/**
 * Writes the lines in the place of those before, in the words of today. What the work took before, and is opened again, may be named again: it keeps
 * the rate of then, piece by piece, also if the material is not in use any more. What is added has the rate of today, in a line of its own.
 * @returns poisha: the sum of the lines, each half up; a sum that no payment can be is refused before it is written. And of which there is more
 * than is usual: who calls it asks about that
 */
export async function writeMaterials(
  tx: Tx,
  actor: Actor,
  { orderId, kind, materials }: Lines,
): Promise<{ totalMinor: number; many: Many | null }> {
  const lines = await all<Priced & { sum: string | null }>(
    tx,
    sql`with named as (
        select l.no::int, (l.line ->> 'materialId')::uuid as id, (l.line ->> 'quantity')::numeric as quantity, (
          select coalesce(max(k.quantity), 0)::text from (select sum(x.quantity) as quantity from work_orders.materials x
            where x.order_id = ${orderId} and x.material_id = (l.line ->> 'materialId')::uuid group by x.kind) k) as known
        from jsonb_array_elements(${JSON.stringify(materials)}::jsonb) with ordinality as l (line, no)),
      before as (
        select t.material_id, t.line_no, t.rate_minor, t.quantity,
          sum(t.quantity) over (partition by t.material_id order by t.line_no) - t.quantity as after
        from work_orders.materials t where t.order_id = ${orderId} and t.kind = ${kind} and t.kind = 'USED'),
      parts as (
        select n.no, b.line_no, b.rate_minor as rate, least(b.quantity, n.quantity - b.after) as quantity, m.name_en, m.name_bn, m.unit
        from named n join before b on b.material_id = n.id and b.after < n.quantity join settings.materials m on m.id = n.id
        union all
        select n.no, null, settings.material_rate(m.id, ${actor.today}::date), n.quantity - b.quantity, m.name_en, m.name_bn, m.unit
        from named n cross join lateral (select coalesce(sum(x.quantity), 0) as quantity from before x where x.material_id = n.id) b
        left join settings.materials m on m.id = n.id and m.active
        where n.quantity > b.quantity),
      -- Taken before at the rate of today: one line.
      lines as (
        select p.no, min(p.line_no) as line_no, p.rate, sum(p.quantity) as quantity, min(p.name_en) as name_en, min(p.name_bn) as name_bn,
          min(p.unit) as unit
        from parts p group by p.no, p.rate)
      select (row_number() over (order by l.no, l.line_no))::int as no, n.id as "materialId", l.quantity::text, n.quantity::text as whole, n.known,
        l.rate, l.name_en as "nameEn", l.name_bn as "nameBn", l.unit, sum(round(l.quantity * l.rate)) over ()::text as sum
      from lines l join named n on n.no = l.no order by l.no, l.line_no`,
  );
  if (lines.some(({ nameEn }) => nameEn === null)) throw fail(errors.unknown_material);
  const unrated = lines.find(({ rate }) => rate === null);
  if (unrated) throw fail(errors.no_rate, { name: String(unrated.nameEn) });
  const divided = lines.find(({ unit, whole }) => isPartOfPiece(unit ?? '', whole));
  if (divided) throw fail(errors.whole_pieces, { name: String(divided.nameEn) });
  if (Number(lines[0]?.sum ?? 0) > MOST_MINOR) throw fail(errors.cost_too_high);
  await execute(tx, sql`delete from work_orders.materials where order_id = ${orderId} and kind = ${kind}`);
  await execute(
    tx,
    sql`insert into work_orders.materials (order_id, kind, line_no, material_id, name_en, name_bn, unit, quantity, rate_minor, amount_minor)
      select ${orderId}, ${kind}, x.no, x."materialId", x."nameEn", x."nameBn", x.unit, x.quantity, x.rate, round(x.quantity * x.rate)
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        x (no int, "materialId" uuid, "nameEn" text, "nameBn" text, unit text, quantity numeric, rate bigint)`,
  );
  const { total } = await one<{ total: number }>(
    tx,
    sql`select coalesce(sum(amount_minor), 0)::bigint as total from work_orders.materials
      where order_id = ${orderId} and kind = ${kind}`,
  );
  return { totalMinor: total, many: await manyOf(tx, lines) };
}

/** The material of which there is the most beyond what is usual; the rule of surveys. */
async function manyOf(tx: Tx, lines: readonly Priced[]): Promise<Many | null> {
  const materials = lines.map(({ unit, whole, known }) => ({ unit: unit ?? '', quantity: whole, known }));
  const [first] = unusualLines(materials, await readSettings(tx));
  const line = lines[first?.index ?? -1];
  return first && line
    ? { name: String(line.nameEn), quantity: String(Number(line.whole)), usual: first.usual }
    : null;
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

/** All of each material that an order took, also if its parts have different rates. */
const used = (
  orderId: string,
): Sql => sql`(select u.material_id, sum(u.quantity) as quantity, min(u.line_no) as line_no
  from work_orders.materials u where u.order_id = ${orderId} and u.kind = 'USED' group by u.material_id)`;

/** What was used leaves the store, as far as the store keeps it. The order of ids is the order of locks. */
export async function issueFromStore(tx: Tx, actor: Actor, { orderId, number }: Issue): Promise<void> {
  const short = await first<{ name: string; onHand: string }>(
    tx,
    sql`with kept as (select s.material_id, s.on_hand from work_orders.stock s
        join ${used(orderId)} u on u.material_id = s.material_id
        order by s.material_id for update of s)
      select m.name_en as name, trim_scale(k.on_hand)::text as "onHand" from kept k
      join ${used(orderId)} u on u.material_id = k.material_id
      join settings.materials m on m.id = k.material_id where k.on_hand < u.quantity order by u.line_no limit 1`,
  );
  if (short) throw fail(errors.stock_short, short);
  await execute(
    tx,
    sql`with issued as (
        update work_orders.stock s set on_hand = s.on_hand - u.quantity from ${used(orderId)} u
        where u.material_id = s.material_id returning s.material_id, u.quantity, s.on_hand)
      insert into work_orders.stock_movements (material_id, name_en, name_bn, unit, order_id, quantity, on_hand, at, actor_name, remark)
      select m.id, m.name_en, m.name_bn, m.unit, ${orderId}, -i.quantity, i.on_hand, ${actor.now}, ${actor.name}, ${number}
      from issued i join settings.materials m on m.id = i.material_id`,
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
      insert into work_orders.stock_movements (material_id, name_en, name_bn, unit, order_id, quantity, on_hand, at, actor_name, remark)
      select m.id, m.name_en, m.name_bn, m.unit, ${orderId}, -r.quantity, r.on_hand, ${actor.now}, ${actor.name}, ${number}
      from returned r join settings.materials m on m.id = r.material_id`,
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
    sql`insert into work_orders.stock_movements (material_id, name_en, name_bn, unit, quantity, on_hand, at, actor_name, remark)
      select id, name_en, name_bn, unit, ${quantity}::numeric, ${moved.onHand}::numeric, ${actor.now}, ${actor.name}, ${remark}
      from settings.materials where id = ${materialId}`,
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
