/** What was found at a meter that measures a connection: it is faulty, locked, stopped, or works again. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { markMeter as markCall } from '../contract.ts';
import { finishMeter, lockMeter, refuseMove } from '../lock-meter.ts';

type Marked = z.output<(typeof markCall)['body']>;

export async function markMeter(tx: Tx, actor: Actor, { move, reason, ...step }: Marked) {
  const meter = await lockMeter(tx, step);
  refuseMove(move, meter);
  const answer = await finishMeter(tx, meter, move);
  await execute(
    tx,
    sql`insert into meters.conditions (meter_id, status, reason, noted_by, noted_by_name, at)
      values (${meter.id}, ${answer.status}, ${reason}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
  await audit(tx, actor, {
    action: 'meter.condition',
    object: 'meter',
    objectId: meter.id,
    before: { status: meter.status },
    after: { status: answer.status },
    reason,
  });
  return answer;
}
