/** A meter, locked on the version that somebody looked at, in a state from which this move is made. */
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import { canMove, METER_TRANSITIONS, type MeterMove } from './store.rules.ts';

export type Locked = {
  id: string;
  number: string;
  status: string;
  sealNumber: string | null;
  valueMinor: number | null;
  version: number;
};

/** For a decision on what was asked for, on any version of the meter. */
export async function lockById(tx: Tx, meterId: string): Promise<Locked> {
  const meter = await first<Locked>(
    tx,
    sql`select id, number, status, seal_number as "sealNumber", value_minor as "valueMinor", version
      from meters.meters where id = ${meterId} for update`,
  );
  if (!meter) throw fail(commonErrors.not_found);
  return meter;
}

export async function lockMeter(tx: Tx, step: { meterId: string; version: number }): Promise<Locked> {
  const meter = await lockById(tx, step.meterId);
  if (meter.version !== step.version) throw fail(commonErrors.stale_version);
  return meter;
}

export function refuseMove(move: MeterMove, { status }: Locked): void {
  if (!canMove(move, status)) throw fail(errors.meter_wrong_state, { status });
}

export const finishMeter = (
  tx: Tx,
  { id }: Locked,
  move: MeterMove,
): Promise<{ id: string; status: string }> =>
  one(
    tx,
    sql`update meters.meters set status = ${METER_TRANSITIONS[move].to}, version = version + 1 where id = ${id} returning id, status`,
  );
