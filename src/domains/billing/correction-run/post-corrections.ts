/**
 * Posting of one chunk of a correction run: what changed since the preview is held, and every other bill gets its
 * documents, in one transaction: an adjustment; if more is to be paid, a supplementary bill with its journal; else a
 * journal of the difference, of which what is less goes to the connection's advance and pays this bill first. Locks in the
 * order of posting bills; numbers are taken last.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import { passGate } from '#domains/meters/readings/actions/lock-readings.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { type Chunk, CORRECTION_ITEMS, claimChunk, closeChunk } from '../bill-run/calculate-chunk.ts';
import { postedAfter } from '../bill-run/known-from.ts';
import { endDisputesOf } from '../disputes/actions/end-disputes.ts';
import { moveCredits } from '../invoices/actions/move-credits.ts';
import { lockConnections } from '../invoices/actions/settle-invoices.ts';
import { takeOverSupplements } from '../invoices/actions/take-over-bills.ts';
import { tellCredits } from '../invoices/actions/tell-credits.ts';
import { moveAdvances } from '../invoices/actions/use-advances.ts';
import { movedNow, paidByCredits } from '../invoices/credited-bills.ts';
import { LINE_ACCOUNTS } from '../invoices/line-accounts.rules.ts';
import { endLeaksOf } from '../leaks/actions/end-leaks.ts';
import { noticeBills } from '../notices.ts';
import { followPlans } from '../payment-plans/actions/end-plans.ts';
import { reviseRebates } from '../rebates/actions/revise-rebates.ts';
import { reviseSurcharges } from '../surcharges/actions/revise-surcharges.ts';
import { sharePrices } from '../tariffs/lock-prices.ts';
import { holdChanged } from './hold-changed.ts';

/** Posts one chunk; false if none is left. */
export function postNextCorrections(db: Db, actor: Actor, runId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const chunk = await claimChunk(tx, runId, 'CALCULATED');
    if (!chunk) return false;
    await passGate(tx);
    await sharePrices(tx);
    await lockConnections(tx, sql`select connection_id from (${correctedItems(chunk)}) k`);
    await holdChanged(tx, runId, chunk);
    await closeChunk(tx, chunk, 'POSTED', CORRECTION_ITEMS);
    await postJournals(tx, actor, journals(chunk), entries(chunk));
    await insertDocuments(tx, actor, chunk);
    await execute(
      tx,
      sql`update billing.invoices set version = version + 1 where id in (select invoice_id from (${correctedItems(chunk)}) k)`,
    );
    const credited = sql`select k.invoice_id, -k.total_minor as amount_minor from (${correctedItems(chunk)}) k where k.total_minor < 0`;
    const moved = await moveCredits(tx, actor, {
      credited,
      isCancelled: false,
      businessDate: chunk.issued_on,
    });
    const uses =
      paidByCredits(sql`select k.invoice_id, -k.total_minor - coalesce(m.amount_minor, 0) as amount_minor
      from (${correctedItems(chunk)}) k
      left join (select credited_id, sum(amount_minor)::bigint as amount_minor from (${movedNow(moved)}) m group by 1) m
        on m.credited_id = k.invoice_id
      where k.total_minor < 0`);
    await moveAdvances(tx, actor, { uses, businessDate: chunk.issued_on });
    const supplements = sql`select supplement_id from (${correctedItems(chunk)}) k where total_minor > 0`;
    await takeOverSupplements(tx, actor, supplements);
    await noticeBills(tx, actor, supplements);
    const credits = sql`select adjustment_id as id, invoice_id, -total_minor as amount_minor from (${correctedItems(chunk)}) k
      where total_minor < 0`;
    await tellCredits(tx, actor, credits, moved);
    const connections = sql`select connection_id from (${correctedItems(chunk)}) k`;
    await endDisputesOf(tx, actor, { connections });
    await endLeaksOf(tx, actor, connections);
    await followPlans(tx, actor, connections);
    await reviseCredited(tx, actor, chunk);
    await reviseRebates(tx, actor, { connections });
    return true;
  });
}

/** What was charged on a bill that was too high is charged on what was right. */
async function reviseCredited(tx: Tx, actor: Actor, chunk: Chunk): Promise<void> {
  const credited = sql`(${correctedItems(chunk)}) k join billing.invoices i on i.id = k.invoice_id where k.total_minor < 0`;
  const { since } = await one<{ since: string | null }>(
    tx,
    sql`select min(i.period_to) as since from ${credited}`,
  );
  if (since === null) return;
  await reviseSurcharges(tx, actor, { connections: sql`select k.connection_id from ${credited}`, since });
}

function correctedItems(chunk: Chunk): Sql {
  return sql`select * from billing.correction_items where run_id = ${chunk.run_id} and outcome = 'BILLED'
    and connection_id between ${chunk.first_connection} and ${chunk.last_connection}`;
}

/** The lines that change, as difference, numbered from 1 for each bill. */
function differences(chunk: Chunk): Sql {
  return sql`select k.*, l.kind, l."afterMinor" - l."beforeMinor" as difference,
      row_number() over (partition by k.invoice_id order by l."lineNo")::smallint as line_no
    from (${correctedItems(chunk)}) k
    cross join lateral json_to_recordset(k.lines) as l ("lineNo" int, kind text, "beforeMinor" bigint, "afterMinor" bigint)
    where l."afterMinor" <> l."beforeMinor"`;
}

