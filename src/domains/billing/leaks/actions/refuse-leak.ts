/** Nothing is taken off: the office says why. The bill is collected again. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { collectAgain } from '../../collection-holds/actions/hold-collection.ts';
import { lockLeak } from '../lock-leak.ts';
import { tellEnded } from '../tell-people.ts';

type Refused = { id: string; version: number; answer: string };

export async function refuseLeak(
  tx: Tx,
  actor: Actor,
  { id, version, answer }: Refused,
): Promise<{ id: string }> {
  const leak = await lockLeak(tx, actor, { id, version }, 'OPEN');
  await execute(
    tx,
    sql`update billing.leaks set state = 'REFUSED', answer = ${answer}, decided_by = ${actor.userId}, decided_by_name = ${actor.name},
        decided_at = ${actor.now}, ended_at = ${actor.now}, ended_on = ${actor.today}, version = version + 1 where id = ${id}`,
  );
  await collectAgain(tx, actor, id);
  await audit(tx, actor, {
    action: 'leak.refuse',
    object: 'leak',
    objectId: id,
    before: { state: leak.state },
    after: { state: 'REFUSED' },
    reason: answer,
  });
  await tellEnded(tx, actor, [id]);
  return { id };
}
