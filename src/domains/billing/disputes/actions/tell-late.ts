/** Disputes whose day is over are told once to all who decide about them. */
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { type Db, sql, transaction } from '#platform/database/db.ts';
import { notifyEach } from '#platform/messages/inbox.ts';

export const LATE_JOB = 'billing:tell-late-disputes';

export function tellLateDisputes(db: Db, clock: Clock): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), LATE_JOB);
  return transaction(db, (tx) =>
    notifyEach(
      tx,
      actor,
      'disputes.late',
      sql`select u.id as user_id, d.id::text as occasion, '/billing/disputes/' || d.id as path,
          jsonb_build_object('number', d.number, 'day', d.decide_by) as params
        from billing.disputes d cross join (${holdersOf('disputes:decide')}) u
        where d.ended_at is null and d.decide_by < ${actor.today}::date`,
    ),
  );
}
