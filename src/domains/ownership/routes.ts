import { Readable } from 'node:stream';
import { orderEnded } from '#domains/work-orders/points.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import type { Files } from '#platform/files/receive.ts';
import { sendDownload } from '#platform/http/download.ts';
import { goneOf } from '#platform/http/hung-up.ts';
import { keyOf } from '#platform/http/idempotency.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, type SpecialContext, special } from '#platform/route.ts';
import { fail } from '#shared/errors.ts';
import { FILE_CAPS } from '#shared/files.ts';
import { certificatePdf } from './certificate/contract.ts';
import { printCertificate } from './certificate/print-certificate.ts';
import * as contract from './contract.ts';
import { changesExport, connectionsExport, requestsExport } from './exports.ts';
import { feeOfDay } from './fee/fee-of-day.ts';
import type { PaperKind } from './ownership.rules.ts';
import { chargeAtBank, feeMoney, feePayments, ownerChanged } from './points.ts';
import { getRequest, listChanges, listOwnedConnections, listRequests, paperFile } from './queries.ts';
import { updateOwnershipSettings } from './settings/actions/update-settings.ts';
import * as settings from './settings/contract.ts';
import { shownOwnershipSettings } from './settings/queries.ts';
import { acceptChange } from './steps/actions/accept-change.ts';
import { addPaper } from './steps/actions/add-paper.ts';
import { agreeByCode, overrideConsent, sendCodeAgain } from './steps/actions/agree-to-change.ts';
import { resubmitRequest, returnRequest, verifyPapers } from './steps/actions/check-papers.ts';
import { rejectChange, withdrawRequest } from './steps/actions/end-request.ts';
import { noteReading } from './steps/actions/note-reading.ts';
import { removePaper } from './steps/actions/remove-paper.ts';
import { requestChange, updateRequest } from './steps/actions/request-change.ts';
import * as steps from './steps/contract.ts';

export function routes(platform: Platform, joined: Pick<JoinedFaces, 'all' | 'only'>): Route[] {
  const told = {
    changed: joined.all(ownerChanged),
    ended: joined.only(orderEnded),
    isBeingPaid: joined.only(chargeAtBank),
  };
  const [money, paymentsOf] = [joined.only(feeMoney), joined.only(feePayments)];
  const { files } = platform;
  return [
    query(contract.listOwnedConnections, (db, actor, input) => listOwnedConnections(db, actor, input.query)),
    exportRoute(contract.listOwnedConnectionsDownload, connectionsExport),
    query(contract.listRequests, (db, actor, input) => listRequests(db, actor, input.query)),
    exportRoute(contract.listRequestsDownload, requestsExport),
    query(contract.listChanges, (db, actor, input) => listChanges(db, actor, input.query)),
    exportRoute(contract.listChangesDownload, changesExport),
    query(contract.getFeeOfDay, (db, actor) => feeOfDay(db, actor)),
    // Under the program's role: an owner's own part, by the query.
    special(contract.getRequest, ({ database: { db }, actor }, input) =>
      getRequest(db, actor, input.query.requestId, paymentsOf),
    ),
    special(contract.openPaper, async ({ database: { db }, actor }, { query: { documentId } }) => {
      const fileId = await paperFile(db, actor, documentId);
      return { documentId, url: await fileLink(files, await findFile(db, fileId), actor.now) };
    }),
    special(certificatePdf, async ({ database: { db }, actor, reply }, { params, query: { language } }) => {
      const input = { id: params.id, language, publicUrl: platform.publicUrl };
      const pdf = await printCertificate(db, actor, input);
      await sendDownload(reply, {
        stream: Readable.from([pdf.content]),
        mediaType: 'application/pdf',
        fileName: `owner-change-${pdf.number}.pdf`,
        bytes: pdf.content.length,
        inline: true,
      });
    }),
    action(steps.requestChange, (tx, actor, { body }) => requestChange(tx, actor, platform, body)),
    action(steps.updateRequest, (tx, actor, { body }) => updateRequest(tx, actor, platform, body)),
    special(steps.addPaper, (call, input) => receivePaper(files, call, input.query)),
    action(steps.removePaper, (tx, actor, { body }) => removePaper(tx, actor, body)),
    action(steps.sendCode, (tx, actor, { body }) => sendCodeAgain(tx, actor, platform, body)),
    // Tries are counted in a statement of their own, before the transaction.
    special(steps.agree, ({ database: { db }, actor, request }, { body }) =>
      agreeByCode(db, actor, platform, { ...body, key: keyOf(request) }),
    ),
    action(steps.overrideConsent, (tx, actor, { body }) => overrideConsent(tx, actor, body)),
    action(steps.verifyPapers, (tx, actor, { body }) => verifyPapers(tx, actor, body)),
    action(steps.returnRequest, (tx, actor, { body }) => returnRequest(tx, actor, body)),
    action(steps.resubmitRequest, (tx, actor, { body }) => resubmitRequest(tx, actor, platform, body)),
    action(steps.noteReading, (tx, actor, { body }) => noteReading(tx, actor, body)),
    action(steps.acceptChange, (tx, actor, { body }) => acceptChange(tx, actor, body, told)),
    action(steps.rejectChange, (tx, actor, input) =>
      rejectChange(tx, actor, { ...input.body, requestId: input.query.requestId }, money),
    ),
    action(steps.withdrawRequest, (tx, actor, { body }) => withdrawRequest(tx, actor, body, money)),
    query(settings.getOwnershipSettings, (db) => shownOwnershipSettings(db)),
    action(
      settings.updateOwnershipSettings,
      (tx, actor, { body }) => updateOwnershipSettings(tx, actor, body),
      (db) => shownOwnershipSettings(db),
    ),
  ];
}

/** Larger than the kind's cap, so that the cap's own refusal is the one that is seen. */
const LIMITS = { fileSize: FILE_CAPS.attachment + 1024, files: 1, fields: 5 };

async function receivePaper(
  files: Files,
  call: Pick<SpecialContext, 'database' | 'actor' | 'request' | 'reply'>,
  input: { requestId: string; kind: PaperKind },
) {
  const part = call.request.isMultipart() ? await call.request.file({ limits: LIMITS }) : undefined;
  if (!part) throw fail(contract.errors.file_missing);
  const file = { stream: part.file, name: part.filename, signal: goneOf(call.reply) };
  const key = keyOf(call.request);
  try {
    return await addPaper(call.database.db, files, call.actor, { ...input, file, ...(key ? { key } : {}) });
  } finally {
    // A refused upload is read to its end, or the sender would never see the answer.
    part.file.resume();
  }
}
