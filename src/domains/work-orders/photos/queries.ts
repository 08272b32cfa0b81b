/** The files of photos that somebody may see; that they were looked at is noted. */
import type { Actor } from '#platform/actor.ts';
import { auditView } from '#platform/audit.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { seesOrder } from '../lock-order.ts';
import { readsRequest } from '../queries.ts';

/** Of the order `o` a photo shows what was done, added since it was opened again last. */
export const hasProof: Sql = sql`exists (select from work_orders.photos p
  where p.order_id = o.id and p.moment = 'AFTER' and not exists (select from work_orders.timeline t
    where t.order_id = o.id and t.action = 'reopen' and t.id > p.id))`;

/** The files of an order's photos that the actor may see; that they were looked at is noted. */
export async function photoFiles(
  db: Db | Tx,
  actor: Actor,
  orderId: string,
): Promise<{ photoId: string; fileId: string }[]> {
  const order = await first<{ number: string; photos: { photoId: string; fileId: string }[] }>(
    db,
    sql`select o.number, coalesce((select jsonb_agg(jsonb_build_object('photoId', p.id, 'fileId', p.file_id) order by p.uploaded_at, p.id)
        from work_orders.photos p where p.order_id = o.id and ${readsRequest(actor)}), '[]') as photos
      from work_orders.orders o where o.id = ${orderId} and ${seesOrder(actor)}`,
  );
  if (!order) throw fail(commonErrors.not_found);
  const { number, photos } = order;
  if (photos.length > 0)
    await auditView(db, actor, {
      ...{ action: 'work-order.photo-view', objectId: orderId, onceInMinutes: 5 },
      after: { number, photos: photos.length },
    });
  return photos;
}

/** The file of a photo that the actor may open; who opened it is noted. */
export async function photoFile(db: Db | Tx, actor: Actor, photoId: string): Promise<string> {
  const photo = await first<{ fileId: string; after: Record<string, unknown> }>(
    db,
    sql`select p.file_id as "fileId", jsonb_build_object('number', o.number, 'moment', p.moment, 'fileName', p.file_name) as after
      from work_orders.photos p join work_orders.orders o on o.id = p.order_id where p.id = ${photoId} and ${seesOrder(actor)} and ${readsRequest(actor)}`,
  );
  if (!photo) throw fail(commonErrors.not_found);
  await auditView(db, actor, {
    action: 'work-order.photo-view',
    objectId: photoId,
    after: photo.after,
    onceInMinutes: 5,
  });
  return photo.fileId;
}
