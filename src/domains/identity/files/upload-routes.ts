import { deleteFile, ownUploads } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { action, type Route, special } from '#platform/route.ts';
import * as contract from './contract.ts';
import { receiveUpload, withLink } from './receive-upload.ts';

// Files are closed to the consumer's database role, so own ones are read by the program's own.
export function uploadRoutes(files: Files): Route[] {
  return [
    special(contract.uploadFile, (call, { query }) => receiveUpload(files, call, query.kind)),
    action(contract.deleteUpload, async (tx, actor, { query }) => {
      await deleteFile(tx, actor, query.filename);
      return { done: true as const };
    }),
    special(contract.listUploads, async ({ database, actor }) => {
      const own = await ownUploads(database.db, actor);
      return { items: await Promise.all(own.map((file) => withLink(files, actor, file))) };
    }),
  ];
}
