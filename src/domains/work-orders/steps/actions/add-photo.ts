/** Takes a photo in: looked at before anything is received, received outside a transaction, tied to the order under its lock. */
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { type Files, receiveFile, type StoredFile } from '#platform/files/receive.ts';
import { once } from '#platform/http/idempotency.ts';
import { fail } from '#shared/errors.ts';
import { fileErrors } from '#shared/files.ts';
import { beginStep, finishStep } from '../../lock-order.ts';
import type { Moment } from '../../work-order.rules.ts';
import type { addPhoto as addCall } from '../contract.ts';

type NewPhoto = { orderId: string; moment: Moment };
type Incoming = { stream: Readable; name: string; signal: AbortSignal };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewPhoto & { file: Incoming; key?: string };
type Added = z.input<(typeof addCall)['output']>;

export async function addPhoto(db: Db, files: Files, actor: Actor, input: Sent): Promise<Added> {
  const { orderId, moment, key } = input;
  await transaction(db, (tx) => beginStep(tx, actor, 'photo', { orderId }));
  const file = await receiveFile(files, db, input.file.stream, {
    kind: 'attachment',
    name: input.file.name,
    ownerId: actor.userId,
    signal: input.file.signal,
  });
  if (!file.media_type.startsWith('image/')) throw fail(fileErrors.type_not_accepted);
  return transaction(db, (tx) => {
    const attach = () => attachPhoto(tx, actor, { orderId, moment }, file);
    return key
      ? once(tx, actor, { key, name: 'work order photo', input: { orderId, moment } }, attach)
      : attach();
  });
}

async function attachPhoto(
  tx: Tx,
  actor: Actor,
  { orderId, moment }: NewPhoto,
  file: StoredFile,
): Promise<Added> {
  const subject = await beginStep(tx, actor, 'photo', { orderId });
  await keepFile(tx, actor, file.id);
  const photo = await one<Added>(
    tx,
    sql`insert into work_orders.photos (order_id, moment, file_id, file_name, uploaded_at, uploaded_by, uploaded_by_name)
      values (${orderId}, ${moment}, ${file.id}, ${file.original_name}, ${actor.now}, ${actor.userId}, ${actor.name})
      returning id, moment, file_name as "fileName", uploaded_at as "uploadedAt", uploaded_by_name as "uploadedBy"`,
  );
  await finishStep(tx, actor, subject, { action: 'photo', after: { moment, fileName: file.original_name } });
  return photo;
}
