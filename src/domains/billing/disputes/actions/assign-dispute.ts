/** Who looks at a dispute: taken, or given by a colleague. Everybody who decides may still do it, so nothing waits for one person. */
import { account } from '#domains/identity/notices/receivers.ts';
import { holdAccounts } from '#domains/identity/users/actions/hold-account.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { lockDispute } from '../lock-dispute.ts';
import { findDecider } from '../queries.ts';

export async function assignDispute(
  tx: Tx,
  actor: Actor,
  input: { id: string; version: number; userId: string | null },
): Promise<{ id: string }> {
  const { id } = input;
  const dispute = await lockDispute(tx, actor, input);
  const userId = input.userId ?? actor.userId;
  await holdAccounts(tx, [userId]);
  const person = await findDecider(tx, userId);
  if (!person) throw fail(errors.person_unknown);
  const { number } = await one<{ number: string }>(
    tx,
    sql`update billing.disputes set assigned_to = ${person.id}, version = version + 1 where id = ${id} returning number`,
  );
  await audit(tx, actor, {
    action: 'dispute.assign',
    object: 'dispute',
    objectId: id,
    after: { person: person.name },
  });
  await notify(tx, actor, account(person.id), {
    ...{ kind: 'disputes.assigned', occasion: `${id}:${dispute.version}`, path: `/billing/disputes/${id}` },
    params: { number },
  });
  return { id };
}
