/**
 * A download of the bank report is kept while it is sent. Its row comes first, so that no bytes are without one; its rows are those that
 * the export writes, from the same picture of the database; its figures are the sums of these rows. Nobody gets a file that was not kept.
 */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import type { ExportRow } from '#platform/exports/cells.ts';
import type { Kept } from '#platform/exports/export-list.ts';
import { eachAlone } from '#platform/jobs.ts';
import type { Platform } from '#platform/platform.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { fileMeant } from '../../classes.ts';
import type { cityBankReportDownload } from '../../contract.ts';
import { downloadKey, MAKING_MINUTES } from '../download.rules.ts';

const BATCH_ROWS = 500;
/** By one run of the job. */
const ENDED_AT_ONCE = 100;
/** No file: there was no settlement file when the download began. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** Of the program that makes it. */
type Means = Pick<Platform, 'files' | 'clock' | 'log'> & { database: Pick<Platform['database'], 'db'> };
type Wanted = Kept<typeof cityBankReportDownload>;
type Asked = { query: Wanted['query']; fileName: string };

/** Begins the file of a person in the transaction of its audit row. */
export async function beginDownload(
  platform: Means,
  tx: Tx,
  actor: Actor,
  { query, fileName }: Asked,
): Promise<Wanted> {
  const { id, fileId } = await one<{ id: string; fileId: string | null }>(
    tx,
    sql`insert into payments.bank_downloads (name, format, language, asked, file_id, first_day, last_day, made_by, made_by_name, made_at)
      select ${fileName}, ${query.format}, ${query.language}, ${JSON.stringify(query)}::jsonb, f.id, f.first_day, f.last_day,
        ${actor.userId}::uuid, ${actor.name}, ${actor.now}
      from (select 1) x left join payments.bank_files f on f.id = ${fileMeant(query.file)}
      returning id, file_id as "fileId"`,
  );
  return { query: { ...query, file: fileId ?? NONE }, keeping: keepingOf(platform, id) };
}

function keepingOf(platform: Means, id: string): Wanted['keeping'] {
  const { db } = platform.database;
  let rowNo = 0;
  let waiting: ExportRow[] = [];
  const flush = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await insertRows(db, id, rows);
  };
  return {
    note: async ({ orderId, reference, class: of, status, amountMinor, feeMinor, bookedMinor }) => {
      rowNo += 1;
      waiting.push({ rowNo, orderId, reference, class: of, status, amountMinor, feeMinor, bookedMinor });
      if (waiting.length >= BATCH_ROWS) await flush();
    },
    keep: async (content, mediaType) => {
      await flush();
      const hash = createHash('sha256');
      let bytes = 0;
      async function* counted() {
        for await (const chunk of content) {
          hash.update(chunk as Buffer);
          bytes += (chunk as Buffer).length;
          yield chunk as Buffer;
        }
      }
      const { store } = platform.files;
      await store
        .put(downloadKey(id), Readable.from(counted(), { objectMode: false }), mediaType)
        .catch((error: unknown) => {
          platform.log.error({ err: error, id }, 'the store does not take a download of the bank report');
          throw fail(commonErrors.unavailable);
        });
      const isKept = await finish(db, { id, bytes, digest: hash.digest('hex'), now: platform.clock.now() });
      if (isKept) return;
      // The job ended it meanwhile: it took too long.
      await store.remove(downloadKey(id));
      throw fail(commonErrors.unavailable);
    },
    broke: () =>
      // If the database or the store is away: the job ends it after the hour.
      endBroken(platform, id).catch((error: unknown) =>
        platform.log.warn({ err: error, id }, 'a download that broke off is not noted yet'),
      ),
  };
}

const insertRows = (db: Db, id: string, rows: readonly ExportRow[]) =>
  execute(
    db,
    sql`insert into payments.bank_download_rows (download_id, row_no, order_id, reference, class, status, amount_minor, fee_minor, booked_minor)
      select ${id}::uuid, x."rowNo", x."orderId", x.reference, x.class, x.status, x."amountMinor", x."feeMinor", x."bookedMinor"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x ("rowNo" int, "orderId" text, reference text, class text, status text,
        "amountMinor" bigint, "feeMinor" bigint, "bookedMinor" bigint)`,
  );

type Finished = { id: string; bytes: number; digest: string; now: Date };

/** The figures are those of the rows that were written; what the books have of an order counts with its first row. False if it is no longer being made. */
async function finish(db: Db, { id, bytes, digest, now }: Finished): Promise<boolean> {
  const kept = await first(
    db,
    sql`update payments.bank_downloads d set state = 'KEPT', kept_at = ${now}, row_count = s.rows, amount_minor = s.amount,
        fee_minor = s.fee, booked_minor = s.booked, bytes = ${bytes}::bigint, sha256 = ${digest}
      from (select count(*)::int as rows, coalesce(sum(r.amount_minor), 0)::bigint as amount,
          coalesce(sum(r.fee_minor), 0)::bigint as fee, coalesce(sum(r.booked_minor) filter (where r.nth = 1), 0)::bigint as booked
        from (select r.*, row_number() over (partition by coalesce(r.order_id, r.row_no::text) order by r.row_no) as nth
          from payments.bank_download_rows r where r.download_id = ${id}) r) s
      where d.id = ${id} and d.state = 'MAKING' returning d.id`,
  );
  return kept !== undefined;
}

/**
 * Ends a download that was not made to its end; nobody got it, so that its bytes go. In one transaction: if the store does not answer, it
 * stays as it is, and the job tries again.
 */
function endBroken({ database, files }: Means, id: string): Promise<void> {
  return transaction(database.db, async (tx) => {
    const ended = await first(
      tx,
      sql`update payments.bank_downloads d set state = 'BROKEN' where d.id = ${id} and d.state = 'MAKING' returning d.id`,
    );
    if (ended) await files.store.remove(downloadKey(id));
  });
}

/** Those whose process ended before they did. */
export async function endStaleDownloads(platform: Means): Promise<void> {
  const stale = await all<{ id: string }>(
    platform.database.db,
    sql`select d.id from payments.bank_downloads d where d.state = 'MAKING'
        and d.made_at < ${platform.clock.now()}::timestamptz - make_interval(mins => ${MAKING_MINUTES}::int)
      order by d.made_at limit ${ENDED_AT_ONCE}`,
  );
  await eachAlone(stale, ({ id }) => endBroken(platform, id));
}
