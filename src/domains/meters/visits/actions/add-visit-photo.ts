/** Takes the photo of a visit in: one, by who was there. */
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { type Db, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { type Incoming, isPicture, takeInOnce } from '#platform/files/take-in-once.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';

type Sent = { visitId: string; file: Incoming; key?: string };

export const addVisitPhoto = (db: Db, files: Files, actor: Actor, { visitId, file, key }: Sent) =>
  takeInOnce(db, files, actor, {
    call: { name: 'photo of a meter', input: { visitId }, key },
    file: { ...file, kind: 'attachment' },
    accepts: isPicture,
    mayTake: (tx) => lockVisit(tx, actor, visitId),
    tie: async (tx, received) => {
      const { meterId } = await lockVisit(tx, actor, visitId);
      await keepFile(tx, actor, received.id);
      await execute(
        tx,
        sql`update meters.read_attempts set photo_file_id = ${received.id} where id = ${visitId}`,
      );
      await audit(tx, actor, {
        action: 'reading.photo',
        object: 'meter',
        objectId: meterId,
        after: { fileName: received.original_name },
      });
      return { done: true as const };
    },
  });

async function lockVisit(tx: Tx, actor: Actor, visitId: string): Promise<{ meterId: string }> {
  const visit = await first<{ meterId: string; hasPhoto: boolean }>(
    tx,
    sql`select meter_id as "meterId", photo_file_id is not null as "hasPhoto" from meters.read_attempts
      where id = ${visitId} and visited_by = ${actor.userId} for update`,
  );
  if (!visit) throw fail(commonErrors.not_found);
  if (visit.hasPhoto) throw fail(errors.visit_has_photo);
  return visit;
}
