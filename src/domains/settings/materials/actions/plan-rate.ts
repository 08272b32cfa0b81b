/** Dated rates of a material. A rate in force is a fact: it is followed by another one, never changed. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import type { Material, MaterialRates } from '../contract.ts';
import { getMaterial, materialRates } from '../queries.ts';

type Rate = { id: string; effectiveFrom: string; rateMinor: number };

/** A material that nobody else changes now; a file of materials waits for who has it, and is waited for. */
export async function lockMaterial(tx: Tx, id: string, day: string): Promise<Material> {
  await execute(tx, sql`select from settings.materials where id = ${id} for update`);
  return getMaterial(tx, id, day);
}

/**
 * Sets rates from a day on: a planned one of the same day is replaced, one in force never. Their materials are locked by the caller.
 * Gives whether all are set.
 */
export async function setRates(tx: Tx, actor: Actor, rates: readonly Rate[]): Promise<boolean> {
  const set = await all(
    tx,
    sql`insert into settings.material_rates as r (material_id, effective_from, rate_minor, set_by, set_by_name, set_at)
      select l.id, l."effectiveFrom", l."rateMinor", ${actor.userId}::uuid, ${actor.name}, ${actor.now}
      from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) l (id uuid, "effectiveFrom" date, "rateMinor" bigint)
      on conflict (material_id, effective_from) do update set rate_minor = excluded.rate_minor, set_by = excluded.set_by,
        set_by_name = excluded.set_by_name, set_at = excluded.set_at
      where r.effective_from > ${actor.today}::date
      returning material_id`,
  );
  return set.length === rates.length;
}

export async function planRate(tx: Tx, actor: Actor, input: Rate): Promise<MaterialRates> {
  const { id, effectiveFrom, rateMinor } = input;
  const { rates } = await lockMaterial(tx, id, actor.today);
  if (effectiveFrom < actor.today) throw fail(errors.rate_in_past);
  if (!(await setRates(tx, actor, [{ id, effectiveFrom, rateMinor }]))) throw fail(errors.rate_in_force);
  const replaced = rates.find((rate) => rate.effectiveFrom === effectiveFrom);
  await audit(tx, actor, {
    action: 'material.plan-rate',
    object: 'material',
    objectId: id,
    ...(replaced ? { before: replaced } : {}),
    after: { effectiveFrom, rateMinor },
  });
  return materialRates(tx, id, actor.today);
}

/** Only of a day that has not come; the last rate that is left stays. */
export async function withdrawRate(
  tx: Tx,
  actor: Actor,
  { id, effectiveFrom }: { id: string; effectiveFrom: string },
): Promise<MaterialRates> {
  await lockMaterial(tx, id, actor.today);
  if (effectiveFrom <= actor.today) throw fail(errors.rate_in_force);
  const gone = await first<{ rate_minor: number }>(
    tx,
    sql`delete from settings.material_rates where material_id = ${id} and effective_from = ${effectiveFrom}::date
      returning rate_minor`,
  );
  if (!gone) throw fail(commonErrors.not_found);
  const { left } = await one<{ left: number }>(
    tx,
    sql`select count(*) as left from settings.material_rates where material_id = ${id}`,
  );
  if (left === 0) throw fail(errors.rate_needed);
  await audit(tx, actor, {
    action: 'material.withdraw-rate',
    object: 'material',
    objectId: id,
    before: { effectiveFrom, rateMinor: gone.rate_minor },
  });
  return materialRates(tx, id, actor.today);
}
