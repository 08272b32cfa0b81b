import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import { fileLink, fileLinks, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import { keyOf } from '#platform/http/idempotency.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, type SpecialContext, special } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS } from '#shared/files.ts';
import * as contract from './contract.ts';
import { movementsExport, ordersExport } from './exports.ts';
import { getOrder } from './get-order.ts';
import * as photos from './photos/contract.ts';
import { photoFile, photoFiles } from './photos/queries.ts';
import * as plan from './plan/contract.ts';
import { boardOrders, calendarOrders } from './plan/queries.ts';
import {
  chargePayments,
  moneyAtBank,
  orderDone,
  orderEnded,
  orderReopened,
  receiptOf,
  ticketOfOrder,
} from './points.ts';
import { listCategories, listCrew, listOrders, listReviewers } from './queries.ts';
import { rateCategories } from './rating-queries.ts';
import { reopenRequest, replyToRequest } from './requests/actions/answer-request.ts';
import * as requests from './requests/contract.ts';
import { addPhoto } from './steps/actions/add-photo.ts';
import { createOrder, updateOrder } from './steps/actions/create-order.ts';
import { assignOrder, completeOrder, noteArrival, unassignOrder } from './steps/actions/do-work.ts';
import { cancelOrder, reopenOrder, verifyOrder } from './steps/actions/end-order.ts';
import { estimateOrder, waiveCharge } from './steps/actions/estimate-order.ts';
import { pauseOrder, resumeOrder } from './steps/actions/pause-order.ts';
import { rateOrder } from './steps/actions/rate-order.ts';
import { acceptOrder, rejectOrder, returnOrder, takeOrder } from './steps/actions/review-order.ts';
import { moveStock } from './steps/actions/write-materials.ts';
import * as steps from './steps/contract.ts';
import * as store from './store/contract.ts';
import { listMissing, listMovements, listStock } from './store/queries.ts';
import type { Moment } from './work-order.rules.ts';

export function routes({ files }: Platform, joined: Pick<JoinedFaces, 'all' | 'only'>): Route[] {
  const right = { payments: joined.only(chargePayments), ticket: joined.only(ticketOfOrder) };
  const ended = joined.only(orderEnded);
  const done = joined.all(orderDone);
  const reopened = joined.only(orderReopened);
  const atBank = joined.only(moneyAtBank);
  const receipt = joined.only(receiptOf);
  return [
    query(contract.listOrders, (db, actor, input) => listOrders(db, actor, input.query, receipt)),
    exportRoute(contract.listOrdersDownload, ordersExport(receipt)),
    query(plan.boardOrders, (db, actor, input) => boardOrders(db, actor, input.query)),
    query(plan.calendarOrders, (db, actor, input) => calendarOrders(db, actor, input.query)),
    query(contract.listCategories, (db) => listCategories(db)),
    query(contract.rateCategories, (db, actor) => rateCategories(db, actor)),
    query(contract.listReviewers, (db) => listReviewers(db)),
    query(contract.listCrew, (db, actor) => listCrew(db, actor)),
    // Under the program's role: a household's own part, by the query.
    special(contract.getOrder, ({ database: { db }, actor }, { params }) =>
      getOrder(db, actor, params.id, right),
    ),
    special(photos.photoLinks, async ({ database: { db }, actor }, { query: { orderId } }) => {
      const found = await photoFiles(db, actor, orderId);
      const ids = found.map(({ fileId }) => fileId);
      const links = await fileLinks(files, db, ids, { now: actor.now, seconds: SHOWN_SECONDS });
      const items = found.map(({ photoId, fileId }) => ({ photoId, url: links.get(fileId) ?? '' }));
      return { items: items.filter(({ url }) => url !== '') };
    }),
    special(photos.openPhoto, async ({ database: { db }, actor }, { query: { photoId } }) => {
      const fileId = await photoFile(db, actor, photoId);
      return { photoId, url: await fileLink(files, await findFile(db, fileId), actor.now) };
    }),
    action(steps.createOrder, (tx, actor, { body }) => createOrder(tx, actor, body)),
    action(steps.updateOrder, (tx, actor, { body }) => updateOrder(tx, actor, body, atBank)),
    special(steps.addPhoto, (call, input) => receivePhoto(files, call, input.query)),
    action(steps.takeOrder, (tx, actor, { body }) => takeOrder(tx, actor, body)),
    action(steps.estimateOrder, (tx, actor, { body }) => estimateOrder(tx, actor, body, atBank)),
    action(steps.waiveCharge, (tx, actor, { body }) => waiveCharge(tx, actor, body, atBank)),
    action(steps.acceptOrder, (tx, actor, { body }) => acceptOrder(tx, actor, body)),
    action(steps.returnOrder, (tx, actor, { body }) => returnOrder(tx, actor, body, atBank)),
    action(steps.rejectOrder, (tx, actor, { body }) => rejectOrder(tx, actor, body, { ended, atBank })),
    action(steps.assignOrder, (tx, actor, { body }) => assignOrder(tx, actor, body)),
    action(steps.unassignOrder, (tx, actor, { body }) => unassignOrder(tx, actor, body)),
    action(steps.pauseOrder, (tx, actor, { body }) => pauseOrder(tx, actor, body)),
    action(steps.resumeOrder, (tx, actor, { body }) => resumeOrder(tx, actor, body)),
    action(steps.noteArrival, (tx, actor, { body }) => noteArrival(tx, actor, body)),
    action(steps.completeOrder, (tx, actor, { body }) => completeOrder(tx, actor, body, done)),
    action(steps.verifyOrder, (tx, actor, { body }) => verifyOrder(tx, actor, body, ended)),
    action(steps.rateOrder, (tx, actor, { body }) => rateOrder(tx, actor, body)),
    action(steps.reopenOrder, (tx, actor, { body }) => reopenOrder(tx, actor, body, reopened)),
    action(requests.replyToRequest, (tx, actor, { body }) => replyToRequest(tx, actor, body)),
    action(requests.reopenRequest, (tx, actor, { body }) => reopenRequest(tx, actor, body, reopened)),
    action(steps.cancelOrder, (tx, actor, { body }) => cancelOrder(tx, actor, body, { ended, atBank })),
    query(store.listStock, (db, actor, input) => listStock(db, actor, input.query)),
    query(store.listMissing, (db, actor, input) => listMissing(db, actor, input.query)),
    query(store.listMovements, (db, actor, input) => listMovements(db, actor, input.query)),
    exportRoute(store.listMovementsDownload, movementsExport),
    action(store.moveStock, (tx, actor, { body }) => moveStock(tx, actor, body)),
  ];
}

/** A page asks for them again before. */
const SHOWN_SECONDS = 300;

/** Larger than the kind's cap, so that the cap's own refusal is the one that is seen. */
const LIMITS = { fileSize: FILE_CAPS.attachment + 1024, files: 1, fields: 5 };

async function receivePhoto(
  files: Files,
  call: Pick<SpecialContext, 'database' | 'actor' | 'request' | 'reply'>,
  input: { orderId: string; moment: Moment },
) {
  const part = call.request.isMultipart() ? await call.request.file({ limits: LIMITS }) : undefined;
  if (!part) throw fail(contract.errors.file_missing);
  const file = { stream: part.file, name: part.filename, signal: goneOf(call.reply) };
  const key = keyOf(call.request);
  try {
    return await addPhoto(call.database.db, files, call.actor, { ...input, file, ...(key ? { key } : {}) });
  } finally {
    // A refused upload is read to its end, or the sender would never see the answer.
    part.file.resume();
  }
}
