/** A settlement file is read, and taken if it is the one that was shown. Whole or not at all, in one transaction. */
import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { readWholeTable, type WholeTable } from '#platform/imports/whole-table.ts';
import { fail } from '#shared/errors.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import { errors } from '../../errors.ts';
import {
  type BankFormat,
  type BankRow,
  columnsOf,
  isBlank,
  missingField,
  type RowProblem,
  readRow,
  titleRow,
} from '../bank-file.rules.ts';
import type { BankFilePreview } from '../contract.ts';
import { refreshFileAlarms } from './raise-differences.ts';

const SHOWN = 500;
/** The file is kept by this name; it is only shown. */
const LONGEST_NAME = 120;

type Wanted = { gateway: GatewayName; name: string; save?: string | undefined };
type Read = { table: WholeTable; good: BankRow[]; problems: RowProblem[] };

export async function importBankFile(
  { db, temporaryFolder }: { db: Db; temporaryFolder: string },
  actor: Actor,
  wanted: Wanted,
  stream: Readable,
): Promise<BankFilePreview> {
  const { gateway, save } = wanted;
  const format = await formatOf(db, gateway);
  const hash = createHash('sha256');
  const table = await readWholeTable(hashed(stream, hash), {
    temporaryFolder,
    titleRow: (rows) => titleRow(format, rows),
  });
  const mark = hash.digest('hex');
  const read = readAll(table, format, actor.today);
  if (save !== undefined && save !== mark) throw fail(errors.bank_file_outdated);
  if (save !== undefined && read.problems.length > 0) throw invalid(read.problems);
  // A fee, or what is taken back, may be of another day than the payments of the file.
  const paid = read.good.filter(({ kind }) => kind === 'PAID');
  const days = (paid.length > 0 ? paid : read.good).map(({ day }) => day).sort();
  const [firstDay = null] = days;
  const lastDay = days.at(-1) ?? null;
  return transaction(db, async (tx) => {
    // Files of a gateway come one after the other: which of two rows is the earlier one is decided by the lock.
    if (save !== undefined)
      await execute(tx, sql`select from payments.bank_formats where gateway = ${gateway} for update`);
    await refuseKnown(tx, gateway, mark);
    const { repeated } = await one<{ repeated: number }>(
      tx,
      sql`select count(*) filter (where x.repeats)::int as repeated from (${marked(gateway, read.good)}) x`,
    );
    const preview = { rows: read.good.length, firstDay, lastDay, ...sumsOf(read.good), repeated };
    const id =
      save !== undefined && firstDay && lastDay
        ? await take(tx, actor, { ...wanted, mark, firstDay, lastDay, read, sums: preview })
        : null;
    return {
      mark,
      savedId: id,
      ...preview,
      problemCount: read.problems.length,
      problems: read.problems.slice(0, SHOWN),
    } as BankFilePreview;
  });
}

async function formatOf(db: Db, gateway: string): Promise<BankFormat> {
  return one<BankFormat>(
    db,
    sql`select columns, states from payments.bank_formats where gateway = ${gateway}`,
  );
}

