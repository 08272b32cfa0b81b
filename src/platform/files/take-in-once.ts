/**
 * Takes in a file of a record: looked at before anything is received, received outside a transaction, tied to the record
 * under its lock. One that is sent again after its answer was lost gets that answer, although it may be refused by now.
 */
import type { Readable } from 'node:stream';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import type { Actor } from '../actor.ts';
import { type Db, type Tx, transaction } from '../database/db.ts';
import { answeredBefore, once } from '../http/idempotency.ts';
import { type Files, receiveFile, type StoredFile, sentBy, type Upload } from './receive.ts';

/** A file as a route hands it to its action. */
export type Incoming = { stream: Readable; name: string; signal: AbortSignal };

type Taking<T> = {
  /** @property key without one, each sending is a new one */
  call: { name: string; input: unknown; key: string | undefined };
  file: Incoming & Pick<Upload, 'kind' | 'required'>;
  accepts: (mediaType: string) => boolean;
  /** Refuses it before a byte is received. */
  mayTake: (tx: Tx) => Promise<unknown>;
  tie: (tx: Tx, file: StoredFile) => Promise<T>;
};

export const isPicture = (mediaType: string): boolean => mediaType.startsWith('image/');
export const isPaper = (mediaType: string): boolean =>
  isPicture(mediaType) || mediaType === 'application/pdf';

export async function takeInOnce<T>(db: Db, files: Files, actor: Actor, taking: Taking<T>): Promise<T> {
  const { accepts, mayTake, tie } = taking;
  const { key, ...named } = taking.call;
  const call = key === undefined ? undefined : { ...named, key };
  const before = await transaction(db, async (tx) => {
    const answer = call ? await answeredBefore<T>(tx, actor, call) : undefined;
    if (answer === undefined) await mayTake(tx);
    return answer;
  });
  if (before !== undefined) return before;
  const { stream, ...upload } = taking.file;
  const file = await receiveFile(files, db, stream, { ...upload, ...sentBy(actor) });
  if (!accepts(file.media_type)) throw fail(fileErrors.type_not_accepted);
  return transaction(db, (tx) => (call ? once(tx, actor, call, () => tie(tx, file)) : tie(tx, file)));
}
