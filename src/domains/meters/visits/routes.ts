import { Readable } from 'node:stream';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { sendDownload } from '#platform/http/download.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import { keyOf } from '#platform/http/idempotency.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, type SpecialContext, special } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS } from '#shared/files.ts';
import { addVisitPhoto } from './actions/add-visit-photo.ts';
import { noteUnread } from './actions/note-visit.ts';
import { setRouteOrder } from './actions/set-route-order.ts';
import * as contract from './contract.ts';
import { printRouteSheet } from './print-route-sheet.ts';
import { listVisits, roadRoute, roadsToRead, visitPhoto } from './queries.ts';

const done = { done: true as const };

export function visitRoutes({ files }: Platform): Route[] {
  return [
    query(contract.roadsToRead, (db, actor, { query }) => roadsToRead(db, actor, query)),
    query(contract.roadRoute, (db, actor, { params, query }) =>
      roadRoute(db, actor, { roadId: params.id, period: query.period }),
    ),
    query(contract.listVisits, (db, _actor, { query }) => listVisits(db, query)),
    action(contract.noteUnread, async (tx, actor, { body }) => {
      await noteUnread(tx, actor, body);
      return done;
    }),
    action(contract.setRouteOrder, async (tx, actor, { body }) => {
      await setRouteOrder(tx, actor, body);
      return done;
    }),
    special(contract.addVisitPhoto, (call, { query }) => receivePhoto(files, call, query.visitId)),
    special(contract.openVisitPhoto, async ({ database: { db }, actor }, { query: { visitId } }) => {
      const fileId = await visitPhoto(db, actor, visitId);
      return { url: await fileLink(files, await findFile(db, fileId), actor.now) };
    }),
    special(contract.routeSheet, async ({ database: { db }, actor, reply }, { params, query }) => {
      const pdf = await printRouteSheet(db, actor, { roadId: params.id, ...query });
      await sendDownload(reply, {
        stream: Readable.from([pdf.content]),
        mediaType: 'application/pdf',
        fileName: `route-sheet-${pdf.name}.pdf`,
        bytes: pdf.content.length,
        inline: true,
      });
    }),
  ];
}

/** Larger than the kind's cap, so that the cap's own refusal is the one that is seen. */
const LIMITS = { fileSize: FILE_CAPS.attachment + 1024, files: 1, fields: 5 };

async function receivePhoto(
  files: Files,
  call: Pick<SpecialContext, 'database' | 'actor' | 'request' | 'reply'>,
  visitId: string,
) {
  const part = call.request.isMultipart() ? await call.request.file({ limits: LIMITS }) : undefined;
  if (!part) throw fail(contract.errors.photo_missing);
  const file = { stream: part.file, name: part.filename, signal: goneOf(call.reply) };
  const key = keyOf(call.request);
  try {
    return await addVisitPhoto(call.database.db, files, call.actor, {
      ...{ visitId, file },
      ...(key ? { key } : {}),
    });
  } finally {
    // A refused upload is read to its end, or the sender would never see the answer.
    part.file.resume();
  }
}
