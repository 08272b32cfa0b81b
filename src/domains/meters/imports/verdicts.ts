/**
 * The verdicts of a file: its rows are copied into a temporary table, put in their places, and checked, each step one
 * statement for all of them. Temporary tables are analyzed here, for five rows and a million want different plans.
 */
import type { Actor } from '#platform/actor.ts';
import type { CopyIn } from '#platform/database/copy-in.ts';
import { execute, one, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { Files } from '#platform/files/receive.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { closeGate } from '../readings/actions/lock-readings.ts';
import { checkReadings, placeLines, type Span } from '../readings/check-readings.ts';
import type { Mapping } from './contract.ts';
import { calendarTable, fileLines, fileSpan, LINES_TABLE, LINES_TARGET } from './file-lines.ts';
import { mappedLines, openReadings } from './open-file.ts';
import type { LockedImport } from './queries.ts';

type Work = { tx: Tx; copy: CopyIn; files: Files };

/** Reads the stored file and writes the verdict of each of its rows; verdicts given before are replaced. */
export async function giveVerdicts(
  { tx, copy, files }: Work,
  actor: Actor,
  found: LockedImport,
  mapping: Mapping,
): Promise<void> {
  const file = await openReadings(files, found.file_id);
  const { meter, register, month, day, remark } = mapping;
  if (Math.max(meter, register, month ?? 0, day ?? 0, remark ?? 0) >= file.titles.length) {
    throw fail(errors.import_column_missing);
  }
  await execute(
    tx,
    sql`drop table if exists import_lines, import_calendar, import_placed, import_turns, import_before`,
  );
  await execute(tx, LINES_TABLE);
  await copy(LINES_TARGET, mappedLines(file, mapping));
  await execute(tx, sql`set local work_mem = '256MB'`);
  await execute(tx, sql`analyze import_lines`);
  await execute(tx, calendarTable(actor.today));
  await execute(tx, sql`analyze import_calendar`);
  const named = await one(tx, fileSpan(mapping));
  const span = { from: named.from ?? actor.today, to: named.to ?? actor.today };
  await execute(tx, closeGate);
  await execute(tx, sql`delete from meters.import_rows where import_id = ${found.id}`);
  await execute(
    tx,
    sql`create temporary table import_placed on commit drop as
    ${placeLines(fileLines(mapping, actor.today), span, actor.today)}`,
  );
  await execute(tx, sql`analyze import_placed`);
  const { total, good, flagged } = await checkInTurns(tx, found.id, span, actor.today);
  if (total === 0) throw fail(errors.import_empty);
  await execute(
    tx,
    sql`update meters.imports set state = 'CHECKED', mapping = ${JSON.stringify(mapping)}::jsonb, rows_total = ${total},
      rows_good = ${good}, rows_flagged = ${flagged}, rows_refused = ${total - good - flagged},
      checked_at = clock_timestamp(), version = version + 1
    where id = ${found.id}`,
  );
}

/**
 * A connection's rows are checked one after the other, each knowing the one before: the first of all connections in
 * the first turn, which is nearly always the only one.
 */
async function checkInTurns(tx: Tx, importId: string, span: Span, today: string): Promise<Counts> {
  await execute(
    tx,
    sql`create temporary table import_turns on commit drop as
    select row_key, row_number() over (partition by connection_id order by period, read_on)::int as turn
    from import_placed where reason is null and connection_id in (
      select connection_id from import_placed where reason is null group by connection_id having count(*) > 1)`,
  );
  const { turns } = await one<{ turns: number }>(
    tx,
    sql`select coalesce(max(turn), 1) as turns from import_turns`,
  );
  if (turns > 1) await openMemory(tx);
  const all = { total: 0, good: 0, flagged: 0 };
  for (let turn = 1; turn <= turns; turn += 1) {
    const { total, good, flagged } = await one(tx, insertVerdicts({ importId, turn, turns, span, today }));
    all.total += total;
    all.good += good;
    all.flagged += flagged;
    if (turn < turns) await rememberTurn(tx, importId, turn);
  }
  return all;
}

async function openMemory(tx: Tx): Promise<void> {
  await execute(tx, sql`analyze import_turns`);
  await execute(
    tx,
    sql`create temporary table import_before on commit drop as select * from meters.readings where false`,
  );
  await execute(tx, sql`create index on import_before (connection_id, period)`);
}

/** What this turn took is what the next one compares with. */
async function rememberTurn(tx: Tx, importId: string, turn: number): Promise<void> {
  await execute(
    tx,
    sql`insert into import_before (connection_id, meter_id, period, read_on, register_litres, previous_litres,
      previous_on, consumption_litres, recent_litres, recent_days, source)
    select connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
      recent_litres, recent_days, 'IMPORT'
    from meters.import_rows where import_id = ${importId} and turn = ${turn} and verdict <> 'REFUSED'`,
  );
  await execute(tx, sql`analyze import_before`);
}

type Counts = { total: number; good: number; flagged: number };
type Turn = { importId: string; turn: number; turns: number; span: Span; today: string };

function insertVerdicts({ importId, turn, turns, span, today }: Turn): Sql<Counts> {
  const isTurn =
    turns === 1
      ? sql`true`
      : sql`coalesce((select t.turn from import_turns t where t.row_key = p.row_key), 1) = ${turn}`;
  const before =
    turn === 1
      ? undefined
      : sql`select * from meters.readings where living union all select * from import_before`;
  const readable = sql`select * from import_placed p where reason is null and ${isTurn}`;
  return sql<Counts>`with checked as (${checkReadings(readable, span, today, before)}),
    written as (
      insert into meters.import_rows (import_id, row_no, turn, meter, register, month, day, remark, verdict, reason,
        connection_id, meter_id, period, read_on, register_litres, previous_litres, previous_on, consumption_litres,
        expected_litres, expected_from, recent_litres, recent_days, flags, figures)
      select ${importId}::uuid, l.row_no, ${turn}, l.meter, l.register, l.month, l.day, l.remark,
        case when coalesce(p.reason, c.reason) is not null then 'REFUSED' when c.flags = '{}' then 'GOOD' else 'FLAGGED' end,
        coalesce(p.reason, c.reason), p.connection_id, p.meter_id, p.period, p.read_on, p.register_litres,
        c.previous_litres, c.previous_on, c.consumption_litres, c.expected_litres, c.expected_from, c.recent_litres,
        c.recent_days, coalesce(c.flags, '{}'), c.figures
      from import_lines l join import_placed p on p.row_key = l.row_no left join checked c on c.row_key = l.row_no
      where ${isTurn}
      returning verdict
    )
    select count(*) as total, count(*) filter (where verdict = 'GOOD') as good,
      count(*) filter (where verdict = 'FLAGGED') as flagged
    from written`;
}
