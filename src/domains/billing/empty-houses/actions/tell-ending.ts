/** Each day: households whose notice ends soon are told, each once. Afterwards they pay in full again, so they have to say it before. */
import { systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { TOLD_DAYS_BEFORE } from '../empty-house.rules.ts';
import { tellHouseholds } from '../tell-people.ts';

export const ENDING_JOB = 'billing:tell-ending-houses';

/** What was told is not told again: the messages of a notice have its id. */
export async function tellEndingHouses(db: Db, clock: Clock): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), ENDING_JOB);
  await transaction(db, async (tx) => {
    const ending = await all<{ id: string }>(
      tx,
      sql`select k.id from billing.empty_houses k join meters.connections c on c.id = k.connection_id
        where k.state = 'APPROVED' and c.status <> 'closed' and k.until_day > ${actor.today}::date
          and k.until_day <= ${addDays(actor.today, TOLD_DAYS_BEFORE)}::date`,
    );
    await tellHouseholds(
      tx,
      actor,
      'ending',
      ending.map(({ id }) => id),
    );
  });
}
