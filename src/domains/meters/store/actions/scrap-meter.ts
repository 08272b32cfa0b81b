/** A meter is scrapped with a reason. One that is worth something is scrapped by two people: one asks, another decides. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type decideScrap as decideCall, errors, type scrapMeter as scrapCall } from '../contract.ts';
import { finishMeter, type Locked, lockById, lockMeter, refuseMove } from '../lock-meter.ts';

type Asked = z.output<(typeof scrapCall)['body']>;
type Answer = { id: string; status: string };

export async function scrapMeter(tx: Tx, actor: Actor, { reason, ...step }: Asked): Promise<Answer> {
  const meter = await lockMeter(tx, step);
  refuseMove('scrap', meter);
  const { id, valueMinor } = meter;
  const state = valueMinor === null ? 'SCRAPPED' : 'REQUESTED';
  await execute(
    tx,
    sql`insert into meters.scraps (meter_id, state, reason, value_minor, asked_by, asked_by_name, asked_at)
      values (${id}, ${state}, ${reason}, ${valueMinor}, ${actor.userId}, ${actor.name}, ${actor.now})`,
  );
  if (valueMinor === null) return scrap(tx, actor, meter, reason);
  await audit(tx, actor, {
    action: 'meter.ask-scrap',
    object: 'meter',
    objectId: id,
    after: { meterNumber: meter.number, valueMinor },
    reason,
  });
  return { id, status: meter.status };
}

type Decided = z.output<(typeof decideCall)['body']>;

export async function decideScrap(
  tx: Tx,
  actor: Actor,
  { scrapId, accept, remark }: Decided,
): Promise<Answer> {
  const known = await first<{ meterId: string }>(
    tx,
    sql`select meter_id as "meterId" from meters.scraps where id = ${scrapId}`,
  );
  if (!known) throw fail(commonErrors.not_found);
  const meter = await lockById(tx, known.meterId);
  const asked = await one<{ state: string; reason: string; askedBy: string | null }>(
    tx,
    sql`select state, reason, asked_by as "askedBy" from meters.scraps where id = ${scrapId} for update`,
  );
  if (asked.state !== 'REQUESTED') throw fail(errors.meter_scrap_decided);
  if (asked.askedBy === actor.userId) throw fail(errors.meter_scrap_asker);
  if (!accept && !remark) throw fail(errors.meter_scrap_remark);
  await execute(
    tx,
    sql`update meters.scraps set state = ${accept ? 'SCRAPPED' : 'REFUSED'}, decided_by = ${actor.userId},
        decided_by_name = ${actor.name}, decided_at = ${actor.now}, remark = ${remark ?? null} where id = ${scrapId}`,
  );
  if (accept) {
    refuseMove('scrap', meter);
    return scrap(tx, actor, meter, asked.reason);
  }
  await audit(tx, actor, {
    action: 'meter.refuse-scrap',
    object: 'meter',
    objectId: meter.id,
    after: { meterNumber: meter.number },
    reason: remark,
  });
  return { id: meter.id, status: meter.status };
}

async function scrap(tx: Tx, actor: Actor, meter: Locked, reason: string): Promise<Answer> {
  const answer = await finishMeter(tx, meter, 'scrap');
  await audit(tx, actor, {
    action: 'meter.scrap',
    object: 'meter',
    objectId: meter.id,
    before: { status: meter.status },
    after: { status: answer.status, meterNumber: meter.number, valueMinor: meter.valueMinor },
    reason,
  });
  return answer;
}
