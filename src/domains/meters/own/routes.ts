/** The calls of a household that reads its own meter. */
import { fileLinks } from '#platform/files/files.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, special } from '#platform/route.ts';
import { sendOwnReading } from './actions/send-own.ts';
import * as contract from './contract.ts';
import { listOwnMeters, ownPhoto } from './queries.ts';

/** As long as a link to any other file. */
const LINK_SECONDS = 300;

export function ownRoutes({ files }: Platform): Route[] {
  return [
    query(contract.listOwnMeters, (db, actor) => listOwnMeters(db, actor)),
    action(contract.sendOwnReading, async (tx, actor, { body }) => {
      await sendOwnReading(tx, actor, body);
      return { done: true as const };
    }),
    // Visits are closed to consumers: the question limits itself to the own ones.
    special(contract.openOwnPhoto, async ({ database: { db }, actor }, { query: of }) => {
      const fileId = await ownPhoto(db, actor, of);
      const links = await fileLinks(files, db, fileId ? [fileId] : [], {
        now: actor.now,
        seconds: LINK_SECONDS,
      });
      return { url: links.get(fileId ?? '') ?? null };
    }),
  ];
}
