/**
 * A person with a proven phone gets an account, and with it the entry of the register that is theirs: the one of that
 * phone which they claim by its numbers, else the only one that has the phone, else a new one. Never a second one without
 * being asked. A claim of an entry with another phone waits beside it (claim/waiting).
 */
import type { z } from 'zod';
import { requireProof, spendProof } from '#domains/identity/actions/check-one-time-code.ts';
import { forgetTries } from '#domains/identity/actions/count-try.ts';
import { createUser } from '#domains/identity/actions/create-user.ts';
import type { Keys } from '#domains/identity/actions/open-session.ts';
import { hasAccount } from '#domains/identity/consumer-account-queries.ts';
import { errors as identityErrors } from '#domains/identity/contract.ts';
import { askForEmail } from '#domains/identity/email/change-email.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, type Tx, transaction } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { auditRefusal, countClaim } from '../claim/actions/count-claim.ts';
import { claimTries, type Tried } from '../claim/claim-tries.ts';
import { type ClaimedEntry, claimedEntry, entryOfPhone, type Refusal } from '../claim/find-entry.ts';
import { openClaim } from '../claim/waiting/actions/open-claim.ts';
import type { ConsumerParts } from '../consumer-parts.ts';
import { errors, type registration, type registrationBody } from '../contract.ts';
import { lockPhone } from './lock-phone.ts';
import { createConsumer } from './register-consumer.ts';

type Input = z.output<typeof registrationBody>;
type Registered = z.output<(typeof registration)['output']>;
type Way = { db: Db; keys: Keys; parts: ConsumerParts; publicUrl: string };
type Found = { id: string; number: string; consumer: Registered['consumer'] };

export async function registerPerson(way: Way, actor: Actor, input: Input): Promise<Registered> {
  const { db, keys, parts } = way;
  const proof = { phone: input.phone, proof: input.proof, purpose: 'registration' } as const;
  const tried = input.claim && { phone: input.phone, claim: input.claim };
  if (tried) {
    // Only who has the phone may use up the tries at a customer number.
    await requireProof(db, keys, actor, proof);
    await countClaim(db, actor, tried);
  }
  const outcome = await transaction(db, async (tx) => {
    // A refused claim leaves the proof good: the next try needs no other code.
    const found = tried ? await claimed(tx, actor, parts, tried) : undefined;
    if (found && 'why' in found) return found;
    await spendProof(tx, keys, actor, proof);
    const waits = found && tried && found.phone !== input.phone;
    // Who claims the entry of another phone gets their own entry first: nobody joins by numbers that staff can read.
    const own =
      found && !waits ? found : await foundByPhone(tx, actor, { ...input, isNew: input.isNew || !!waits });
    const userId = await openAccount(tx, actor, way, { ...input, consumerId: own.id });
    if (!waits) {
      if (found) await auditClaim(tx, actor, found, input.phone);
      return own;
    }
    const { customerNumber } = tried.claim;
    await openClaim(tx, actor, keys, { userId, phone: input.phone, customerNumber, entry: found });
    return { ...own, consumer: 'WAITING' as const };
  });
  if ('why' in outcome) throw fail(errors.claim_refused);
  return { consumerNumber: outcome.number, consumer: outcome.consumer };
}

async function claimed(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  tried: Tried,
): Promise<(ClaimedEntry & { consumer: 'CLAIMED' }) | Refusal> {
  const entry = await claimedEntry(tx, actor, parts, tried.claim, null);
  if ('why' in entry) {
    await auditRefusal(tx, actor, tried, entry);
    return entry;
  }
  await forgetTries(tx, ...claimTries(tried));
  return { ...entry, consumer: 'CLAIMED' };
}

/** The proven phone is that of the entry, and its numbers name one of several. */
async function auditClaim(tx: Tx, actor: Actor, { id, number }: ClaimedEntry, phone: string): Promise<void> {
  await audit(tx, actor, {
    action: 'consumer.claim',
    object: 'consumer',
    objectId: id,
    after: { by: 'PHONE', customerNumber: number, phone },
  });
}

/** The entry that has the phone, or a new one; if the phone is known in another way, only if it is asked for. */
async function foundByPhone(tx: Tx, actor: Actor, input: Input): Promise<Found> {
  await lockPhone(tx, input.phone);
  const { entry, isKnown } = await entryOfPhone(tx, actor, input.phone, true);
  if (entry) {
    await audit(tx, actor, {
      action: 'consumer.join',
      object: 'consumer',
      objectId: entry.id,
      after: { by: 'phone', phone: input.phone },
    });
    return { ...entry, consumer: 'JOINED' };
  }
  if (await hasAccount(tx, input.phone)) throw fail(identityErrors.phone_taken);
  if (isKnown && !input.isNew) throw fail(errors.phone_known);
  // Not the password and the proof: what a new entry holds is in the audit.
  const { name, phone, email, nid, dateOfBirth } = input;
  return { ...(await createConsumer(tx, actor, { name, phone, email, nid, dateOfBirth })), consumer: 'NEW' };
}

/** The phone is proven, the e-mail not yet: it becomes a login when the link that goes to it is used. */
async function openAccount(
  tx: Tx,
  actor: Actor,
  { publicUrl }: Way,
  { name, email, phone, password, language, consumerId }: Input & { consumerId: string },
): Promise<string> {
  const account = { role: 'consumer', name, phone, password, language, consumerId };
  const { id } = await createUser(tx, actor, account);
  if (email) await askForEmail(tx, actor, { userId: id, email, publicUrl });
  return id;
}
