/** Adding, changing and deleting consumers of the register. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { type Consumer, type ConsumerFields, errors } from '../contract.ts';
import { getConsumer } from '../queries.ts';
import { createConsumer } from './register-consumer.ts';

export async function addConsumer(tx: Tx, actor: Actor, input: ConsumerFields): Promise<Consumer> {
  const { id } = await createConsumer(tx, actor, input);
  return getConsumer(tx, actor, id);
}

type Change = ConsumerFields & { id: string; version: number; status: 'active' | 'inactive' };

export async function editConsumer(tx: Tx, actor: Actor, input: Change): Promise<Consumer> {
  if (input.dateOfBirth && input.dateOfBirth >= actor.today) throw fail(errors.born_in_future);
  const before = await getConsumer(tx, actor, input.id);
  const changed = await first(
    tx,
    sql`update consumers.consumers set name = ${input.name}, name_bn = ${input.nameBn}, phone = ${input.phone},
        email = ${input.email}, nid = ${input.nid}, date_of_birth = ${input.dateOfBirth}::date,
        address = ${input.address}, status = ${input.status}, version = version + 1
      where id = ${input.id} and version = ${input.version} returning id`,
  );
  if (!changed) throw fail(commonErrors.stale_version);
  const { id, version: _version, ...after } = input;
  await audit(tx, actor, { action: 'consumer.edit', object: 'consumer', objectId: id, before, after });
  return getConsumer(tx, actor, id);
}

/** Applications and connections refuse by their foreign keys; accounts stand to the left and are asked. */
export async function deleteConsumer(tx: Tx, actor: Actor, id: string): Promise<{ done: true }> {
  const { number, name } = await getConsumer(tx, actor, id);
  const account = await first(tx, sql`select true as found from identity.users where consumer_id = ${id}`);
  if (account) throw fail(errors.has_account);
  await sql`delete from consumers.consumers where id = ${id}`.execute(tx);
  await audit(tx, actor, {
    action: 'consumer.delete',
    object: 'consumer',
    objectId: id,
    before: { number, name },
  });
  return { done: true };
}
