/** A request that ends without a change: rejected by the office, taken back by an owner, or never agreed to. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, sql, type Tx, transaction } from '#platform/database/db.ts';
import { AppError } from '#shared/errors.ts';
import { beginStep, finishStep } from '../../lock-request.ts';
import { tellBoth } from '../../tell-owners.ts';
import type { StepAnswer } from '../contract.ts';

type Ending = { requestId: string; version: number; remark: string };

export async function rejectChange(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'reject', input);
  const { remark } = input;
  const answer = await finishStep(tx, actor, subject, {
    action: 'reject',
    sets: [
      ...[
        sql`decided_by = ${actor.userId}`,
        sql`decided_by_name = ${actor.name}`,
        sql`decided_at = ${actor.now}`,
      ],
      sql`remark = ${remark}`,
    ],
    remark,
  });
  await audit(tx, actor, {
    action: 'ownership.reject',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
    reason: remark,
  });
  await tellBoth(tx, actor, {
    requestId: subject.id,
    what: 'rejected',
    notice: 'ownership.rejected',
    remark,
  });
  return answer;
}

export async function withdrawRequest(tx: Tx, actor: Actor, input: Ending): Promise<StepAnswer> {
  const subject = await beginStep(tx, actor, 'withdraw', input);
  const { remark } = input;
  const answer = await finishStep(tx, actor, subject, {
    action: 'withdraw',
    sets: [sql`remark = ${remark}`],
    remark,
  });
  await audit(tx, actor, {
    action: 'ownership.withdraw',
    object: 'ownership_request',
    objectId: subject.id,
    before: { state: subject.state },
    after: { state: answer.state },
    reason: remark,
  });
  // The utility's number sends nothing that a household has written.
  const isOwner = actor.kind === 'consumer';
  await tellBoth(tx, actor, {
    requestId: subject.id,
    what: isOwner ? 'withdrawnByOwner' : 'withdrawn',
    notice: 'ownership.withdrawn',
    ...(isOwner ? {} : { remark }),
  });
  return answer;
}

/** Those whose days to agree or to correct are over. Each is a transaction of its own; run twice on a day, the second finds nothing. */
export async function expireRequests(
  db: Db,
  actor: Actor,
  signal?: AbortSignal,
): Promise<{ expired: number }> {
  const over = await all<{ id: string }>(
    db,
    sql`select id from ownership.requests where state in ('REQUESTED', 'RECORRECTION') and expires_on < ${actor.today}::date order by id`,
  );
  let expired = 0;
  for (const { id } of over) {
    if (signal?.aborted) break;
    expired += await transaction(db, (tx) => expire(tx, actor, id));
  }
  return { expired };
}

/** Somebody may have answered since the list was read: such a refusal is no failure. */
async function expire(tx: Tx, actor: Actor, requestId: string): Promise<number> {
  try {
    const subject = await beginStep(tx, actor, 'expire', { requestId });
    await finishStep(tx, actor, subject, { action: 'expire' });
    await audit(tx, actor, {
      action: 'ownership.expire',
      object: 'ownership_request',
      objectId: subject.id,
      before: { state: subject.state },
      after: { state: 'EXPIRED' },
    });
    await tellBoth(tx, actor, { requestId, what: 'expired', notice: 'ownership.expired' });
    return 1;
  } catch (error) {
    if (error instanceof AppError) return 0;
    throw error;
  }
}