function hashed(stream: Readable, hash: Hash): Readable {
  async function* tapped() {
    for await (const chunk of stream) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  return Readable.from(tapped(), { objectMode: false });
}

function readAll(table: WholeTable, format: BankFormat, today: string): Read {
  const columns = columnsOf(format, table.titles);
  const missing = missingField(columns);
  if (missing) throw fail(errors.bank_file_column, { title: format.columns[missing][0] ?? missing });
  const good: BankRow[] = [];
  const problems: RowProblem[] = [];
  for (const row of table.rows) {
    if (isBlank(columns, row.cells)) continue;
    const found = readRow(row, columns, { states: format.states, today });
    if ('read' in found) good.push(found.read);
    else problems.push(...found.problems);
  }
  return { table, good, problems };
}

const invalid = (problems: readonly RowProblem[]) =>
  fail(
    errors.bank_file_invalid,
    { count: problems.length },
    problems.slice(0, 100).map(({ row, field, code }) => ({
      path: `row${row}.${field}`,
      code,
      params: { row },
    })),
  );

/** Told before anybody looks through it. That it is taken one time is decided by bank_files_once. */
async function refuseKnown(tx: Tx, gateway: string, digest: string): Promise<void> {
  const known = await first<{ name: string }>(
    tx,
    sql`select name from payments.bank_files where gateway = ${gateway} and digest = ${digest} and state <> 'GIVEN_UP'`,
  );
  if (known) throw fail(errors.bank_file_known);
}

function sumsOf(rows: readonly BankRow[]): { amountMinor: number; feeMinor: number } {
  let amountMinor = 0;
  let feeMinor = 0;
  for (const { kind, amountMinor: amount, feeMinor: fee } of rows) {
    if (kind === 'PAID') amountMinor += amount;
    if (kind === 'REVERSED') amountMinor -= amount;
    feeMinor += fee;
  }
  return { amountMinor, feeMinor };
}

/**
 * The rows with their payment, and whether an earlier row is the same movement: the same number, order and amount. An order is no
 * number of a movement. Of rows that have only their order, the second one of a day is a second payment; in another file it is that
 * payment again (`part`).
 */
const marked = (gateway: string, rows: readonly BankRow[]): Sql => sql`
  select z.*, row_number() over (partition by z.movement order by z."rowNo") > 1 or exists (select from payments.bank_rows e
      where e.gateway = ${gateway} and e.movement = z.movement and not e.repeats and not e.dropped) as repeats
  from (select y.*, payments.bank_movement(y.reference, y.kind, y.payment_id, y."orderId", y."amountMinor", y."feeMinor", y.part) as movement
    from (select x.*, w.payment_id, case when x.reference = x."orderId" and x.kind <> 'NOT_PAID' then to_char(x.day, 'YYYY-MM-DD') || '/' || row_number() over (
          partition by x.reference, x.kind, x."amountMinor", x.day, case x.kind when 'FEE' then x."feeMinor" end order by x."rowNo")
        else '' end as part
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("rowNo" int, cells jsonb, kind text, reference text, "orderId" text,
        "paymentNumber" text, "amountMinor" bigint, "feeMinor" bigint, day date)
      left join payments.orders o on o.gateway = ${gateway} and o.order_id = x."orderId"
      left join payments.receipts t on t.number = x."paymentNumber"
      left join payments.payments p on p.method = 'GATEWAY' and p.id = coalesce(o.payment_id,
        case when pg_input_is_valid(x."paymentNumber", 'uuid') then x."paymentNumber"::uuid end, t.payment_id)
        and not exists (select from payments.orders e where e.payment_id = p.id and e.gateway <> ${gateway})
      cross join lateral (select case when x.kind <> 'FEE' then coalesce(p.stands_for_id, p.id) end as payment_id) w) y) z`;

type Taken = Wanted & {
  mark: string;
  firstDay: string;
  lastDay: string;
  read: Read;
  sums: { rows: number; amountMinor: number; feeMinor: number };
};

async function take(tx: Tx, actor: Actor, taken: Taken): Promise<string> {
  const { gateway, mark, firstDay, lastDay, read, sums } = taken;
  const name = taken.name.normalize('NFC').slice(0, LONGEST_NAME);
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into payments.bank_files (gateway, name, digest, titles, first_day, last_day, row_count, uploaded_by, uploaded_at)
      values (${gateway}, ${name}, ${mark}, ${JSON.stringify(read.table.titles)}::jsonb, ${firstDay}, ${lastDay}, ${sums.rows},
        ${actor.userId}, ${actor.now}) returning id`,
  );
  await execute(
    tx,
    sql`insert into payments.bank_rows (file_id, row_no, gateway, cells, kind, reference, order_id, payment_id, day, amount_minor,
        fee_minor, part, repeats)
      select ${id}::uuid, m."rowNo", ${gateway}, m.cells, m.kind, m.reference, m."orderId", m.payment_id, m.day, m."amountMinor",
        m."feeMinor", m.part, m.repeats
      from (${marked(gateway, read.good)}) m order by m."rowNo"`,
  );
  await audit(tx, actor, {
    action: 'bank-file.upload',
    object: 'bank_file',
    objectId: id,
    after: { name, gateway, ...sums, from: firstDay, to: lastDay },
  });
  await refreshFileAlarms(tx, actor, gateway);
  return id;
}
