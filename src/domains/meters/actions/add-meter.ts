/** A new meter comes into stock. Its number is unique: the database checks. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { NewMeter } from '../contract.ts';
import { noteSeal } from '../store/actions/seal-meter.ts';

export async function addMeter(tx: Tx, actor: Actor, input: NewMeter): Promise<{ id: string }> {
  const { madeYear = null, valueMinor = null } = input;
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into meters.meters (number, make, size_mm, register_digits, seal_number, made_year, value_minor, aged_from)
      values (${input.number}, ${input.make}, ${input.sizeMm}, ${input.registerDigits}, ${input.sealNumber}, ${madeYear}, ${valueMinor},
        coalesce(make_date(${madeYear}::int, 1, 1), ${actor.today}::date))
      returning id`,
  );
  if (input.sealNumber)
    await noteSeal(tx, actor, { meterId: id, number: input.sealNumber, sealedOn: actor.today });
  await audit(tx, actor, { action: 'meter.create', object: 'meter', objectId: id, after: input });
  return { id };
}
