/** Gives the application to the next desk of its chain, with the working days that the desk has to decide. */
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { dueOf, ofDays } from '../../calendar/running-clock.rules.ts';
import { noticeDesk } from '../../pipeline/notices.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { minutesOfDay } from '../../pipeline/working-time.rules.ts';
import { forgetChecks } from './save-checks.ts';

/** Opens the desk that waits next and says which; undefined after the last one. */
export async function openDesk(
  tx: Tx,
  actor: Actor,
  applicationId: string,
): Promise<{ role_code: string } | undefined> {
  await forgetChecks(tx, applicationId);
  const { office } = await readSettings(tx);
  const next = await first<{ position: number; days: number }>(
    tx,
    sql`select s.position, d.working_days as days from applications.noc_steps s join applications.desks d on d.id = s.desk_id
      where s.application_id = ${applicationId} and s.state <> 'APPROVED' order by s.position limit 1 for share of d`,
  );
  if (!next) return undefined;
  const clock = ofDays(actor.now, next.days * minutesOfDay(office), office);
  const desk = await first<{ role_code: string; number: string | null }>(
    tx,
    sql`update applications.noc_steps
      set state = 'OPEN', opened_at = ${actor.now}, decided_at = null, decided_by_name = null,
        decided_by = null, on_behalf_of = null,
        reminded_at = null, remind_from = null, told_late_at = null,
        due_at = ${dueOf(clock, office)}, due_from = ${clock.from}, due_minutes = ${clock.minutes}, due_day = ${clock.day}
      where application_id = ${applicationId} and position = ${next.position}
      returning role_code,
        (select number from applications.applications where id = ${applicationId}) as number`,
  );
  if (desk) await noticeDesk(tx, actor, { id: applicationId, number: desk.number }, desk.role_code);
  return desk;
}
