/**
 * What the office finds. If the bill is right, the dispute is over. If it is wrong, at least in part, the bill has to be corrected: then the
 * correction ends the dispute (end-disputes.ts), also one that was made since the household asked.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { correctionsOf } from '../../corrections/corrections-of.ts';
import { errors } from '../contract.ts';
import type { DisputeState, Verdict } from '../dispute.rules.ts';
import { lockDispute } from '../lock-dispute.ts';
import { isReaderOf } from '../queries.ts';
import { tellEnded, tellToCorrect } from '../tell-people.ts';

type Decided = { id: string; version: number; verdict: Verdict; answer: string };

export async function decideDispute(
  tx: Tx,
  actor: Actor,
  { id, version, verdict, answer }: Decided,
): Promise<{ id: string; state: DisputeState }> {
  const dispute = await lockDispute(tx, actor, { id, version });
  const waits = await first(
    tx,
    sql`select from (${correctionsOf(sql`${dispute.invoiceId}::uuid`)}) k where k.state = 'REQUESTED'`,
  );
  if (waits) throw fail(errors.correction_waits);
  const made = sql`(select k.id from (${correctionsOf(sql`d.invoice_id`)}) k
    where k.state = 'DONE' and k.decided_at >= d.asked_at order by k.decided_at desc limit 1)`;
  const isRight = verdict === 'REJECTED';
  const decided = await first<{ state: DisputeState }>(
    tx,
    sql`update billing.disputes d set verdict = ${verdict}, answer = ${answer}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, version = d.version + 1, correction_id = f.correction_id,
        state = case when ${isRight}::boolean or f.correction_id is not null then ${verdict} else 'TO_CORRECT' end,
        ended_at = case when ${isRight}::boolean or f.correction_id is not null then ${actor.now}::timestamptz end,
        ended_on = case when ${isRight}::boolean or f.correction_id is not null then ${actor.today}::date end
      from (select d.id, case when not ${isRight}::boolean then ${made} end as correction_id from billing.disputes d) f
      where d.id = ${id} and f.id = d.id and not ${isReaderOf(sql`d.invoice_id`, actor)} returning d.state`,
  );
  if (!decided) throw fail(errors.own_reading);
  const { state } = decided;
  if (state !== 'TO_CORRECT') await collectAgain(tx, actor, id);
  await audit(tx, actor, {
    action: 'dispute.decide',
    object: 'dispute',
    objectId: id,
    before: { state: dispute.state },
    after: { state, verdict },
    reason: answer,
  });
  if (state === 'TO_CORRECT') await tellToCorrect(tx, actor, id);
  else await tellEnded(tx, actor, [id]);
  return { id, state };
}
