/**
 * Calculation of one chunk of a correction run: every bill concerned gets one item, in one transaction with the chunk's
 * own state. It shares its prices with nobody: the keys of the run are in the book while it calculates (migration 0048).
 */
import { type Db, execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { type Chunk, CORRECTION_ITEMS, claimChunk, closeChunk } from '../bill-run/calculate-chunk.ts';
import { comparedBills } from '../corrections/compared-bills.ts';
import { correctionOf, isConcerned } from './scope.ts';

/** Calculates one chunk; false if none is left. */
export function calculateNextCorrections(db: Db, runId: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const chunk = await claimChunk(tx, runId, 'PLANNED');
    if (!chunk) return false;
    const concerned = isConcerned(await correctionOf(tx, runId));
    await execute(tx, sql`set local enable_nestloop = off`);
    await execute(tx, insertItems(chunk, concerned));
    await closeChunk(tx, chunk, 'CALCULATED', CORRECTION_ITEMS);
    return true;
  });
}

function insertItems(chunk: Chunk, concerned: Sql): Sql {
  const source = sql`select i.id as invoice_id, null::uuid as reading_id, null::bigint as previous_litres,
      null::bigint as current_litres, null::bigint as usage_litres, null::bigint as forgiven_litres, ${`billed:${chunk.run_id}`}::text as billed_by,
      ${`corrected:${chunk.run_id}`}::text as corrected_by
    from billing.invoices i
    where ${concerned} and i.connection_id between ${chunk.first_connection} and ${chunk.last_connection}`;
  return sql`insert into billing.correction_items (run_id, invoice_id, connection_id, chunk, outcome, reason, invoice_version,
      reading_id, previous_litres, current_litres, usage_litres, before_minor, after_minor, lines, explanation)
    select ${chunk.run_id}::uuid, b.invoice_id, i.connection_id, ${chunk.chunk}::int,
      case when h.reason is null then 'BILLED' else 'HELD' end, h.reason, i.version, b.reading_id, b.previous_before,
      b.current_before, b.usage_before, b.total_before, case when h.reason is null then b.total_after end, b.lines, b.explanation
    from (${comparedBills(source)}) b
    join billing.invoices i on i.id = b.invoice_id
    cross join lateral (select case
      when exists (select from billing.corrections c where c.invoice_id = i.id and c.state = 'REQUESTED') then 'correction_waits'
      when b.reading_id is null then 'not_reproducible' else b.problem end as reason) h`;
}
