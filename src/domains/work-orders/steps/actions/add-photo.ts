/** Takes a photo of an order in. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, one, sql, type Tx } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import type { Files, StoredFile } from '#platform/files/receive.ts';
import { type Incoming, isPicture, takeInOnce } from '#platform/files/take-in-once.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../../contract.ts';
import { beginStep, finishStep, type Subject } from '../../lock-order.ts';
import { type Moment, takesPhotosOf } from '../../work-order.rules.ts';
import type { addPhoto as addCall } from '../contract.ts';

/** So many photos an order has at most, and so many a household adds to one. */
const PHOTOS_OF_ORDER = 50;
const PHOTOS_OF_HOUSEHOLD = 10;

type NewPhoto = { orderId: string; moment: Moment };
/** @property key of the call: one that was interrupted after it was kept is not kept twice */
type Sent = NewPhoto & { file: Incoming; key?: string };
type Added = z.input<(typeof addCall)['output']>;

export const addPhoto = (db: Db, files: Files, actor: Actor, input: Sent): Promise<Added> => {
  const { orderId, moment, key, file } = input;
  return takeInOnce(db, files, actor, {
    call: { name: 'work order photo', input: { orderId, moment }, key },
    file: { ...file, kind: 'attachment' },
    accepts: isPicture,
    mayTake: (tx) => beginPhoto(tx, actor, input),
    tie: (tx, received) => attachPhoto(tx, actor, { orderId, moment }, received),
  });
};

async function beginPhoto(tx: Tx, actor: Actor, { orderId, moment }: NewPhoto): Promise<Subject> {
  const subject = await beginStep(tx, actor, 'photo', { orderId });
  if (!takesPhotosOf(subject.state, actor.kind === 'consumer').includes(moment))
    throw fail(errors.photo_of_after);
  // The order is locked: two at once are counted one after the other.
  const { kept } = await one<{ kept: number }>(
    tx,
    sql`select count(*)::int as kept from work_orders.photos
      where order_id = ${orderId} and (${actor.kind !== 'consumer'}::boolean or uploaded_by = ${actor.userId})`,
  );
  const most = actor.kind === 'consumer' ? PHOTOS_OF_HOUSEHOLD : PHOTOS_OF_ORDER;
  if (kept >= most) throw fail(errors.photos_full, { most });
  return subject;
}

async function attachPhoto(
  tx: Tx,
  actor: Actor,
  { orderId, moment }: NewPhoto,
  file: StoredFile,
): Promise<Added> {
  const subject = await beginPhoto(tx, actor, { orderId, moment });
  await keepFile(tx, actor, file.id);
  const photo = await one<Omit<Added, 'version'>>(
    tx,
    sql`insert into work_orders.photos (order_id, moment, file_id, file_name, uploaded_at, uploaded_by, uploaded_by_name)
      values (${orderId}, ${moment}, ${file.id}, ${file.original_name}, ${actor.now}, ${actor.userId}, ${actor.name})
      returning id, moment, file_name as "fileName", uploaded_at as "uploadedAt", uploaded_by_name as "uploadedBy"`,
  );
  const after = { moment, fileName: file.original_name };
  const { version } = await finishStep(tx, actor, subject, { action: 'photo', after });
  return { ...photo, version };
}
