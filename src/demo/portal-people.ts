/** People who apply in the portal: an account each, made by their telephone, and in the register no connection yet. */
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import type { Actor } from '#platform/actor.ts';
import { transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { firstGrants } from '#shared/words.ts';
import { HOUSEHOLD, HOUSEHOLD_CONNECTIONS } from './customers.ts';
import { DEMO_PASSWORD } from './logins.ts';
import type { Story } from './story.ts';

/** Who applies in the portal. */
export type Asker = { actor: Actor; name: string; nameBn: string; phone: string; consumerId: string };

const PEOPLE = [
  { name: 'Tahmina Rahman', nameBn: 'তাহমিনা রহমান', phone: '+8801799000301' },
  { name: 'Shafiqul Alam', nameBn: 'শফিকুল আলম', phone: '+8801799000302' },
  { name: 'Moushumi Das', nameBn: 'মৌসুমী দাস', phone: '+8801799000303' },
  { name: 'Rezaul Karim', nameBn: 'রেজাউল করিম', phone: '+8801799000304' },
  { name: 'Sabina Yasmin', nameBn: 'সাবিনা ইয়াসমিন', phone: '+8801799000305' },
  { name: 'Anisur Rahman', nameBn: 'আনিসুর রহমান', phone: '+8801799000306' },
] as const;

/** Two months ago, before the oldest of their applications. */
export function openAccounts({ db, at, months, today }: Story): Promise<Asker[]> {
  const system = at('system', months.at(-3) ?? today);
  const permissions = new Set(firstGrants(allWords, 'consumer'));
  return transaction(db, async (tx) => {
    const askers: Asker[] = [];
    for (const { name, nameBn, phone } of PEOPLE) {
      const { id: consumerId } = await createConsumer(tx, system, { name, nameBn, phone });
      const account = { role: 'consumer', name, phone, password: DEMO_PASSWORD, language: 'bn' as const };
      const { id: userId } = await createUser(tx, system, { ...account, consumerId });
      const is = { kind: 'consumer' as const, role: 'consumer', name, userId, consumerId, permissions };
      askers.push({ actor: { ...system, ...is }, name, nameBn, phone, consumerId });
    }
    return askers;
  });
}

/** The household of the consumer's login, as one of them. */
export function askerOf({ town, consumerIds }: Story, household: Actor): Asker {
  const owner = town.connections[HOUSEHOLD_CONNECTIONS[0]]?.owner ?? 0;
  const phone = town.consumers[owner]?.phone ?? '';
  return { actor: household, ...HOUSEHOLD, phone, consumerId: consumerIds[owner] ?? '' };
}
