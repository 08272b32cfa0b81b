/** The new owner in the register of consumers: found by the phone, under the name that the request says. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from './contract.ts';

/** So many entries are named in a refusal. */
const MOST_NAMED = 10;

export type Named = { name: string; nameBn: string | null };

/**
 * The entry of the register that has the phone and the name. Under another name it is another person: nobody becomes owner whom
 * the request does not name. If several have the phone and not one of them alone the name too, the office merges them first: a
 * further entry for the same person would have a connection that their account does not show.
 */
export async function entryOf(
  db: Db | Tx,
  actor: Actor,
  ownerId: string,
  { phone, ...named }: Named & { phone: string },
): Promise<string | null> {
  const entries = await all<{ id: string; status: string; number: string } & Named>(
    db,
    sql`select id, status, number, name, name_bn as "nameBn" from consumers.consumers where phone = ${phone} and status <> 'merged' order by id limit ${MOST_NAMED}`,
  );
  if (entries.length === 0) return null;
  const [only, ...others] =
    entries.length === 1 ? entries : entries.filter((entry) => likenessOf(entry, named) === 'SAME');
  if (!only || others.length > 0) {
    if (actor.kind === 'consumer') return null;
    throw fail(errors.phone_of_several, { numbers: entries.map(({ number }) => number).join(', ') });
  }
  const refusal =
    only.status !== 'active'
      ? fail(errors.new_owner_inactive)
      : only.id !== ownerId && likenessOf(only, named) === 'OTHER'
        ? fail(errors.phone_of_other, toldOf(actor, only))
        : null;
  if (!refusal) return only.id;
  // A household would learn here whose phone it is. The office is told before the owner changes.
  if (actor.kind === 'consumer') return null;
  throw refusal;
}

/** SAME: both write a name alike, in any field. UNKNOWN: one name is in Bengali only, the other in Latin only. OTHER: another person. */
export type Likeness = 'SAME' | 'UNKNOWN' | 'OTHER';

/** Registration keeps one name, in the script in which it was typed; the request has a field for each. */
export function likenessOf(entry: Named, asked: Named): Likeness {
  const [kept, named] = [namesOf(entry), namesOf(asked)];
  if (kept.some((name) => named.includes(name))) return 'SAME';
  return kept.some((name) => named.some((other) => isBengali(name) === isBengali(other)))
    ? 'OTHER'
    : 'UNKNOWN';
}

const isBengali = (name: string): boolean => /\p{Script=Bengali}/u.test(name);

const namesOf = ({ name, nameBn }: Named): string[] =>
  [name, nameBn ?? '']
    .map((text) =>
      text
        .normalize('NFC')
        .toLowerCase()
        .replace(/[\s.]+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '');

/** A household learns nothing of whose phone it is. */
export const toldOf = (actor: Actor, { name, number }: { name: string; number: string }) =>
  actor.kind === 'consumer' ? { name: '', number: '' } : { name, number };
