import { Readable } from 'node:stream';
import type { Actor } from '#platform/actor.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { exportRoute } from '#platform/exports/export-list.ts';
import type { JoinedFaces } from '#platform/face.ts';
import { fileLink, findFile } from '#platform/files/files.ts';
import { sendDownload } from '#platform/http/download.ts';
import type { Platform } from '#platform/platform.ts';
import { action, query, type Route, type SpecialContext, special } from '#platform/route.ts';
import * as board from './board/contract.ts';
import { boardApplications } from './board/queries.ts';
import type { MovingDeadlines } from './calendar/moving-deadlines.ts';
import * as contract from './contract.ts';
import * as demandNote from './demand-note/contract.ts';
import { previewNote } from './demand-note/note-to-issue.ts';
import { printDemandNote } from './demand-note/print-demand-note.ts';
import { applicationsExport, archivedExport, draftsExport, nocExport } from './exports.ts';
import { getTimeline } from './history/queries.ts';
import { recordInstallation } from './installation/actions/install-meter.ts';
import * as installation from './installation/contract.ts';
import { deleteApplication } from './intake/actions/delete-application.ts';
import { removeDocument } from './intake/actions/remove-document.ts';
import { createDraft, updateDraft } from './intake/actions/save-draft.ts';
import { submitApplication } from './intake/actions/submit-application.ts';
import { updatePart } from './intake/actions/update-part.ts';
import * as intake from './intake/contract.ts';
import { printAcknowledgement } from './intake/print-acknowledgement.ts';
import {
  consumerInfo,
  documentFile,
  getApplicant,
  listDocuments,
  listDrafts,
  ownDocumentFiles,
} from './intake/queries.ts';
import { receiveUpload } from './intake/receive-upload.ts';
import { issueLetter } from './letter/actions/issue-letter.ts';
import * as letter from './letter/contract.ts';
import { printLetter } from './letter/print-letter.ts';
import { checkCustomerNumber, listDmaChoices, listFreeMeters, stockBySize } from './letter/queries.ts';
import * as materials from './materials/contract.ts';
import { materialSumsExport, surveyMaterialsExport } from './materials/exports.ts';
import { listMaterialSums, listSurveyMaterials } from './materials/queries.ts';
import { decideNoc } from './noc/actions/decide-noc.ts';
import { delegateDesk, endDelegation } from './noc/actions/delegate-desk.ts';
import { forwardNoc } from './noc/actions/forward-noc.ts';
import { remarkNoc } from './noc/actions/remark-noc.ts';
import { remindDesk } from './noc/actions/remind-desk.ts';
import { saveChecks } from './noc/actions/save-checks.ts';
import { setDesk } from './noc/actions/set-desk.ts';
import * as noc from './noc/contract.ts';
import { getDesk, getDeskOfRole, listDesks, listNoc } from './noc/queries.ts';
import { openDocument } from './opening/contract.ts';
import { listOwnerApplications } from './owners/contract.ts';
import * as papers from './papers/contract.ts';
import { printCertificate } from './papers/print-certificate.ts';
import { printNocLetter } from './papers/print-noc-letter.ts';
import { assignUser } from './pipeline/actions/assign-user.ts';
import { resumeApplication, setOverlay } from './pipeline/actions/set-overlay.ts';
import { updateState } from './pipeline/actions/update-state.ts';
import { getApplication } from './pipeline/get-application.ts';
import { listWorkers } from './pipeline/list-workers.ts';
import { requireReader } from './pipeline/visible.ts';
import { movingDeadlines, type NotePayments, notePayments } from './points.ts';
import * as queries from './queries.ts';
import { acceptApplication } from './review/actions/accept-application.ts';
import { askCorrection } from './review/actions/ask-correction.ts';
import { checkDocument } from './review/actions/check-document.ts';
import { commentDocument } from './review/actions/comment-document.ts';
import { autoApprove, updateNoc } from './review/actions/note-noc.ts';
import { resubmitApplication } from './review/actions/resubmit-application.ts';
import * as review from './review/contract.ts';
import { setApplicationFees, updateApplicationSettings } from './settings/actions/update-settings.ts';
import * as settings from './settings/contract.ts';
import { getSettingsOf, getSettingsPage } from './settings/queries.ts';
import { saveSurvey, submitSurvey } from './survey/actions/save-survey.ts';
import * as survey from './survey/contract.ts';

