/** What a desk has checked of an application: saved while it looks, kept with its decision. */
import type { Actor } from '#platform/actor.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors as applicationErrors, type StateAnswer } from '../../contract.ts';
import { beginStep, finishStep } from '../../pipeline/take-step.ts';
import type { CheckAnswers } from '../checks/check.schema.ts';
import { isPaperMissing, openChecks } from '../checks/checks.ts';
import { errors } from '../contract.ts';
import { type DeskPlace, deskPlaceOf } from '../deputies.ts';

type Checks = { applicationId: string; version: number; checks: CheckAnswers };

export async function saveChecks(tx: Tx, actor: Actor, input: Checks): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'noc-check', input);
  const place = deskPlaceOf(actor, subject);
  await answerChecks(tx, actor, { ...input, place });
  const { left } = await one<{ left: number }>(
    tx,
    sql`select ${openChecks(sql`s.desk_id`)} as left from applications.applications a
      join applications.noc_steps s on s.application_id = a.id and s.state = 'OPEN' where a.id = ${subject.id}`,
  );
  return finishStep(tx, actor, subject, {
    action: 'noc-check',
    audit: 'noc.check',
    details: { ...place, checks: input.checks.length, left },
    shared: false,
  });
}

/**
 * Writes the answers to items of the open desk's list. Who answered the same before stays written. The desk's list does not
 * change meanwhile, also one that is empty.
 */
export async function answerChecks(
  tx: Tx,
  actor: Actor,
  { applicationId, checks, place }: Omit<Checks, 'version'> & { place: DeskPlace },
): Promise<void> {
  const answers = [...new Map(checks.map((check) => [check.itemId, check])).values()].map((check) => ({
    item: check.itemId,
    answer: check.checked ? 'CHECKED' : check.remark ? 'REMARK' : null,
    remark: check.remark,
  }));
  const items = await all<{ id: string | null }>(
    tx,
    sql`select c.id from applications.noc_steps s join applications.desks d on d.id = s.desk_id
        left join applications.desk_checks c on c.desk_id = d.id and c.retired_at is null
      where s.application_id = ${applicationId} and s.state = 'OPEN' for share of d`,
  );
  if (!answers.every(({ item }) => items.some(({ id }) => id === item))) throw fail(errors.checks_changed);
  const given = sql`jsonb_to_recordset(${JSON.stringify(answers)}::jsonb) as g (item uuid, answer text, remark text)`;
  await execute(
    tx,
    sql`delete from applications.noc_checks k using ${given}
      where k.application_id = ${applicationId} and k.item_id = g.item and k.remark_id is null and g.answer is null`,
  );
  const absent = await all<{ id: string }>(
    tx,
    sql`with written as (
      insert into applications.noc_checks as k (application_id, item_id, answer, remark, at, actor_id, name, on_behalf_of)
      select ${applicationId}, g.item, g.answer, g.remark, ${actor.now}, ${actor.userId}, ${actor.name},
        ${place.onBehalfOf ?? null}::text
      from ${given} where g.answer is not null
      on conflict (application_id, item_id) where remark_id is null do update
        set answer = excluded.answer, remark = excluded.remark, at = excluded.at, actor_id = excluded.actor_id,
          name = excluded.name, on_behalf_of = excluded.on_behalf_of
        where (k.answer, k.remark) is distinct from (excluded.answer, excluded.remark)
    )
    select c.id from ${given} join applications.desk_checks c on c.id = g.item
      join applications.applications a on a.id = ${applicationId}
      where g.answer = 'CHECKED' and ${isPaperMissing}`,
  );
  refuseAbsent(absent, checks);
}

/** What was written is taken back with the refusal. */
function refuseAbsent(absent: readonly { id: string }[], checks: CheckAnswers): void {
  if (absent.length === 0) return;
  const { code } = errors.check_without_paper;
  const fields = checks.flatMap(({ itemId }, index) =>
    absent.some(({ id }) => id === itemId) ? [{ path: `checks.${index}`, code }] : [],
  );
  throw fail(errors.check_without_paper, {}, fields);
}

/** An approval needs all that the desk has to check. `answerChecks` came before: since then the list does not change. */
export async function requireChecks(tx: Tx, applicationId: string): Promise<void> {
  const { left } = await one<{ left: number }>(
    tx,
    sql`select ${openChecks(sql`s.desk_id`)} as left from applications.applications a
      join applications.noc_steps s on s.application_id = a.id and s.state = 'OPEN' where a.id = ${applicationId}`,
  );
  if (left > 0) throw fail(applicationErrors.checks_open, { count: left });
}

/** What the desk has answered is from now on that of its decision. */
export async function keepChecks(tx: Tx, applicationId: string, remarkId: string): Promise<void> {
  await execute(
    tx,
    sql`update applications.noc_checks k set remark_id = ${remarkId}
      from applications.noc_steps s, applications.desk_checks c
      where s.application_id = ${applicationId} and s.state = 'OPEN' and c.desk_id = s.desk_id and c.retired_at is null
        and k.application_id = s.application_id and k.item_id = c.id and k.remark_id is null`,
  );
}

/** A desk that gets an application, or gets it again, checks all of it again: the papers may be others. */
export async function forgetChecks(tx: Tx, applicationId: string): Promise<void> {
  await execute(
    tx,
    sql`delete from applications.noc_checks where application_id = ${applicationId} and remark_id is null`,
  );
}
