/** A consumer with an account, made without the screens. */
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';

const PASSWORD = 'shapla-pukur-7';

export const loginOfConsumer = (national: string) => ({ login: `+880${national}`, password: PASSWORD });

/** Gives the id of the consumer. */
export async function addConsumer(
  tx: Tx,
  actor: Actor,
  { national, name, nameBn }: { national: string; name: string; nameBn: string },
): Promise<string> {
  const phone = `+880${national}`;
  const { id } = await createConsumer(tx, actor, { name, nameBn, phone });
  const account = { role: 'consumer', name, phone, password: PASSWORD, language: 'bn' as const };
  await createUser(tx, actor, { ...account, consumerId: id });
  return id;
}
