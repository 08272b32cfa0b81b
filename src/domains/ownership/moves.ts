/** The steps that the list of requests offers beside each row. */
import type { Actor } from '#platform/actor.ts';
import { all, type Db, sql, type Tx } from '#platform/database/db.ts';
import { overriddenBy } from './lock-request.ts';
import { type Facts, MOVES, type Move, refusalOf } from './ownership.rules.ts';

/** Of each request of a page: the steps that the server would take from this person of the office. */
export async function movesOf(
  db: Db | Tx,
  actor: Actor,
  rows: readonly { id: string }[],
): Promise<Map<string, Move[]>> {
  if (actor.kind !== 'staff') return new Map();
  const known = await all<Omit<Facts, 'side'> & { id: string }>(
    db,
    sql`select r.id, r.state, r.asked_by as "askedBy", r.verified_by as "verifiedBy", r.read_by as "readBy",
        ${overriddenBy} as "overriddenBy", r.fee_paid_minor as "feePaidMinor"
      from ownership.requests r where r.id = any(${rows.map(({ id }) => id)}::uuid[])`,
  );
  return new Map(
    known.map(({ id, ...facts }) => [
      id,
      MOVES.filter((move) => refusalOf(move, { ...facts, side: null }, actor) === null),
    ]),
  );
}
