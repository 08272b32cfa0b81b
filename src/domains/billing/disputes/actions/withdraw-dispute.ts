/** The household does not object any more, or the office notes that. The bill is collected again. */
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { errors } from '../contract.ts';
import { lockDispute } from '../lock-dispute.ts';
import { tellEnded } from '../tell-people.ts';

export async function withdrawDispute(
  tx: Tx,
  actor: Actor,
  { id, version, reason }: { id: string; version: number; reason: string | null },
): Promise<{ id: string }> {
  const permission = actor.kind === 'consumer' ? 'disputes:own' : 'disputes:note';
  if (!may(actor, permission)) throw fail(commonErrors.not_permitted, { permission });
  const dispute = await lockDispute(tx, actor, { id, version });
  if (actor.kind !== 'consumer' && reason === null) throw fail(errors.withdrawal_reason);
  // The reason is the office's: a household needs none, and what has none is what it took back itself.
  const ofOffice = actor.kind === 'consumer' ? null : reason;
  await execute(
    tx,
    sql`update billing.disputes set state = 'WITHDRAWN', withdrawn_reason = ${ofOffice}, ended_at = ${actor.now}, ended_on = ${actor.today},
        version = version + 1 where id = ${id}`,
  );
  await collectAgain(tx, actor, id);
  await audit(tx, actor, {
    action: 'dispute.withdraw',
    object: 'dispute',
    objectId: id,
    before: { state: dispute.state },
    after: { state: 'WITHDRAWN' },
    reason: reason ?? undefined,
  });
  if (actor.kind !== 'consumer') await tellEnded(tx, actor, [id]);
  return { id };
}
