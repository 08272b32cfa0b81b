/**
 * Dry run of a file: its rows are copied in and every one gets its verdict, in one statement whatever their number.
 * Nothing else changes; it may be repeated with another mapping.
 */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type CopyIn, copyTransaction } from '#platform/copy-in.ts';
import { first, one, type Sql, sql, type Tx } from '#platform/db.ts';
import type { Platform } from '#platform/platform.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { closeGate } from '../../readings/actions/lock-readings.ts';
import { checkReadings, placeLines, type Span } from '../../readings/check-readings.ts';
import type { Import, Mapping } from '../contract.ts';
import { fileLines, fileSpan, LINES_TABLE, LINES_TARGET } from '../file-lines.ts';
import { mappedLines, openFile } from '../open-file.ts';
import { getImport, type LockedImport, lockImport } from '../queries.ts';

export type Source = Pick<Platform, 'database' | 'files'>;

export function checkImport(
  { database, files }: Source,
  actor: Actor,
  input: { id: string; mapping: Mapping },
): Promise<Import> {
  return copyTransaction(database, async (tx, copy) => {
    const found = await lockImport(tx, actor, input.id);
    if (found.state !== 'UPLOADED' && found.state !== 'CHECKED') {
      throw fail(errors.import_wrong_state, { state: found.state });
    }
    await giveVerdicts({ tx, copy, files }, actor, found, input.mapping);
    const checked = await getImport(tx, actor, input.id);
    const { rowsTotal, rowsGood, rowsFlagged, rowsRefused } = checked;
    await audit(tx, actor, {
      action: 'readings.check',
      object: 'import',
      objectId: input.id,
      after: { mapping: input.mapping, rowsTotal, rowsGood, rowsFlagged, rowsRefused },
    });
    return checked;
  });
}

type Work = { tx: Tx; copy: CopyIn; files: Source['files'] };

/** Reads the stored file and writes the verdict of each of its rows; verdicts given before are replaced. */
export async function giveVerdicts(
  { tx, copy, files }: Work,
  actor: Actor,
  found: LockedImport,
  mapping: Mapping,
): Promise<void> {
  const file = await openFile(files, found.file_id);
  await LINES_TABLE.execute(tx);
  await copy(LINES_TARGET, mappedLines(file, mapping));
  await sql`analyze import_lines`.execute(tx);
  await sql`set local work_mem = '256MB'`.execute(tx);
  const span = await one(tx, fileSpan(mapping, actor.today));
  await closeGate.execute(tx);
  await sql`delete from meters.import_rows where import_id = ${found.id}`.execute(tx);
  const months = { from: span.from ?? actor.today, to: span.to ?? actor.today };
  const counted = await first<Counts>(
    tx,
    insertVerdicts(found.id, fileLines(mapping, actor.today), months, actor.today),
  );
  const { total, good, flagged } = counted ?? { total: 0, good: 0, flagged: 0 };
  if (total === 0) throw fail(errors.import_empty);
  await sql`update meters.imports set state = 'CHECKED', mapping = ${JSON.stringify(mapping)}::jsonb, rows_total = ${total},
      rows_good = ${good}, rows_flagged = ${flagged}, rows_refused = ${total - good - flagged},
      checked_at = clock_timestamp(), version = version + 1
    where id = ${found.id}`.execute(tx);
}

type Counts = { total: number; good: number; flagged: number };

function insertVerdicts(importId: string, lines: Sql, span: Span, today: string): Sql<Counts> {
  const readable = sql`select * from placed where reason is null`;
  return sql<Counts>`with placed as materialized (${placeLines(lines, span, today)}),
    checked as (${checkReadings(readable, span, today)}),
    written as (
      insert into meters.import_rows (import_id, row_no, meter, register, month, day, remark, verdict, reason,
        connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
        expected_litres, expected_from, flags, figures)
      select ${importId}::uuid, l.row_no, l.meter, l.register, l.month, l.day, l.remark,
        case when coalesce(p.reason, c.reason) is not null then 'REFUSED' when c.flags = '{}' then 'GOOD' else 'FLAGGED' end,
        coalesce(p.reason, c.reason), p.connection_id, p.meter_id, p.period, p.read_on, p.register_litres,
        c.previous_litres, c.previous_on, c.consumption_litres, c.expected_litres, c.expected_from,
        coalesce(c.flags, '{}'), c.figures
      from import_lines l join placed p on p.row_key = l.row_no left join checked c on c.row_key = l.row_no
      returning verdict
    )
    select count(*) as total, count(*) filter (where verdict = 'GOOD') as good,
      count(*) filter (where verdict = 'FLAGGED') as flagged
    from written`;
}
