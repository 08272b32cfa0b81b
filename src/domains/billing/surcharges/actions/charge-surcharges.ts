/**
 * Charges what late bills cost more, one day after the other, each day at most once for a bill. Days that were missed are made up in
 * order. A connection is charged under its lock, so a payment at the same time comes before it or after it, never in between.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { firstOpenDay } from '#domains/ledger/actions/close-period.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Clock, today } from '#platform/clock.ts';
import { all, type Db, execute, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { lockConnections } from '../../invoices/actions/settle-invoices.ts';
import { surchargesOf, turnsOf } from '../due-surcharges.ts';

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
type Made = { id: string; amountMinor: number };

async function chargeChunk(tx: Tx, actor: Actor, { chunk, day, settled }: Chunk): Promise<void> {
  await lockConnections(tx, sql`select unnest(${chunk.map(({ connectionId }) => connectionId)}::uuid[])`);
  const turns = sql`select * from (${turnsOf(day, settled)}) t where t.of_invoice_id = any(${chunk.map(({ id }) => id)}::uuid[])`;
  const issuedOn = await firstOpenDay(tx, day);
  const asked = await all<{ invoiceId: string }>(
    tx,
    sql`select uuidv7() as "invoiceId", s.* from (${surchargesOf(turns, day, settled)}) s order by s.of_invoice_id, s.step desc`,
  );
  if (asked.length === 0) return;
  const rows = sql`json_to_recordset(${JSON.stringify(asked)}::json) as s ("invoiceId" uuid, of_invoice_id uuid, rule_id uuid,
    step text, turn int, basis_minor bigint, percent numeric, amount_minor bigint)`;
  const made = await all<Made & { connection_id: string }>(
    tx,
    sql`with series as materialized (select platform.take_numbers('invoice', ${asked.length}::bigint) as first)
      insert into billing.invoices (id, number, adjusts_id, connection_id, consumer_id, period, period_from, period_to,
        issued_on, due_on, tariff_version_id, meter_id, usage_litres, total_minor)
      select s."invoiceId", platform.human_number(${NUMBER_KINDS.invoice}, series.first - 1 + row_number() over (order by s."invoiceId")),
        i.id, i.connection_id, i.consumer_id, i.period, i.period_from, i.period_to, ${issuedOn}::date, ${issuedOn}::date,
        i.tariff_version_id, i.meter_id, 0, s.amount_minor
      from series, ${rows} join billing.invoices i on i.id = s.of_invoice_id
      returning id, total_minor as "amountMinor", connection_id`,
  );
  await execute(
    tx,
    sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
    select s."invoiceId", 1, 'surcharge', s.amount_minor from ${rows}`,
  );
  await execute(
    tx,
    sql`insert into billing.surcharges (invoice_id, of_invoice_id, rule_id, step, turn, charged_for, basis_minor, percent)
    select s."invoiceId", s.of_invoice_id, s.rule_id, s.step, s.turn, ${day}::date, s.basis_minor, s.percent from ${rows}`,
  );
  const bills = sql`billing.invoices i where i.id = any(${made.map(({ id }) => id)}::uuid[])`;
  await postJournals(
    tx,
    actor,
    sql`select i.id, 'INVOICE' as kind, i.id as source_id, i.issued_on as business_date, null::uuid as reverses_id, null::text as reason from ${bills}`,
    sql`select j.* from (
        select i.id as journal_id, 1::smallint as line_no, ${ACCOUNTS.receivable} as account_code, i.connection_id as party_id,
          i.total_minor as amount_minor, i.issued_on as business_date from ${bills}
        union all
        select i.id, 2, ${ACCOUNTS.surcharge}, null, -i.total_minor, i.issued_on from ${bills}
      ) j`,
  );
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
