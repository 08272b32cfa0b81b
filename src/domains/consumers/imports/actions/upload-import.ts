/** A file of consumers arrives: kept as it is, looked into, nothing read yet. */
import type { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { keepFile } from '#platform/files/files.ts';
import { receiveFile, sentBy } from '#platform/files/receive.ts';
import { openStoredTable, sampleOf } from '#platform/imports/stored-table.ts';
import type { Platform } from '#platform/platform.ts';
import type { Import } from '../contract.ts';
import { titleRow } from '../mapping.rules.ts';
import { getImport } from '../queries.ts';

export async function uploadImport(
  { database, files }: Pick<Platform, 'database' | 'files'>,
  actor: Actor,
  file: { stream: Readable; name: string },
): Promise<Import> {
  const stored = await receiveFile(files, database.db, file.stream, {
    kind: 'attachment',
    name: file.name,
    ...sentBy(actor),
  });
  const table = await openStoredTable(files, stored.id, titleRow);
  const sample = JSON.stringify(await sampleOf(table));
  return transaction(database.db, async (tx) => {
    await keepFile(tx, actor, stored.id);
    const { id } = await one<{ id: string }>(
      tx,
      sql`insert into consumers.imports (file_id, file_name, titles, sample, uploaded_by, uploaded_at)
        values (${stored.id}, ${stored.original_name}, ${table.titles}::text[], ${sample}::jsonb, ${actor.userId}, ${actor.now}) returning id`,
    );
    await audit(tx, actor, {
      action: 'consumer-import.upload',
      object: 'consumer-import',
      objectId: id,
      after: { name: stored.original_name, bytes: stored.bytes },
    });
    return getImport(tx, actor, id);
  });
}
