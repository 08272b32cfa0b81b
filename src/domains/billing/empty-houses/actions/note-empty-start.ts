/**
 * What the register showed on the first day of an approved notice. Without it a bill that has days before the notice is judged by all of its
 * use. It decides what is billed, so who noted the notice does not add it, and what is billed stays as it is.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { earliestDay } from '../../categories/queries.ts';
import { errors } from '../contract.ts';
import { refuseWrongStart } from '../judge-house.ts';
import { lockHouse } from '../lock-house.ts';
import type { Moved } from './note-empty-house.ts';

type Start = { id: string; version: number; startLitres: number; words: string };

export async function noteEmptyStart(
  tx: Tx,
  actor: Actor,
  { startLitres, words, ...step }: Start,
): Promise<Moved> {
  const { id, connectionId, fromDay, startLitres: known } = await lockHouse(tx, actor, step, 'APPROVED');
  if (known !== null) throw fail(errors.start_known);
  const free = await earliestDay(tx, connectionId);
  if (fromDay < free) throw fail(errors.day_billed, { day: free });
  await refuseWrongStart(tx, { connectionId, fromDay, startLitres, today: actor.today });
  const moved = await one<Moved>(
    tx,
    sql`update billing.empty_houses set start_litres = ${startLitres}::bigint, start_noted_by = ${actor.userId}::uuid,
        start_noted_by_name = ${actor.name}, start_noted_at = ${actor.now}, version = version + 1
      where id = ${id} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: 'empty-house.start',
    object: 'empty-house',
    objectId: id,
    before: { startLitres: known },
    after: { startLitres },
    reason: words,
  });
  return moved;
}
