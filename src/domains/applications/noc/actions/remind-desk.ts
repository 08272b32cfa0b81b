/** Reminds the desk that has an application, in the bell of who sits there: one time in each working day at most. */
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import type { StateAnswer } from '../../contract.ts';
import { noticeReminder } from '../../pipeline/notices.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';
import { nextWorkingDay } from '../../pipeline/working-time.rules.ts';

export async function remindDesk(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'noc-remind', input);
  const { office } = await readSettings(tx);
  const { desk, since } = await one<{ desk: string; since: string }>(
    tx,
    sql`update applications.noc_steps
      set reminded_at = ${actor.now}, remind_from = ${nextWorkingDay(actor.today, office)}::date
      where application_id = ${subject.id} and state = 'OPEN'
      returning role_code as desk, ${dayOfInstant(sql`opened_at`)} as since`,
  );
  const answer = await finishStep(tx, actor, subject, {
    action: 'noc-remind',
    audit: 'noc.remind',
    remark: input.remark,
    details: { desk },
    shared: false,
  });
  await noticeReminder(tx, actor, answer, since);
  return answer;
}
