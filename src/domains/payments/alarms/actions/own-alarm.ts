/** Takes an alarm, hands it over or gives it back: the statement that writes compares who had it. */
import { account, holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { alarmPath } from '../alarm.rules.ts';
import type { Alarm } from '../contract.ts';
import { getAlarm } from '../queries.ts';

export async function setAlarmOwner(
  tx: Tx,
  actor: Actor,
  input: { id: string; ownerId: string | null; wasOwnerId: string | null },
): Promise<Alarm> {
  const { id, ownerId, wasOwnerId } = input;
  const before = await getAlarm(tx, actor, id);
  const moved = await first<{ kind: string }>(
    tx,
    sql`update payments.alarms set owner_id = ${ownerId}::uuid,
        state = case when ${ownerId}::uuid is null then 'OPEN' else 'TAKEN' end,
        taken_at = case when ${ownerId}::uuid is null then null else ${actor.now}::timestamptz end
      where id = ${id} and state <> 'SOLVED' and owner_id is not distinct from ${wasOwnerId}::uuid
        and (${ownerId}::uuid is null or ${ownerId}::uuid in (${holdersOf('payments:alarms')})) returning kind`,
  );
  if (!moved) throw fail(await whyNot(tx, input));
  await audit(tx, actor, {
    action: 'alarm.own',
    object: 'alarm',
    objectId: id,
    before: { ownerId: before.ownerId },
    after: { ownerId, kind: moved.kind, orderId: before.orderId },
  });
  if (ownerId) {
    await notify(tx, actor, account(ownerId), {
      kind: 'payments.alarm_handed',
      occasion: `${id}:${actor.now.getTime()}`,
      path: alarmPath(id),
      params: { order: before.orderId ?? '' },
    });
  }
  return getAlarm(tx, actor, id);
}

async function whyNot(tx: Tx, input: { id: string; wasOwnerId: string | null }) {
  const now = await first<{ state: string; ownerId: string | null }>(
    tx,
    sql`select state, owner_id as "ownerId" from payments.alarms where id = ${input.id}`,
  );
  if (now?.state === 'SOLVED') return errors.alarm_solved;
  return now?.ownerId === input.wasOwnerId ? errors.alarm_owner : errors.alarm_taken;
}
