/**
 * Whose application it is, if staff hand in a draft of somebody at the counter: an entry of the register that has the
 * applicant's phone or national ID is shown, and staff say whether it is this person. A second entry of one person is
 * made by nobody's silence: the person would not find the application after registering with the phone.
 */
import { lockPhone } from '#domains/consumers/actions/lock-phone.ts';
import { addBengaliName, createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { findTwins } from '#domains/consumers/record/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { normalisePhone } from '#shared/phone.ts';
import { errors } from '../../contract.ts';
import type { Applicant } from '../parts.rules.ts';

export type Named = {
  /** The entry that is the applicant. */
  consumerId?: string | undefined;
  /** Why none of the known ones is. */
  newConsumer?: string | undefined;
};

/**
 * A household that applies for itself: its entry gets the Bengali name that it wrote, as at the counter. Who writes another person's name into
 * their application says nothing about their own.
 */
export async function nameOwnEntry(
  tx: Tx,
  actor: Actor,
  consumerId: string,
  { name, nameBn }: Applicant,
): Promise<void> {
  if (actor.kind !== 'consumer' || !nameBn) return;
  const own = await first<{ id: string }>(
    tx,
    sql`select u.id from consumers.consumers c join consumers.consumers u on u.id = coalesce(c.merged_into, c.id)
      where c.id = ${consumerId} and (lower(u.name) = lower(${name}) or u.name = ${nameBn})`,
  );
  if (own) await addBengaliName(tx, actor, own.id, nameBn);
}

export async function consumerOf(tx: Tx, actor: Actor, applicant: Applicant, named: Named): Promise<string> {
  const { name, nameBn, phone, email, nid, dateOfBirth, address } = applicant;
  const stored = normalisePhone(phone) ?? phone;
  await lockPhone(tx, stored);
  const { items } = await findTwins(tx, { phone: stored, nid: nid ?? undefined });
  const chosen = items.find(({ id }) => id === named.consumerId);
  if (chosen) {
    if (nameBn) await addBengaliName(tx, actor, chosen.id, nameBn);
    return chosen.id;
  }
  const [known] = items;
  if (known && !named.newConsumer) {
    throw fail(errors.applicant_known, { number: known.number, name: known.name, consumerId: known.id });
  }
  const fields = { name, nameBn, phone, email, nid, dateOfBirth, address };
  return (await createConsumer(tx, actor, fields, known ? named.newConsumer : undefined)).id;
}
