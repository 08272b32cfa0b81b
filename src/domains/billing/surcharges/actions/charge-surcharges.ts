/**
 * Charges what late bills cost more, one day after the other, each day at most once for a bill. Days that were missed are made up in
 * order. A connection is charged under its lock, so a payment at the same time comes before it or after it, never in between.
 */
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { surchargesOf, turnsOf } from '../due-surcharges.ts';
import { type AskedSurcharge, issueSurcharges } from './issue-surcharges.ts';

/** Bills whose connections one transaction locks. */
const CHUNK = 500;
export const CHARGE_JOB = 'billing:charge-surcharges';

/** All days that are not done, up to today. @param settled what payments settled by day (points.ts) */
export async function chargeSurcharges(db: Db, clock: Clock, settled: Sql): Promise<void> {
  const now = today(clock);
  const { first } = await one<{ first: string }>(
    db,
    sql`select coalesce(max(day) + 1, ${now}::date) as first from billing.surcharge_days`,
  );
  for (let day = first; day <= now; day = addDays(day, 1)) await chargeDay(db, clock, day, settled);
}

async function chargeDay(db: Db, clock: Clock, day: string, settled: Sql): Promise<void> {
  const actor = systemActor(clock.now(), today(clock), CHARGE_JOB);
  const late = await all<{ id: string; connectionId: string }>(
    db,
    sql`select distinct of_invoice_id as id, connection_id as "connectionId" from (${turnsOf(day, settled)}) t order by connection_id, of_invoice_id`,
  );
  for (let from = 0; from < late.length; from += CHUNK) {
    const chunk = late.slice(from, from + CHUNK);
    await transaction(db, (tx) => chargeChunk(tx, actor, { chunk, day, settled }));
  }
  await transaction(db, (tx) => finishDay(tx, actor, day));
}

type Chunk = { chunk: readonly { id: string; connectionId: string }[]; day: string; settled: Sql };

async function chargeChunk(tx: Tx, actor: Actor, { chunk, day, settled }: Chunk): Promise<void> {
  await lockConnections(tx, sql`select unnest(${chunk.map(({ connectionId }) => connectionId)}::uuid[])`);
  const turns = sql`select * from (${turnsOf(day, settled)}) t where t.of_invoice_id = any(${chunk.map(({ id }) => id)}::uuid[])`;
  const issuedOn = await firstOpenDay(tx, day);
  const asked = await all<AskedSurcharge>(
    tx,
    sql`select uuidv7() as "invoiceId", 1 as revision, s.* from (${surchargesOf(turns, day, settled)}) s order by s.of_invoice_id, s.step desc`,
  );
  await issueSurcharges(tx, actor, { asked, day, issuedOn });
}

/** The day is done: its surcharges are counted, and no run looks at it again. */
async function finishDay(tx: Tx, actor: Actor, day: string): Promise<void> {
  const done = await all<{ surcharges: number; amountMinor: number }>(
    tx,
    sql`insert into billing.surcharge_days (day, surcharges, amount_minor, done_at)
      select ${day}::date, count(*), coalesce(sum(i.total_minor), 0), ${actor.now}
      from billing.surcharges g join billing.invoices i on i.id = g.invoice_id where g.charged_for = ${day}::date
      on conflict do nothing returning surcharges, amount_minor as "amountMinor"`,
  );
  for (const { surcharges, amountMinor } of done) {
    if (surcharges === 0) continue;
    await audit(tx, actor, {
      action: 'surcharge.charge',
      object: 'surcharge',
      objectId: day,
      after: { day, surcharges, amountMinor },
    });
  }
}