const accountOfLine = sql`case kind ${sql.join(
  Object.entries(LINE_ACCOUNTS).map(([kind, account]) => sql`when ${sql.lit(kind)} then ${sql.lit(account)}`),
  sql` `,
)} end`;

const document = sql`case when total_minor > 0 then supplement_id else adjustment_id end`;

/** The journal takes the id of what it records. A bill of which no line changes has none. */
function journals(chunk: Chunk): Sql {
  return sql`select id, case when total_minor > 0 then 'INVOICE' else 'ADJUSTMENT' end as kind, id as source_id,
      ${chunk.issued_on}::date as business_date, null::uuid as reverses_id, reason
    from (select distinct ${document} as id, total_minor, r.reason from (${differences(chunk)}) k
      join billing.bill_runs r on r.id = k.run_id) d`;
}

/** What is more is owed by the connection, what is less is its advance; the lines are the other side. */
function entries(chunk: Chunk): Sql {
  return sql`select journal_id, row_number() over (partition by journal_id order by line_no)::smallint as line_no, account_code,
      party_id, amount_minor, ${chunk.issued_on}::date as business_date
    from (
      select ${document} as journal_id, 0 as line_no,
        case when total_minor > 0 then ${ACCOUNTS.receivable} else ${ACCOUNTS.advances} end as account_code,
        connection_id as party_id, total_minor as amount_minor
      from (${correctedItems(chunk)}) k where total_minor <> 0
      union all
      select ${document}, line_no, ${accountOfLine}, null, -difference from (${differences(chunk)}) d
    ) e`;
}

async function insertDocuments(tx: Tx, actor: Actor, chunk: Chunk): Promise<void> {
  const { all, more } = await one<{ all: number; more: number }>(
    tx,
    sql`select count(*) as all, count(*) filter (where total_minor > 0) as more from (${correctedItems(chunk)}) k`,
  );
  if (all === 0) return;
  if (more > 0) await insertSupplements(tx, actor, chunk, more);
  await execute(
    tx,
    sql`with series as materialized (select platform.take_numbers('adjustment', ${all}::bigint) as first)
    insert into billing.adjustments (id, number, run_id, tariff_version_id, invoice_id, supplement_id, adjusted_on, reason,
      amount_minor, reading_id, previous_before_litres, previous_after_litres, current_before_litres, current_after_litres,
      usage_before_litres, usage_after_litres, total_before_minor, total_after_minor, explanation)
    select k.adjustment_id,
      platform.human_number(${NUMBER_KINDS.adjustment}, series.first - 1 + row_number() over (order by k.invoice_id)),
      k.run_id, r.tariff_version_id, k.invoice_id, case when k.total_minor > 0 then k.supplement_id end, r.issued_on,
      r.reason || ' (' || r.order_number || ')', k.total_minor, k.reading_id, k.previous_litres, k.previous_litres,
      k.current_litres, k.current_litres, k.usage_litres, k.usage_litres, k.before_minor, k.after_minor, k.explanation
    from series, (${correctedItems(chunk)}) k join billing.bill_runs r on r.id = k.run_id`,
  );
  await execute(
    tx,
    sql`insert into billing.adjustment_lines (adjustment_id, line_no, kind, quantity, rate, before_minor, after_minor)
    select k.adjustment_id, l."lineNo", l.kind, l.quantity, l.rate, l."beforeMinor", l."afterMinor"
    from (${correctedItems(chunk)}) k
    cross join lateral json_to_recordset(k.lines)
      as l ("lineNo" int, kind text, quantity numeric, rate numeric, "beforeMinor" bigint, "afterMinor" bigint)`,
  );
}

/** Invoices of the difference: to whom the bill went, with its days and meter; no use, because the use stays. */
async function insertSupplements(tx: Tx, actor: Actor, chunk: Chunk, count: number): Promise<void> {
  await execute(
    tx,
    sql`with series as materialized (select platform.take_numbers('invoice', ${count}::bigint) as first)
    insert into billing.invoices (id, number, run_id, adjusts_id, connection_id, consumer_id, period, period_from, period_to,
      issued_on, posted_on, due_on, tariff_version_id, meter_id, usage_litres, total_minor)
    select k.supplement_id,
      platform.human_number(${NUMBER_KINDS.invoice}, series.first - 1 + row_number() over (order by k.invoice_id)),
      k.run_id, i.id, i.connection_id, i.consumer_id, i.period, i.period_from, i.period_to, r.issued_on,
      ${postedAfter(sql`r.issued_on`, actor)}, r.due_on,
      r.tariff_version_id, i.meter_id, 0, k.total_minor
    from series, (${correctedItems(chunk)}) k
    join billing.invoices i on i.id = k.invoice_id
    join billing.bill_runs r on r.id = k.run_id
    where k.total_minor > 0`,
  );
  await execute(
    tx,
    sql`insert into billing.invoice_lines (invoice_id, line_no, kind, amount_minor)
    select supplement_id, line_no, kind, difference from (${differences(chunk)}) d where total_minor > 0`,
  );
}
