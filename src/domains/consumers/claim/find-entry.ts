/**
 * The entry of the register that a person means, locked until the end of the transaction. Whether it has an account is
 * asked after the lock, in a statement of its own: of two who come at once the second one sees the first one's account.
 */
import { findAccount } from '#domains/identity/consumer-account-queries.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { toLatinDigits } from '#shared/money.ts';
import { codePhone } from '../code-phone.ts';
import type { ConsumerParts } from '../consumer-parts.ts';
import type { Claim } from '../contract.ts';

export type Entry = { id: string; number: string; name: string; nameBn: string | null };

/** A number as it is compared: Latin digits, no blanks or hyphens, small letters. */
export const claimText = (text: string) => toLatinDigits(text).replace(/[\s-]/g, '').toLowerCase();

/**
 * The one entry that has a phone, if it is in use and has no account. A phone that somebody of the office wrote into it a few days ago proves
 * nothing yet (decision 0072).
 * @param lock until the end of the transaction
 */
export async function entryOfPhone(
  db: Db | Tx,
  { now }: Pick<Actor, 'now'>,
  phone: string,
  lock = false,
): Promise<{ entry: Entry | undefined; isKnown: boolean }> {
  const entries = await all<Entry & { status: string; isProven: boolean }>(
    db,
    sql`select id, number, name, name_bn as "nameBn", status, ${codePhone(sql`c`, now)} = ${phone} as "isProven" from consumers.consumers c
      where phone = ${phone} and status <> 'merged' order by id limit 2 ${lock ? sql`for no key update` : sql``}`,
  );
  const [only] = entries;
  const isOne =
    entries.length === 1 && only?.status === 'active' && only.isProven && !(await findAccount(db, only.id));
  return { entry: isOne ? only : undefined, isKnown: entries.length > 0 };
}

/** `isOwn`: it is the account's already, so the claim was made before. `phone`: the one that proves what its household wants. */
export type ClaimedEntry = Entry & { phone: string; isOwn: boolean };

/** Why a claim is refused: for the audit only, the person hears one sentence. */
export type Refusal = {
  why: 'unknown_number' | 'wrong_evidence' | 'inactive' | 'has_account' | 'other_person';
  consumerId?: string;
};

/**
 * The entry of which both numbers are, or why not.
 * @param own account that claims and its entry, which is locked too: both in the order of their ids, as a merge does
 */
export async function claimedEntry(
  tx: Tx,
  { now }: Pick<Actor, 'now'>,
  parts: ConsumerParts,
  claim: Claim,
  own: { userId: string; consumerId: string } | null,
): Promise<ClaimedEntry | Refusal> {
  const number = claimText(claim.customerNumber);
  const found = await all<{ id: string }>(
    tx,
    sql`select distinct coalesce(c.merged_into, c.id) as id from consumers.consumers c
      where c.number = ${number} or lower(c.legacy_number) = lower(${toLatinDigits(claim.customerNumber)})
        or c.id in (${parts.connections.numbered(number)})`,
  );
  // An old number that two entries have leads to nobody.
  const id = found.length === 1 ? found[0]?.id : undefined;
  if (!id) return { why: 'unknown_number' };
  await execute(
    tx,
    sql`select from consumers.consumers where id in (${id}, ${own?.consumerId ?? id}) order by id for no key update`,
  );
  const entry = await first<Entry & { phone: string; status: string }>(
    tx,
    sql`select id, number, name, name_bn as "nameBn", ${codePhone(sql`c`, now)} as phone, status from consumers.consumers c where id = ${id}`,
  );
  if (!(await isProven(tx, parts, id, claim.evidence))) return { why: 'wrong_evidence', consumerId: id };
  if (entry?.status !== 'active') return { why: 'inactive', consumerId: id };
  const account = await findAccount(tx, id);
  if (account && account.id !== own?.userId) return { why: 'has_account', consumerId: id };
  return { ...entry, isOwn: account !== undefined };
}

async function isProven(tx: Tx, parts: ConsumerParts, id: string, evidence: string): Promise<boolean> {
  const number = claimText(evidence);
  const consumer = sql`${id}::uuid`;
  const { proven } = await one<{ proven: boolean }>(
    tx,
    sql`select ${parts.connections.hasMeter(consumer, number)}
      or ${parts.dues.isLastBill(consumer, number)} as proven`,
  );
  return proven;
}

/** Two entries with different national IDs are two people: staff look at their papers. */
export async function isOtherPerson(tx: Tx, ownId: string, id: string): Promise<boolean> {
  const { differs } = await one<{ differs: boolean }>(
    tx,
    sql`select coalesce(o.nid <> c.nid, false) as differs
      from consumers.consumers o, consumers.consumers c where o.id = ${ownId} and c.id = ${id}`,
  );
  return differs;
}
