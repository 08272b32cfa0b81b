/** A new entry of the register, for every way in which one comes into being. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { errors } from '../contract.ts';

type Registered = { id: string; number: string };

export type NewConsumer = {
  name: string;
  nameBn?: string | null | undefined;
  phone: string;
  email?: string | null | undefined;
  nid?: string | null | undefined;
  dateOfBirth?: string | null | undefined;
  address?: string | undefined;
};

/**
 * Writes the consumer's row and gives its id and number.
 * @param reason why it is a second entry with the same phone or national ID
 */
export async function createConsumer(
  tx: Tx,
  actor: Actor,
  input: NewConsumer,
  reason?: string,
): Promise<Registered> {
  if (input.dateOfBirth && input.dateOfBirth >= actor.today) throw fail(errors.born_in_future);
  const consumer = await one<Registered>(
    tx,
    sql`insert into consumers.consumers (number, name, name_bn, phone, email, nid, date_of_birth, address)
      values (platform.human_number(${NUMBER_KINDS.consumer}, platform.take_numbers('consumer')), ${input.name}, ${input.nameBn ?? null}, ${input.phone},
        ${input.email ?? null}, ${input.nid ?? null}, ${input.dateOfBirth ?? null}, ${input.address ?? ''})
      returning id, number`,
  );
  await audit(tx, actor, {
    action: 'consumer.create',
    object: 'consumer',
    objectId: consumer.id,
    after: { ...input, number: consumer.number },
    reason,
  });
  return consumer;
}

/** A person who has no name in Bengali in the register gets the one that they wrote; what is there stays. */
export async function addBengaliName(tx: Tx, actor: Actor, id: string, nameBn: string): Promise<void> {
  const written = await first(
    tx,
    sql`update consumers.consumers set name_bn = ${nameBn}, version = version + 1
      where id = ${id} and name_bn is null and status <> 'merged' returning id`,
  );
  if (!written) return;
  await audit(tx, actor, {
    action: 'consumer.edit',
    object: 'consumer',
    objectId: id,
    before: { nameBn: null },
    after: { nameBn },
  });
}