export function routes(platform: Platform, joined: Pick<JoinedFaces, 'only' | 'all'>): Route[] {
  return [
    ...commonRoutes(joined.only(notePayments)),
    ...intakeRoutes(platform),
    ...reviewRoutes(platform),
    ...nocRoutes(),
    ...fieldRoutes(),
    ...paperRoutes(platform),
    ...settingsRoutes(joined.all(movingDeadlines)),
  ];
}

function commonRoutes(payments: NotePayments): Route[] {
  return [
    query(contract.listApplications, async (db, actor, input) => ({
      ...(await queries.listApplications(db, actor, input.query, payments.receiptOf)),
      atBank: actor.kind === 'consumer' ? await payments.atBank(db, actor) : [],
    })),
    query(contract.listArchived, (db, actor, input) => queries.listArchived(db, actor, input.query)),
    exportRoute(contract.listApplicationsDownload, applicationsExport(payments.receiptOf)),
    exportRoute(contract.listArchivedDownload, archivedExport),
    query(board.boardApplications, (db, actor, input) => boardApplications(db, actor, input.query)),
    query(contract.getApplication, async (db, actor, { params }) => ({
      ...(await getApplication(db, actor, params.id)),
      atBank: (await payments.atBank(db, actor, params.id))[0] ?? null,
      goesBack: await payments.goesBack(db, actor, params.id),
    })),
    query(contract.getTimeline, async (db, actor, input) => {
      requireReader(actor);
      return getTimeline(db, actor, input.query);
    }),
    query(contract.checkExpiry, (db, actor, input) =>
      queries.checkExpiry(db, actor, input.query.applicationId),
    ),
    query(listOwnerApplications, (db, actor, input) => queries.listOwnerApplications(db, actor, input.query)),
    query(intake.listApplicationSectors, (db) => queries.listApplicationSectors(db)),
    query(contract.listWorkers, (db, _actor, { params }) => listWorkers(db, params.id)),
    query(demandNote.demandNotePreview, (db, actor, { params }) => previewNote(db, actor, params.id)),
    action(contract.updateState, (tx, actor, { body }) =>
      updateState(tx, actor, body, (id) => payments.bankHas(tx, id)),
    ),
    action(contract.holdApplication, (tx, actor, { body }) => setOverlay(tx, actor, 'hold', body)),
    action(contract.suspendApplication, (tx, actor, { body }) => setOverlay(tx, actor, 'suspend', body)),
    action(contract.resumeApplication, (tx, actor, { body }) => resumeApplication(tx, actor, body)),
    action(contract.assignUser, (tx, actor, { body }) => assignUser(tx, actor, body)),
    action(contract.deleteApplication, (tx, actor, input) =>
      deleteApplication(tx, actor, { applicationId: input.params.id, remark: input.body.remark }),
    ),
  ];
}

