/**
 * What the register showed on the first day of an approved notice, and on the day on which somebody lives there again. Without them a bill
 * that has other days is judged by all of its use. They decide what is billed, so who noted or approved the notice does not add them, another
 * person corrects them, the household is told, and what is billed stays as it is.
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
/** Its columns begin with the name of the side. */
type Register = {
  side: 'start' | 'return';
  day: string;
  litres: number;
  known: number | null;
  words: string;
};

export async function noteEmptyStart(
  tx: Tx,
  actor: Actor,
  { startLitres: litres, words, ...step }: Added & { startLitres: number },
): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'APPROVED');
  const { connectionId, fromDay: day, startLitres: known } = house;
  const free = await earliestDay(tx, connectionId);
  if (day < free) throw fail(errors.day_billed, { day: free });
  const other = { day: house.untilDay, litres: house.returnLitres };
  await refuseWrongStart(tx, actor, { connectionId, day, litres, other });
  return keep(tx, actor, house.id, { side: 'start', day, litres, known, words });
}

export async function noteEmptyReturn(
  tx: Tx,
  actor: Actor,
  { returnLitres: litres, words, ...step }: Added & { returnLitres: number },
): Promise<Moved> {
  const house = await lockHouse(tx, actor, step, 'APPROVED', 'ENDED');
  const { connectionId, fromDay, untilDay: day, returnLitres: known } = house;
  if (day <= fromDay) throw fail(errors.over);
  const free = await earliestDay(tx, connectionId);
  if (day < free) throw fail(errors.return_billed, { day: free });
  const other = { day: fromDay, litres: house.startLitres };
  await refuseWrongReturn(tx, actor, { connectionId, day, litres, other });
  return keep(tx, actor, house.id, { side: 'return', day, litres, known, words });
}

async function keep(
  tx: Tx,
  actor: Actor,
  id: string,
  { side, day, litres, known, words }: Register,
): Promise<Moved> {
  const column = (name: string) => sql.ref(`${side}_${name}`);
  const moved = await one<Moved>(
    tx,
    sql`update billing.empty_houses set ${column('litres')} = ${litres}::bigint, ${column('noted_by')} = ${actor.userId}::uuid,
        ${column('noted_by_name')} = ${actor.name}, ${column('noted_at')} = ${actor.now}, version = version + 1
      where id = ${id} returning id, number, state`,
  );
  await audit(tx, actor, {
    action: side === 'start' ? 'empty-house.start' : 'empty-house.return',
    object: 'empty-house',
    objectId: id,
    before: { [`${side}Litres`]: known },
    after: { [`${side}Litres`]: litres },
    reason: words,
  });
  await tellRegister(tx, actor, { id, day, litres });
  return moved;
}
