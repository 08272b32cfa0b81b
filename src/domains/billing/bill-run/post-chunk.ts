/**
 * Posting of one chunk: what moved since the calculation is held, the other billed items become invoices with lines,
 * journals and entries, and their readings are billed; one transaction, so that a kill or a failure leaves all of it or
 * nothing, numbers included. The series of numbers is one row, held until the commit: its part comes last, so that
 * another worker does most of its chunk meanwhile.
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournals } from '#domains/ledger/actions/post-journal.ts';
import { markBilled } from '#domains/meters/actions/mark-billed.ts';
import { passGate } from '#domains/meters/readings/actions/lock-readings.ts';
import type { Actor } from '#platform/actor.ts';
import { type Db, execute, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { NUMBER_KINDS } from '#shared/number-kinds.ts';
import { billLines } from '../calculation/calculate-bills.ts';
import { endUsedHouses } from '../empty-houses/actions/end-used-houses.ts';
import { takeOverBilledAgain } from '../invoices/actions/take-over-bills.ts';
import { type InvoiceLineKind, LINE_ACCOUNTS } from '../invoices/line-accounts.rules.ts';
import { noticeBills } from '../notices.ts';
import { type Chunk, claimChunk, closeChunk } from './calculate-chunk.ts';
import { holdMoved, lockSources } from './compare-chunk.ts';
import { postedAfter } from './known-from.ts';

/** Posts one chunk; false if none is left. */
export function postNextChunk(db: Db, actor: Actor, runId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const chunk = await claimChunk(tx, runId, 'CALCULATED');
    if (!chunk) return false;
    await passGate(tx);
    await lockSources(tx, chunk);
    await holdMoved(tx, chunk);
    const billed = await closeChunk(tx, chunk, 'POSTED');
    const marked = await markBilled(tx, chunk.period, billedItems(chunk));
    if (marked !== billed) {
      throw new Error(
        `chunk ${chunk.chunk} bills ${billed} connections, but only ${marked} of their readings`,
      );
    }
    await postJournals(tx, actor, journals(chunk), entries(chunk));
    await insertInvoices(tx, actor, chunk, billed);
    await execute(
      tx,
      sql`insert into billing.invoice_lines (invoice_id, line_no, kind, quantity, rate, amount_minor)
      select b.invoice_id, line.line_no, line.kind, line.quantity, line.rate, line.amount_minor
      from (${billedItems(chunk)}) b, ${billLines()}`,
    );
    const bills = sql`select invoice_id from (${billedItems(chunk)}) b`;
    await endUsedHouses(tx, actor, bills);
    await takeOverBilledAgain(tx, actor, bills);
    await noticeBills(tx, actor, bills);
    return true;
  });
}

/** The billed items of a chunk, found by the primary key. */
function billedItems(chunk: Chunk): Sql {
  return sql`select *, null as problem from billing.bill_run_items
    where run_id = ${chunk.run_id} and connection_id between ${chunk.first_connection} and ${chunk.last_connection}
      and outcome = 'BILLED'`;
}

async function insertInvoices(tx: Tx, actor: Actor, chunk: Chunk, count: number): Promise<void> {
  await execute(
    tx,
    sql`with series as materialized (select platform.take_numbers('invoice', ${count}::bigint) as first)
    insert into billing.invoices (id, number, run_id, connection_id, consumer_id, period, period_from, period_to, periods,
      issued_on, posted_on, due_on, tariff_version_id, reading_id, meter_id, previous_litres, current_litres, usage_litres,
      total_minor, arrears_minor, explanation, categories, empty_days, is_final)
    select b.invoice_id,
      platform.human_number(${NUMBER_KINDS.invoice}, series.first - 1 + row_number() over (order by b.connection_id)),
      b.run_id, b.connection_id, b.consumer_id, ${chunk.period}::date, b.period_from, b.period_to, b.periods,
      ${chunk.issued_on}::date, ${postedAfter(sql`${chunk.issued_on}::date`, actor)}, ${chunk.due_on}::date, b.version_id, b.reading_id, b.meter_id, b.previous_litres,
      b.current_litres, b.usage_litres, b.total_minor, b.arrears_minor, b.explanation, b.categories, b.empty_days,
      -- The account is closed, and no day of it is left to be billed; or it has no meter any more and no reading that is left.
      c.status = 'closed' and (coalesce(b.period_to >= c.disconnected_on, false) or c.metered_on is null and not exists (
        select from meters.readings l where l.connection_id = c.id and l.living and l.state <> 'BILLED'))
      -- A bill that was cancelled and is made again is not the last one if a later month is billed.
      and not exists (select from billing.invoices l where l.connection_id = c.id and l.period > ${chunk.period}::date
        and l.cancelled_on is null)
    from series, (${billedItems(chunk)}) b join meters.connections c on c.id = b.connection_id`,
  );
}

/** One journal per invoice; it takes the invoice's id, because each invoice is recorded once. */
function journals(chunk: Chunk): Sql {
  return sql`select b.invoice_id as id, 'INVOICE' as kind, b.invoice_id as source_id, ${chunk.issued_on}::date as business_date,
      null::uuid as reverses_id, null::text as reason
    from (${billedItems(chunk)}) b where b.total_minor > 0`;
}

/** The sums of an item, by the kind of line that they are of. All VAT lines have one account and one sum. */
const ITEM_SUMS = {
  water: 'water_minor',
  fixed: 'fixed_minor',
  minimum: 'minimum_minor',
  sewer: 'sewer_minor',
  vat_water: 'vat_minor',
  round_off: 'round_off_minor',
} as const satisfies Partial<Record<InvoiceLineKind, string>>;

/** Receivable of the connection against income, VAT and rounding; zero amounts are no entries. */
function entries(chunk: Chunk): Sql {
  const kinds = Object.keys(ITEM_SUMS) as (keyof typeof ITEM_SUMS)[];
  const accounts = [...Map.groupBy(kinds, (kind) => LINE_ACCOUNTS[kind])];
  const earned = accounts.map(([account, of], index) => {
    const sums = of.map((kind) => sql`-b.${sql.ref(ITEM_SUMS[kind])}`);
    return sql`(${sql.lit(index + 2)}, ${sql.lit(account)}, null, ${sql.join(sums, sql` `)})`;
  });
  return sql`select b.invoice_id as journal_id, e.line_no, e.account_code, e.party_id, e.amount_minor,
      ${chunk.issued_on}::date as business_date
    from (${billedItems(chunk)}) b
    cross join lateral (values
      (1::smallint, ${sql.lit(ACCOUNTS.receivable)}, b.connection_id, b.total_minor),
      ${sql.join(earned)}
    ) as e (line_no, account_code, party_id, amount_minor)
    where e.amount_minor <> 0 and b.total_minor > 0`;
}
