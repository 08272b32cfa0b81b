/** A new meter comes into stock. Its number is unique: the database checks. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { MeterFields } from '../contract.ts';

export async function addMeter(tx: Tx, actor: Actor, input: MeterFields): Promise<{ id: string }> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into meters.meters (number, make, size_mm, register_digits, seal_number)
      values (${input.number}, ${input.make}, ${input.sizeMm}, ${input.registerDigits}, ${input.sealNumber}) returning id`,
  );
  await audit(tx, actor, { action: 'meter.create', object: 'meter', objectId: id, after: input });
  return { id };
}
