/** Nobody can decide about another category of a connection that is closed: what waits for it ends, with this reason, and who proposed it is told. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { CLOSED } from '../category.rules.ts';
import { tellProposer } from '../tell-people.ts';

export async function endProposals(tx: Tx, actor: Actor): Promise<void> {
  const waiting = sql`select k.connection_id from billing.category_changes k join meters.connections c on c.id = k.connection_id
    where k.state = 'WAITING' and c.status = 'closed'`;
  await lockConnections(tx, waiting);
  const ended = await all<{ id: string }>(
    tx,
    sql`update billing.category_changes set state = 'WITHDRAWN', answer = ${CLOSED}, decided_by_name = '', decided_at = ${actor.now},
        version = version + 1
      where state = 'WAITING' and connection_id in (${waiting}) returning id`,
  );
  for (const { id } of ended) {
    await audit(tx, actor, {
      action: 'category-change.withdraw',
      object: 'category-change',
      objectId: id,
      before: { state: 'WAITING' },
      after: { state: 'WITHDRAWN', because: CLOSED },
    });
    await tellProposer(tx, actor, id, 'CLOSED');
  }
}
