/** Adding, changing and deleting materials. A rate once in force is a fact; another rate counts from its day on. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { type PlaceUse, refuseWhileUsed } from '../../places/uses.ts';
import type { Material, MaterialFields } from '../contract.ts';
import { getMaterial } from '../queries.ts';
import { lockMaterial, setRates } from './plan-rate.ts';

export async function createMaterial(tx: Tx, actor: Actor, input: MaterialFields): Promise<Material> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into settings.materials (type, name_en, name_bn, unit, default_quantity, active, position)
      values (${input.type}, ${input.nameEn}, ${input.nameBn}, ${input.unit}, ${input.defaultQuantity}::numeric,
        ${input.active}, ${input.position}) returning id`,
  );
  const effectiveFrom = input.effectiveFrom ?? actor.today;
  // A material that was just made has no rate in force.
  await setRates(tx, actor, [{ id, effectiveFrom, rateMinor: input.rateMinor }]);
  await audit(tx, actor, {
    action: 'material.create',
    object: 'material',
    objectId: id,
    after: { ...input, effectiveFrom },
  });
  return getMaterial(tx, id, actor.today);
}

type Change = Omit<MaterialFields, 'type' | 'rateMinor'> & {
  id: string;
  version: number;
  rateMinor?: MaterialFields['rateMinor'] | undefined;
};

/** Quantities that are written count in the unit of then: another unit is another material. @param uses what names it */
export async function updateMaterial(
  tx: Tx,
  actor: Actor,
  uses: readonly PlaceUse[],
  input: Change,
): Promise<Material> {
  const effectiveFrom = input.effectiveFrom ?? actor.today;
  const before = await lockMaterial(tx, input.id, effectiveFrom);
  const changed = await first(
    tx,
    sql`update settings.materials set name_en = ${input.nameEn}, name_bn = ${input.nameBn}, unit = ${input.unit},
        default_quantity = ${input.defaultQuantity}::numeric, active = ${input.active}, position = ${input.position},
        version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  if (input.unit !== before.unit)
    await refuseWhileUsed(tx, uses, { of: 'material', id: input.id, error: errors.unit_still_used });
  if (input.rateMinor !== undefined && input.rateMinor !== before.rateMinor) {
    if (effectiveFrom < actor.today) throw fail(errors.rate_in_past);
    const rate = { id: input.id, effectiveFrom, rateMinor: input.rateMinor };
    if (!(await setRates(tx, actor, [rate]))) throw fail(errors.rate_in_force);
  }
  const { rates: _rates, rateFrom: _rateFrom, ...was } = before;
  const { id, version: _version, ...fields } = input;
  await audit(tx, actor, {
    action: 'material.update',
    object: 'material',
    objectId: id,
    before: was,
    after: { ...fields, effectiveFrom },
  });
  return getMaterial(tx, id, actor.today);
}

export async function deleteMaterial(
  tx: Tx,
  actor: Actor,
  uses: readonly PlaceUse[],
  id: string,
): Promise<{ done: true }> {
  const { nameEn, type } = await getMaterial(tx, id, actor.today);
  await refuseWhileUsed(tx, uses, { of: 'material', id, error: errors.material_still_used });
  await execute(tx, sql`delete from settings.materials where id = ${id}`);
  await audit(tx, actor, {
    action: 'material.delete',
    object: 'material',
    objectId: id,
    before: { nameEn, type },
  });
  return { done: true };
}
