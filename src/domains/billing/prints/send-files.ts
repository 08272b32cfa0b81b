/** The files of a print: one, or all of them as a ZIP. Each time is written down, because a file has the bills of a whole road. */
import { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, first, sql, transaction } from '#platform/database/db.ts';
import { FileMissing, type FileStore } from '#platform/files/store.ts';
import { type ZipFile, zipBytes, zipStream } from '#platform/files/zip-stream.ts';
import { sendDownload } from '#platform/http/download.ts';
import type { Platform } from '#platform/platform.ts';
import type { SpecialContext } from '#platform/route.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from './contract.ts';
import { partKey, partName } from './print.rules.ts';
import { findPrint } from './queries.ts';

type Means = Pick<Platform, 'files' | 'log'>;
type Context = Pick<SpecialContext, 'database' | 'exports' | 'actor' | 'reply'>;
type FileRow = {
  partNo: number;
  sectorNumber: string;
  roadNumber: string;
  piece: number;
  pieces: number;
  bytes: number;
  crc32: number;
  parts: number;
};

/** Made files of a print whose files are there and whose run was not reversed, in their order. */
const filesOf = (db: Db, id: string, partNo: number | null): Promise<FileRow[]> =>
  all(
    db,
    sql<FileRow>`select p.part_no as "partNo", s.number as "sectorNumber", d.number as "roadNumber", p.piece, p.pieces, p.bytes, p.crc32,
        (select count(*) from billing.print_parts n where n.print_id = p.print_id)::int as parts
      from billing.print_parts p join billing.prints t on t.id = p.print_id join billing.bill_runs r on r.id = t.run_id
      join settings.roads d on d.id = p.road_id join settings.sectors s on s.id = d.sector_id
      where p.print_id = ${id} and (${partNo}::int is null or p.part_no = ${partNo}::int) and p.bytes is not null
        and t.files_deleted_at is null and t.state <> 'CANCELLED' and r.state <> 'REVERSED' order by p.part_no`,
  );

/** Asked after its files: a run that was reversed until then is the reason. */
async function refuseGone(db: Db, id: string): Promise<never> {
  const { isReversed } = await findPrint(db, id);
  throw fail(isReversed ? errors.print_reversed : errors.print_file_gone);
}

const nameOf = (file: FileRow) => partName(file, file.partNo, String(file.parts).length);

export async function sendPart(
  { files, log }: Means,
  { database: { db }, actor, reply }: Context,
  { id, part }: { id: string; part: number },
): Promise<void> {
  await findPrint(db, id);
  const known = await first(
    db,
    sql`select from billing.print_parts where print_id = ${id} and part_no = ${part}`,
  );
  if (!known) throw fail(commonErrors.not_found);
  const [file] = await filesOf(db, id, part);
  if (!file) return refuseGone(db, id);
  const stream = await open(files.store, log, partKey(id, part));
  await note(db, actor, id, { part });
  await sendDownload(reply, {
    ...{ stream, bytes: file.bytes, mediaType: 'application/pdf', fileName: nameOf(file) },
  });
}

export async function sendAll(
  { files, log }: Means,
  { database: { db }, exports, actor, reply }: Context,
  id: string,
): Promise<void> {
  const print = await findPrint(db, id);
  const found = print.state === 'DONE' ? await filesOf(db, id, null) : [];
  if (found.length === 0) return refuseGone(db, id);
  const entries: ZipFile[] = found.map((file) => ({
    ...{ name: nameOf(file), bytes: file.bytes, crc32: file.crc32 },
    open: () => files.store.get(partKey(id, file.partNo)),
  }));
  const bytes = zipBytes(entries);
  if (bytes === undefined) throw fail(errors.print_too_large);
  const leave = exports.enter(actor.userId ?? '');
  try {
    // A store that is away is reported now, and not in the middle of the file.
    (await open(files.store, log, partKey(id, found[0]?.partNo ?? 1))).destroy();
    await note(db, actor, id, { files: found.length });
    const stream = Readable.from(zipStream(entries), { objectMode: false });
    stream.once('close', leave);
    await sendDownload(reply, {
      ...{ stream, bytes, mediaType: 'application/zip' },
      fileName: `bills-${print.period.slice(0, 7)}-run${print.runNumber}-print${print.number}.zip`,
    });
  } catch (error) {
    leave();
    throw error;
  }
}

async function open(store: FileStore, log: Means['log'], key: string): Promise<Readable> {
  try {
    return await store.get(key);
  } catch (error) {
    log.error({ err: error, key }, 'the store does not give a file of printed bills');
    throw fail(error instanceof FileMissing ? errors.print_file_gone : commonErrors.unavailable);
  }
}

const note = (db: Db, actor: Actor, id: string, after: { part: number } | { files: number }): Promise<void> =>
  transaction(db, (tx) =>
    audit(tx, actor, { action: 'bill-print.download', object: 'bill-print', objectId: id, after }),
  );
