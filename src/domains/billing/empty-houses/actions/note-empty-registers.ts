/**
 * What the register showed on the first day of an approved notice, and on the day on which somebody lives there again. Without them a bill that has
 * other days is judged by all of its use. They decide what is billed, so who noted or approved the notice does not add them, another person corrects them, the household is
 * told, and what is billed stays as it is.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, type Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { earliestDay } from '../../categories/queries.ts';
import { errors } from '../contract.ts';
import { refuseWrongReturn, refuseWrongStart } from '../judge-house.ts';
import { lockHouse } from '../lock-house.ts';
import { tellRegister } from '../tell-people.ts';
import type { Moved } from './note-empty-house.ts';

type Added = { id: string; version: number; words: string };

export async function noteEmptyStart(
  tx: Tx,
  actor: Actor,
  { startLitres, words, ...step }: Added & { startLitres: number },
): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'APPROVED');
  const { id, connectionId, fromDay, startLitres: known } = house;
  const free = await earliestDay(tx, connectionId);
  if (fromDay < free) throw fail(errors.day_billed, { day: free });
  const other = { day: house.untilDay, litres: house.returnLitres };
  await refuseWrongStart(tx, actor, { connectionId, day: fromDay, litres: startLitres, other });
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
  await tellRegister(tx, actor, { id, day: fromDay, litres: startLitres });
  return moved;
}

export async function noteEmptyReturn(
  tx: Tx,
  actor: Actor,
  { returnLitres, words, ...step }: Added & { returnLitres: number },
): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'APPROVED', 'ENDED');
  const { id, connectionId, fromDay, untilDay } = house;
  if (untilDay <= fromDay) throw fail(errors.over);
  const free = await earliestDay(tx, connectionId);
  if (untilDay < free) throw fail(errors.return_billed, { day: free });
  const other = { day: fromDay, litres: house.startLitres };
  await refuseWrongReturn(tx, actor, { connectionId, day: untilDay, litres: returnLitres, other });
  const moved = await one<Moved>(
    tx,
    sql`update billing.empty_houses set return_litres = ${returnLitres}::bigint, return_noted_by = ${actor.userId}::uuid,
        return_noted_by_name = ${actor.name}, return_noted_at = ${actor.now}, version = version + 1
      where id = ${id} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: 'empty-house.return',
    object: 'empty-house',
    objectId: id,
    before: { returnLitres: house.returnLitres },
    after: { returnLitres },
    reason: words,
  });
  await tellRegister(tx, actor, { id, day: untilDay, litres: returnLitres });
  return moved;
}
