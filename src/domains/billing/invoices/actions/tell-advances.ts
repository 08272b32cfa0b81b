/**
 * Tells of advances that no bill uses any more: those who may pay them back, and their consumers by bell, SMS and e-mail. How much was
 * told is noted in the same statement that finds what rose, so each rise is told once. What becomes less
 * is noted by the database (migration 0088).
 */
import { type Actor, systemActor } from '#platform/actor.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { noticeAdvanceRose, noticeAdvancesLeft, noticeOwnAdvances } from '../../notices.ts';
import { advancesLeft, type Told } from '../advances-left.ts';
import { sendAdvancesLeft } from '../message-texts.ts';
import { ownOpen } from '../taken-over.ts';

/** A bill that is still open uses the advance first: at the end of its run. @param connections select of ids */
function noteRisen(tx: Tx, connections: Sql): Promise<Told[]> {
  return all<Told>(
    tx,
    sql`update billing.told_advances t set told_minor = l.advance_minor, telling = uuidv7()
      from (${advancesLeft}) l
      where l.connection_id = t.connection_id and l.advance_minor > t.told_minor and t.connection_id in (${connections})
        and not exists (select from billing.invoices i where i.connection_id = t.connection_id
          and i.cancelled_on is null and i.settled_minor < i.total_minor and ${ownOpen('i')} > 0)
      returning t.connection_id as "connectionId", t.telling, l.advance_minor as "advanceMinor"`,
  );
}

async function tellConsumers(tx: Tx, actor: Actor, told: readonly Told[]): Promise<void> {
  if (told.length === 0) return;
  await noticeOwnAdvances(tx, actor, told);
  await sendAdvancesLeft(tx, told);
}

/** At the end of a run: of the connections that it made the final bill of. */
export async function tellAdvancesOfRun(
  tx: Tx,
  actor: Actor,
  run: { id: string; period: string },
): Promise<void> {
  const told = await noteRisen(
    tx,
    sql`select i.connection_id from billing.invoices i where i.run_id = ${run.id} and i.is_final`,
  );
  await noticeAdvancesLeft(tx, actor, run, told);
  await tellConsumers(tx, actor, told);
}

/** The job of a closed connection whose advance may have risen, or that was closed with one. */
export function tellAdvance(db: Db, clock: Clock, connectionId: string): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), 'tell-advance');
  return transaction(db, async (tx) => {
    const told = await noteRisen(tx, sql`select ${connectionId}::uuid`);
    await noticeAdvanceRose(tx, actor, told);
    await tellConsumers(tx, actor, told);
  });
}
