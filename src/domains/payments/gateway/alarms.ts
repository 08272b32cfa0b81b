/**
 * Alarms: something about money did not fit, nothing was posted, a person has to look. One row for each cause. The
 * payment it is about is set aside: the payer may begin another one.
 */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { type AlarmKind, alarmPath } from '../alarms/alarm.rules.ts';

/** Raised again it says what the bank says now, unless it is solved. */
export async function raiseAlarm(
  tx: Tx,
  actor: Actor,
  alarm: {
    kind: AlarmKind;
    inboxId?: string;
    paymentId?: string;
    details: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, inboxId = null, paymentId = null } = alarm;
  const raised = await first<{ id: string; orderId: string | null }>(
    tx,
    sql`insert into payments.alarms as a (kind, inbox_id, payment_id, details, raised_at)
      values (${kind}, ${inboxId}, ${paymentId}, ${JSON.stringify(alarm.details)}::jsonb, ${actor.now})
      on conflict on constraint alarms_once do update set details = excluded.details
        where a.state <> 'SOLVED' and a.details <> excluded.details
      returning id, details ->> 'orderId' as "orderId"`,
  );
  if (paymentId) {
    await execute(
      tx,
      sql`update payments.payments set set_aside_at = ${actor.now}
        where id = ${paymentId} and state = 'PROCESSING' and set_aside_at is null`,
    );
  }
  if (!raised) return;
  await notify(tx, actor, holdersOf('payments:alarms'), {
    kind: 'payments.alarm',
    occasion: raised.id,
    path: alarmPath(raised.orderId),
    params: { order: raised.orderId ?? '' },
  });
}
