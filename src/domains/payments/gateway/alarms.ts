/** Alarms: something about money did not fit, nothing was posted, a person has to look. One row for each cause. */
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';

export type AlarmKind =
  | 'SIGNATURE'
  | 'ORDER'
  | 'AMOUNT'
  | 'CURRENCY'
  | 'MERCHANT'
  | 'UNDECIDED'
  | 'AFTER_REVERSAL';

export async function raiseAlarm(
  tx: Tx,
  actor: Actor,
  alarm: { kind: AlarmKind; inboxId?: string; paymentId?: string; details: Record<string, unknown> },
): Promise<void> {
  await execute(
    tx,
    sql`insert into payments.alarms (kind, inbox_id, payment_id, details, raised_at)
    values (${alarm.kind}, ${alarm.inboxId ?? null}, ${alarm.paymentId ?? null}, ${JSON.stringify(alarm.details)}::jsonb, ${actor.now})
    on conflict on constraint alarms_once do nothing`,
  );
}
