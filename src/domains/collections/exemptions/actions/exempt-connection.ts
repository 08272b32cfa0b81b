/** The ladder leaves a connection alone until a day, with a reason; an open order to disconnect it is cancelled at once. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { addJob } from '#platform/jobs.ts';
import { addDays } from '#shared/dates.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { LOOK_JOB } from '../../cases/actions/look-at-case.ts';
import { errors, MOST_DAYS_EXEMPT } from '../contract.ts';

type Exempt = { connectionId: string; untilDay: string; reason: string };

export async function exemptConnection(
  tx: Tx,
  actor: Actor,
  { connectionId, untilDay, reason }: Exempt,
): Promise<{ id: string }> {
  const known = await first(tx, sql`select from meters.connections where id = ${connectionId}`);
  if (!known) throw fail(commonErrors.not_found);
  if (untilDay < actor.today) throw fail(errors.exempt_past);
  const last = addDays(actor.today, MOST_DAYS_EXEMPT);
  if (untilDay > last) throw fail(errors.exempt_far, { day: last });
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into collections.exemptions (connection_id, reason, from_day, until_day, made_by, made_by_name, made_at)
      values (${connectionId}, ${reason}, ${actor.today}, ${untilDay}, ${actor.userId}, ${actor.name}, ${actor.now}) returning id`,
  );
  await audit(tx, actor, {
    action: 'exemption.add',
    object: 'connection',
    objectId: connectionId,
    after: { untilDay },
    reason,
  });
  await addJob(tx, LOOK_JOB, { connectionId });
  return { id };
}

export async function endExemption(
  tx: Tx,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  const ended = await first<{ connectionId: string; untilDay: string }>(
    tx,
    sql`update collections.exemptions set ended_at = ${actor.now}, ended_by_name = ${actor.name}, end_reason = ${reason}
      where id = ${id} and ended_at is null returning connection_id as "connectionId", until_day as "untilDay"`,
  );
  if (!ended) throw fail(commonErrors.not_found);
  await audit(tx, actor, {
    action: 'exemption.end',
    object: 'connection',
    objectId: ended.connectionId,
    before: { untilDay: ended.untilDay },
    reason,
  });
  return { id };
}
