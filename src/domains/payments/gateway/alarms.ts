/**
 * Alarms: something about money did not fit, nothing was posted, a person has to look. One row for each cause. The
 * payment it is about is set aside: the payer may begin another one.
 */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { type AlarmKind, alarmPath } from '../alarms/alarm.rules.ts';

/**
 * Raised again it says what the bank says now. After its end the same answer raises nothing, unless it is about an amount
 * in taka that the books do not have, or one person ended it although money may have come.
 */
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
      select n.kind, n.inbox_id, n.payment_id, n.details, ${actor.now}::timestamptz
      from (select ${kind}::text as kind, ${inboxId}::uuid as inbox_id, ${paymentId}::uuid as payment_id,
        ${JSON.stringify(alarm.details)}::jsonb as details) n
      where not exists (select from payments.alarms s where s.state = 'SOLVED' and s.kind = n.kind and s.details = n.details
        and s.inbox_id is not distinct from n.inbox_id and s.payment_id is not distinct from n.payment_id
        and case s.solution when 'NO_MONEY' then true when 'NOTED' then not s.may_be_money
          when 'CAME_RIGHT' then false else s.bank_minor is null end)
      on conflict (kind, inbox_id, payment_id, bank_row_id) where state <> 'SOLVED' do update set details = excluded.details
        where a.details <> excluded.details
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
    path: alarmPath(raised.id),
    params: { order: raised.orderId ?? '' },
  });
}
