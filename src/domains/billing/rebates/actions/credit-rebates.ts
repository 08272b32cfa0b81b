/**
 * Credits what bills earned that were paid in full by their day: one day after the other, each bill at most once. Days that were missed are
 * made up in order. A connection is credited under its lock, so a reversal at the same time comes before it or after it, never in between.
 */
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { rebatesOfDay } from '../due-rebates.ts';
import { postRebates } from './post-rebates.ts';

/** Bills whose connections one transaction locks. */
const CHUNK = 500;
export const CREDIT_JOB = 'billing:credit-rebates';

/**
 * All days that are not done, up to today.
 * @param kept what payments settled that nobody took back, by day (points.ts)
 * @param from the first of the days, if it is not the one after the last that is done: of bills that were made later than those days were done
 */
export async function creditRebates(db: Db, clock: Clock, kept: Sql, from?: string): Promise<void> {
  const now = today(clock);
  const { next } = await one<{ next: string }>(
    db,
    sql`select coalesce(max(day) + 1, ${now}::date) as next from billing.rebate_days`,
  );
  const first = from ?? next;
  for (let day = first; day <= now; day = addDays(day, 1)) await creditDay(db, clock, day, kept);
}

async function creditDay(db: Db, clock: Clock, day: string, kept: Sql): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), CREDIT_JOB);
  const earned = await all<{ id: string; connectionId: string }>(
    db,
    sql`select invoice_id as id, connection_id as "connectionId" from (${rebatesOfDay(day, kept)}) e order by connection_id, invoice_id`,
  );
  for (let from = 0; from < earned.length; from += CHUNK) {
    const chunk = earned.slice(from, from + CHUNK);
    await transaction(db, (tx) => creditChunk(tx, actor, { chunk, day, kept }));
  }
  await transaction(db, (tx) => finishDay(tx, actor, day));
}

type Chunk = { chunk: readonly { id: string; connectionId: string }[]; day: string; kept: Sql };

async function creditChunk(tx: Tx, actor: Actor, { chunk, day, kept }: Chunk): Promise<void> {
  await lockConnections(tx, sql`select unnest(${chunk.map(({ connectionId }) => connectionId)}::uuid[])`);
  const earned = sql`select * from (${rebatesOfDay(day, kept)}) e where e.invoice_id = any(${chunk.map(({ id }) => id)}::uuid[])`;
  await postRebates(tx, actor, { earned, creditedOn: await firstOpenDay(tx, day) });
}

/** The day is done: what its bills earned is counted, and no run looks at it again. */
async function finishDay(tx: Tx, actor: Actor, day: string): Promise<void> {
  const done = await all<{ rebates: number; amountMinor: number }>(
    tx,
    sql`insert into billing.rebate_days (day, rebates, amount_minor, done_at)
      select ${day}::date, count(*), coalesce(sum(g.amount_minor), 0), ${actor.now}
      from billing.rebates g where g.pay_by = ${day}::date - 1 and g.taken_back_on is null
      on conflict do nothing returning rebates, amount_minor as "amountMinor"`,
  );
  for (const { rebates, amountMinor } of done) {
    if (rebates === 0) continue;
    await audit(tx, actor, {
      action: 'rebate.credit',
      object: 'rebate',
      objectId: day,
      after: { day, rebates, amountMinor },
    });
  }
}