function intakeRoutes({ files }: Platform): Route[] {
  return [
    action(intake.createDraft, (tx, actor, { body }) => createDraft(tx, actor, body)),
    action(intake.updateDraft, (tx, actor, { body }) => updateDraft(tx, actor, body)),
    query(intake.listDrafts, (db, actor, input) => listDrafts(db, actor, input.query)),
    exportRoute(intake.listDraftsDownload, draftsExport),
    action(intake.deleteDraft, (tx, actor, { params }) =>
      deleteApplication(tx, actor, { applicationId: params.id, remark: 'draft', draftOnly: true }),
    ),
    action(intake.submitApplication, (tx, actor, { body }) => submitApplication(tx, actor, body)),
    query(intake.getApplicant, (db, actor, input) => getApplicant(db, actor, input.query.applicationId)),
    action(intake.updateApplicant, (tx, actor, { body }) =>
      updatePart(tx, actor, { ...body, name: 'applicant' }),
    ),
    action(intake.updateOwner, (tx, actor, { body }) => updatePart(tx, actor, { ...body, name: 'owner' })),
    action(intake.updatePlumber, (tx, actor, { body }) =>
      updatePart(tx, actor, { ...body, name: 'plumber' }),
    ),
    action(intake.updateBuilding, (tx, actor, { body }) =>
      updatePart(tx, actor, { ...body, name: 'building' }),
    ),
    special(intake.editDocument, (call, input) => receiveUpload(files, call, input.query)),
    action(intake.removeDocument, (tx, actor, { body }) => removeDocument(tx, actor, body)),
    special(intake.documentLinks, async ({ database, actor }, input) => {
      const documents = await ownDocumentFiles(database.db, actor, input.query.applicationId);
      const items = await Promise.all(
        documents.map(async (document) => ({
          documentId: document.id,
          url: await fileLink(files, await findFile(database.db, document.file_id), actor.now),
        })),
      );
      return { items };
    }),
    special(openDocument, async ({ database, actor }, { query: { documentId } }) => {
      const { file_id } = await documentFile(database.db, actor, documentId);
      return { documentId, url: await fileLink(files, await findFile(database.db, file_id), actor.now) };
    }),
    query(intake.listDocuments, (db, actor, input) => listDocuments(db, actor, input.query)),
    query(intake.consumerInfo, (db, actor, input) => consumerInfo(db, actor, input.query.consumerId)),
  ];
}

function reviewRoutes({ files }: Platform): Route[] {
  return [
    action(review.acceptApplication, (tx, actor, { body }) => acceptApplication(tx, actor, body)),
    action(review.commentDocument, (tx, actor, { body }) => commentDocument(tx, actor, body)),
    action(review.commentDocumentAtDesk, (tx, actor, { body }) => commentDocument(tx, actor, body)),
    action(review.checkDocument, (tx, actor, { body }) => checkDocument(tx, actor, body)),
    action(review.updateNoc, (tx, actor, { body }) => updateNoc(tx, actor, body)),
    action(review.autoApprove, (tx, actor, { body }) => autoApprove(tx, actor, body)),
    action(review.askCorrection, (tx, actor, { body }) => askCorrection(tx, actor, body)),
    special(review.correctDocument, (call, input) => receiveUpload(files, call, input.query)),
    action(review.resubmitApplication, (tx, actor, { params, body }) =>
      resubmitApplication(tx, actor, { ...body, applicationId: params.id }),
    ),
  ];
}

function nocRoutes(): Route[] {
  return [
    query(noc.listNoc, (db, actor, input) => listNoc(db, actor, input.query)),
    exportRoute(noc.listNocDownload, nocExport),
    action(noc.decideNoc, (tx, actor, { params, body }) =>
      decideNoc(tx, actor, { ...body, applicationId: params.id }),
    ),
    action(noc.remarkNoc, (tx, actor, { params, body }) =>
      remarkNoc(tx, actor, { ...body, applicationId: params.id }),
    ),
    action(noc.saveChecks, (tx, actor, { params, body }) =>
      saveChecks(tx, actor, { ...body, applicationId: params.id }),
    ),
    action(noc.forwardNoc, (tx, actor, { params, body }) =>
      forwardNoc(tx, actor, { ...body, applicationId: params.id }),
    ),
    action(noc.remindDesk, (tx, actor, { params, body }) =>
      remindDesk(tx, actor, { ...body, applicationId: params.id }),
    ),
    query(noc.listDesks, (db, actor) => listDesks(db, actor)),
    action(
      noc.createDesk,
      async (tx, actor, { body }) => getDesk(tx, actor, (await setDesk(tx, actor, body)).id),
      (db, actor, { body }) => getDeskOfRole(db, actor, body.roleCode),
    ),
    action(noc.delegateDesk, async (tx, actor, { params, body }) => {
      await delegateDesk(tx, actor, { ...body, deskId: params.id });
      return getDesk(tx, actor, params.id);
    }),
    action(noc.endDelegation, async (tx, actor, { params }) =>
      getDesk(tx, actor, (await endDelegation(tx, actor, params.id)).deskId),
    ),
  ];
}

