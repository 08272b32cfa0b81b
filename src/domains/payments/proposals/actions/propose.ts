/** Asks a second person: for the money of an alarm, in the amount that the bank says it took. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import type { Alarm } from '../../alarms/contract.ts';
import { getAlarm } from '../../alarms/queries.ts';
import { errors } from '../../contract.ts';

export async function proposeForAlarm(
  tx: Tx,
  actor: Actor,
  input: { id: string; kind: 'BOOK' | 'SEND_BACK'; amountMinor: number; reason: string },
): Promise<Alarm> {
  const { id, kind, amountMinor, reason } = input;
  const alarm = await getAlarm(tx, actor, id);
  const asked = await first<{ id: string }>(
    tx,
    sql`insert into payments.proposals (kind, alarm_id, amount_minor, reason, requested_by, requested_at)
      select ${kind}::text, a.id, a.bank_minor, ${reason}::text, ${actor.userId}::uuid, ${actor.now}::timestamptz
      from payments.alarms a
      where a.id = ${id} and a.state <> 'SOLVED' and a.bank_minor = ${amountMinor}::bigint and a.bank_minor > 0
      returning id`,
  );
  if (!asked) {
    if (alarm.state === 'SOLVED') throw fail(errors.alarm_solved);
    throw fail(alarm.bankMinor ? errors.alarm_moved : errors.alarm_without_money);
  }
  await audit(tx, actor, {
    action: 'alarm.propose',
    object: 'alarm',
    objectId: id,
    after: { kind, amountMinor, orderId: alarm.orderId },
    reason,
  });
  await tellDeciders(tx, actor, { proposalId: asked.id, amountMinor });
  return getAlarm(tx, actor, id);
}

/** The bell of everybody who may decide, but not of who asked. */
export function tellDeciders(
  tx: Tx,
  actor: Actor,
  asked: { proposalId: string; amountMinor: number },
): Promise<void> {
  return notify(tx, actor, holdersOf('payments:decide'), {
    kind: 'payments.decision_waiting',
    occasion: asked.proposalId,
    path: '/proposals?page=1&state=REQUESTED',
    params: { minor: asked.amountMinor },
  });
}
