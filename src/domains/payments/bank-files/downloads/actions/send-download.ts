/**
 * A kept file again. Its bytes are read into a copy and hashed, and only a copy that has the hash of the file is sent. What the reading
 * found is the state of the file; if its bytes are lost, those who see these files are told.
 */
import { createHash } from 'node:crypto';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, first, sql, transaction } from '#platform/database/db.ts';
import { FileMissing, type FileStore } from '#platform/files/store.ts';
import { sendDownload } from '#platform/http/download.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import { notify } from '#platform/messages/inbox.ts';
import type { Platform } from '#platform/platform.ts';
import type { SpecialContext } from '#platform/route.ts';
import { AppError, commonErrors, fail } from '#shared/errors.ts';
import type { ExportFormat } from '#shared/exports.ts';
import { errors } from '../../../errors.ts';
import { type DownloadState, downloadKey, isWhole } from '../download.rules.ts';

const MEDIA: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
};

type KeptFile = {
  id: string;
  state: DownloadState;
  name: string;
  format: ExportFormat;
  bytes: number;
  sha256: string;
};
type Found = 'KEPT' | 'DAMAGED' | 'MISSING';
type Context = Pick<SpecialContext, 'exports' | 'actor' | 'reply'>;

export async function sendBankDownload(
  platform: Platform,
  { exports, actor, reply }: Context,
  id: string,
): Promise<void> {
  const leave = exports.enter(actor.userId ?? '');
  const gone = goneOf(reply);
  try {
    const kept = await keptFile(platform.database.db, id);
    const hash = createHash('sha256');
    const copy = await exports
      .make(() => read(platform.files.store, kept, hash.update.bind(hash)), gone)
      .catch(async (error: unknown) => {
        // Who asked has left: that says nothing about the file.
        if (gone.aborted) throw error;
        if (error instanceof FileMissing) throw await lost(platform, actor, kept, 'MISSING');
        throw unreadable(platform, kept, error);
      });
    copy.stream.once('close', leave);
    if (hash.digest('hex') !== kept.sha256) {
      copy.stream.destroy();
      throw await lost(platform, actor, kept, 'DAMAGED');
    }
    await note(platform, actor, kept, 'KEPT').catch((error: unknown) => {
      copy.stream.destroy();
      throw error;
    });
    const { stream, bytes } = copy;
    await sendDownload(reply, { stream, bytes, fileName: kept.name, mediaType: MEDIA[kept.format] });
  } catch (error) {
    leave();
    // Nobody is there to be told.
    if (!gone.aborted) throw error;
  }
}

async function keptFile(db: Db, id: string): Promise<KeptFile> {
  const file = await first<KeptFile>(
    db,
    sql`select id, state, name, format, bytes, sha256 from payments.bank_downloads where id = ${id}`,
  );
  if (!file) throw fail(commonErrors.not_found);
  if (!isWhole(file.state)) throw fail(errors.bank_download_unfinished);
  return file;
}

/** Its bytes from the store; of a longer file no more than shows that it is another one. */
async function* read(store: FileStore, { id, bytes }: KeptFile, hashed: (chunk: Buffer) => unknown) {
  let seen = 0;
  for await (const chunk of await store.get(downloadKey(id))) {
    hashed(chunk as Buffer);
    seen += (chunk as Buffer).length;
    if (seen > bytes) return;
    yield chunk as Buffer;
  }
}

/** A store that does not answer says nothing about the file. */
function unreadable({ log }: Platform, { id }: KeptFile, error: unknown): unknown {
  if (error instanceof AppError) return error;
  log.error({ err: error, id }, 'the store does not give a kept file of the bank report');
  return fail(commonErrors.unavailable);
}

async function lost(platform: Platform, actor: Actor, file: KeptFile, found: Exclude<Found, 'KEPT'>) {
  platform.log.error({ id: file.id, name: file.name, found }, 'a kept file of the bank report is lost');
  await note(platform, actor, file, found);
  return fail(found === 'MISSING' ? errors.bank_download_missing : errors.bank_download_damaged);
}

/** Writes down what the reading found; who sees these files is told when a file is lost, and not with each try. */
function note({ database, clock }: Platform, actor: Actor, file: KeptFile, found: Found): Promise<void> {
  return transaction(database.db, async (tx) => {
    const was = await first<{ state: string }>(
      tx,
      sql`update payments.bank_downloads d set state = ${found}, checked_at = ${clock.now()}
        from (select id, state from payments.bank_downloads where id = ${file.id} for update) o where d.id = o.id
        returning o.state`,
    );
    await audit(tx, actor, {
      action: found === 'KEPT' ? 'bank-download.send' : 'bank-download.lose',
      object: 'bank_download',
      objectId: file.id,
      after: { name: file.name, sha256: file.sha256, state: found },
    });
    if (found === 'KEPT' || was?.state === found) return;
    await notify(tx, actor, holdersOf('payments:bank-report'), {
      kind: 'payments.kept_file_lost',
      occasion: `${file.id}:${found}:${clock.now().getTime()}`,
      path: `/city-bank-download-history?page=1&state=${found}`,
      params: { file: file.name },
    });
  });
}