function fieldRoutes(): Route[] {
  return [
    query(letter.checkCustomerNumber, (db, _actor, input) => checkCustomerNumber(db, input.query)),
    action(letter.issueLetter, (tx, actor, { body }) => issueLetter(tx, actor, body)),
    query(letter.listDmaChoices, async (db, actor, input) => ({
      items: await listDmaChoices(db, actor, input.query.applicationId),
    })),
    query(letter.stockBySize, async (db, actor) => ({ items: await stockBySize(db, actor) })),
    query(letter.listFreeMeters, (db, _actor, input) => listFreeMeters(db, input.query)),
    action(survey.saveSurvey, (tx, actor, { body }) => saveSurvey(tx, actor, body)),
    action(survey.submitSurvey, (tx, actor, input) =>
      submitSurvey(tx, actor, { ...input.body, type: input.query.type }),
    ),
    query(materials.listSurveyMaterials, (db, actor, input) => listSurveyMaterials(db, actor, input.query)),
    query(materials.listMaterialSums, (db, actor, input) => listMaterialSums(db, actor, input.query)),
    exportRoute(materials.listSurveyMaterialsDownload, surveyMaterialsExport),
    exportRoute(materials.listMaterialSumsDownload, materialSumsExport),
    action(installation.installMeter, (tx, actor, { body }) => recordInstallation(tx, actor, body)),
  ];
}

function settingsRoutes(moving: readonly MovingDeadlines[]): Route[] {
  const page = (db: Db | Tx, actor: Actor) => getSettingsPage(db, actor, moving);
  return [
    query(settings.getApplicationSettings, page),
    query(settings.getFees, async (db, actor) => (await getSettingsOf(db, actor)).fees),
    action(
      settings.updateApplicationSettings,
      (tx, actor, { body }) => updateApplicationSettings(tx, actor, body, moving),
      page,
    ),
    action(
      settings.setApplicationFees,
      (tx, actor, { body }) => setApplicationFees(tx, actor, body, moving),
      page,
    ),
  ];
}

function paperRoutes({ publicUrl, files }: Platform): Route[] {
  const send = ({ reply }: SpecialContext, name: string, content: Buffer) =>
    sendDownload(reply, {
      stream: Readable.from([content]),
      mediaType: 'application/pdf',
      fileName: `${name}.pdf`,
      bytes: content.length,
      inline: true,
    });
  return [
    special(intake.acknowledgementPdf, async (call, { params, query: { language } }) => {
      const input = { id: params.id, language, publicUrl };
      const pdf = await printAcknowledgement(call.database.db, call.actor, input);
      send(call, `acknowledgement-${pdf.number}`, pdf.content);
    }),
    special(letter.letterPdf, async (call, { params, query: { language } }) => {
      const input = { id: params.id, language, publicUrl, files };
      const pdf = await printLetter(call.database.db, call.actor, input);
      send(call, `connection-letter-${pdf.number}`, pdf.content);
    }),
    special(papers.nocLetterPdf, async (call, { params, query: { language } }) => {
      const input = { id: params.id, language, publicUrl, files };
      const pdf = await printNocLetter(call.database.db, call.actor, input);
      send(call, pdf.number, pdf.content);
    }),
    special(papers.certificatePdf, async (call, { params, query: { language } }) => {
      const input = { id: params.id, language, publicUrl, files };
      const pdf = await printCertificate(call.database.db, call.actor, input);
      send(call, `completion-certificate-${pdf.number}`, pdf.content);
    }),
    special(demandNote.demandNotePdf, async (call, { params, query }) => {
      const input = { id: params.id, ...query, publicUrl };
      const pdf = await printDemandNote(call.database.db, call.actor, input);
      send(call, `demand-note-${pdf.number}`, pdf.content);
    }),
  ];
}
