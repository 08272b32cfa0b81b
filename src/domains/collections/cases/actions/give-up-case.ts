/** Somebody of the office ends a case before anybody is sent, and says why. If the bills stay late, another one begins with the first step. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type CaseState, canMove } from '../case.rules.ts';
import { errors } from '../contract.ts';

type Given = { id: string; version: number; reason: string };

export async function giveUpCase(
  tx: Tx,
  actor: Actor,
  { id, version, reason }: Given,
): Promise<{ id: string }> {
  const found = await first<{ state: CaseState; version: number; dueMinor: number }>(
    tx,
    sql`select state, version, due_minor as "dueMinor" from collections.cases where id = ${id} for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (found.version !== version) throw fail(commonErrors.stale_version);
  if (!canMove(found.state, 'closed', 'person')) throw fail(errors.case_sent);
  await execute(
    tx,
    sql`update collections.cases set state = 'CLOSED', state_on = ${actor.today}, closed_on = ${actor.today}, closed_because = 'given_up',
      version = version + 1 where id = ${id}`,
  );
  await execute(
    tx,
    sql`insert into collections.case_events (case_id, at, day, event, due_minor, remark, actor_id, actor_name)
      values (${id}, ${actor.now}, ${actor.today}, 'closed', ${found.dueMinor}, ${reason}, ${actor.userId}, ${actor.name})`,
  );
  await audit(tx, actor, {
    action: 'dunning.give-up',
    object: 'dunning_case',
    objectId: id,
    before: { state: found.state },
    after: { state: 'CLOSED' },
    reason,
  });
  return { id };
}
