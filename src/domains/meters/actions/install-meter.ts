/** A meter starts to measure a connection. Two meters at once are refused by the database. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { type Holder, holderId } from '../holder.ts';
import { noteSeal } from '../store/actions/seal-meter.ts';
import { METER_TRANSITIONS } from '../store/store.rules.ts';

export type Installation = {
  connectionId: string;
  meterId: string;
  installedOn: string;
  openingLitres: number;
  sealNumber?: string;
  /** What the meter may be kept for. */
  holder?: Holder;
};

const { install } = METER_TRANSITIONS;

export async function installMeter(tx: Tx, actor: Actor, { holder, ...input }: Installation): Promise<void> {
  const meter = await first(
    tx,
    sql`update meters.meters set status = ${install.to}, reserved_for = null, version = version + 1,
        seal_number = coalesce(${input.sealNumber ?? null}, seal_number)
      where id = ${input.meterId} and status = any(${install.from}::text[])
        and (status <> 'RESERVED' or reserved_for = ${holder ? holderId(holder) : null}::uuid)
        and ${input.openingLitres}::bigint < 10 ^ register_digits * 1000
      returning id`,
  );
  if (!meter) throw fail(errors.meter_not_free);
  await execute(
    tx,
    sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
    values (${input.connectionId}, ${input.meterId}, ${input.installedOn}, ${input.openingLitres})`,
  );
  if (input.sealNumber)
    await noteSeal(tx, actor, {
      ...{ meterId: input.meterId, number: input.sealNumber, sealedOn: input.installedOn },
    });
  await audit(tx, actor, {
    action: 'meter.install',
    object: 'meter',
    objectId: input.meterId,
    after: { ...input, ...holder },
  });
}
