/** A file of readings arrives: kept as it is, looked into, nothing read yet. */
import type { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { receiveFile, sentBy } from '#platform/files/receive.ts';
import type { Uploaded } from '../contract.ts';
import { getImport, lookInto } from '../queries.ts';
import type { Source } from './check-import.ts';

export async function uploadImport(
  { database, files }: Source,
  actor: Actor,
  file: { stream: Readable; name: string },
): Promise<Uploaded> {
  const stored = await receiveFile(files, database.db, file.stream, {
    kind: 'attachment',
    name: file.name,
    ...sentBy(actor),
  });
  const look = await lookInto(files, stored.id);
  const id = await transaction(database.db, async (tx) => {
    await keepFile(tx, actor, stored.id);
    const row = await one<{ id: string }>(
      tx,
      sql`insert into meters.imports (file_id, file_name, uploaded_by, uploaded_at)
        values (${stored.id}, ${stored.original_name}, ${actor.userId}, ${actor.now}) returning id`,
    );
    await audit(tx, actor, {
      action: 'readings.upload',
      object: 'import',
      objectId: row.id,
      after: { name: stored.original_name, bytes: stored.bytes },
    });
    return row.id;
  });
  return { ...(await getImport(database.db, actor, id)), ...look };
}
