/** The whole road over HTTP, each step by somebody of its own. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { makeDma, makeMaterial, makeRoad } from '#domains/settings/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { settleDemandNote } from './demand-note/actions/settle-demand-note.ts';
import { demandNotePdf } from './demand-note/contract.ts';
import type { DocumentKind } from './documents.rules.ts';
import { wholeParts } from './factory.ts';
import { totalSeen } from './factory-steps.ts';
import { installMeter } from './installation/contract.ts';
import * as intake from './intake/contract.ts';
import * as letter from './letter/contract.ts';
import * as noc from './noc/contract.ts';
import { openDocument } from './opening/contract.ts';
import { listOwnerApplications } from './owners/contract.ts';
import * as review from './review/contract.ts';
import * as survey from './survey/contract.ts';

const app = await testApp();
const picture = await sharp({ create: { width: 320, height: 320, channels: 3, background: '#4466f2' } })
  .jpeg()
  .toBuffer();

async function upload(as: Person, path: string, query: { applicationId: string; kind: DocumentKind }) {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'ছবি.jpg');
  const body = new Response(form);
  const answer = await app.server.inject({
    method: path === '/document/edit' ? 'PUT' : 'POST',
    url: `/api/main${path}`,
    query,
    headers: {
      authorization: `Bearer ${as.idToken}`,
      'content-type': body.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json<{
    data: { id: string; version: number; versionNo: number };
    error?: { code: string };
  }>();
}

const detail = (as: Person, id: string) => app.call(contract.getApplication, { as, params: { id } });
const allowed = async (as: Person, id: string) =>
  Object.entries((await detail(as, id)).can)
    .filter(([, can]) => can.allowed)
    .map(([action]) => action)
    .sort();

test('a household goes from the first word typed to its connection', async () => {
  const [consumer, reviewer, surveyor, engineer, installer, cashier] = await Promise.all([
    app.consumer(),
    app.staff('reviewer'),
    app.staff('surveyor'),
    app.staff('engineer'),
    app.staff('installer'),
    app.staff('cashier'),
  ]);
  const place = await transaction(app.db, async (tx) => ({
    road: await makeRoad(tx, app.system()),
    dma: await makeDma(tx, app.system()),
    material: await makeMaterial(tx, app.system(), { nameEn: 'GI pipe', nameBn: 'জিআই পাইপ' }),
    meter: await addMeter(tx, app.system(), {
      number: 'DW-77001',
      make: 'Itron',
      sizeMm: 20,
      registerDigits: 5,
      sealNumber: null,
    }),
  }));

  // Saved as typed, incomplete; submitting names what is missing.
  const parts = wholeParts(place.road.id);
  const draft = await app.call(intake.createDraft, { as: consumer, body: { applicant: { name: 'আনো' } } });
  const refusal = await app.refused(intake.submitApplication, {
    as: consumer,
    body: { applicationId: draft.id, version: draft.version },
  });
  expect(refusal.code).toBe('applications.documents_missing');
  const saved = await app.call(intake.updateDraft, {
    as: consumer,
    body: { ...parts, applicationId: draft.id, version: draft.version },
  });
  expect(saved.version).toBe(2);
  const before = await detail(consumer, draft.id);
  expect(before.incompleteFields).toEqual([]);
  let version = saved.version;
  for (const kind of before.neededDocuments) {
    const answer = await upload(consumer, '/document/edit', { applicationId: draft.id, kind });
    expect(answer.error).toBeUndefined();
    version = answer.data.version;
  }
  const act = { applicationId: draft.id };
  const submitted = await app.call(intake.submitApplication, { as: consumer, body: { ...act, version } });
  expect(submitted.number).toMatch(/^1\d{9}$/);
  expect(submitted.state).toBe('PENDING');

  // A document is asked for again; the application returns to the step that asked.
  const asked = await app.call(review.askCorrection, {
    as: reviewer,
    body: {
      ...act,
      version: submitted.version,
      remark: 'The letter is not readable',
      items: [{ part: 'document', kind: 'allotment_letter', remark: 'blurred' }],
    },
  });
  expect(asked.state).toBe('RECORRECTION');
  const early = await app.refused(review.resubmitApplication, {
    as: consumer,
    params: { id: draft.id },
    body: { version: asked.version },
  });
  expect(early.code).toBe('applications.items_not_corrected');
  const again = await upload(consumer, '/application/document/recorrect', {
    ...act,
    kind: 'allotment_letter',
  });
  expect(again.data.versionNo).toBe(2);
  const back = await app.call(review.resubmitApplication, {
    as: consumer,
    params: { id: draft.id },
    body: { version: again.data.version },
  });
  expect(back.state).toBe('PENDING');
  const links = await app.call(intake.documentLinks, { as: consumer, query: act });
  expect(links.items).toHaveLength(6);
  const query = { documentId: String(links.items[0]?.documentId) };
  expect((await app.call(openDocument, { as: reviewer, query })).url).toContain('/files');

  // The planning authority, desk by desk.
  let at = await app.call(review.acceptApplication, {
    as: reviewer,
    body: { ...act, version: back.version },
  });
  expect(at.state).toBe('WAITING_FOR_REVIEW');
  for (const role of ['rajukSAE', 'rajukAE', 'rajukPM', 'rajukPD'] as const) {
    const officer = await app.staff(role);
    const mine = await app.call(noc.listNoc, { as: officer, query: { desk: 'mine' } });
    expect(mine.items.map((item) => item.id)).toEqual([draft.id]);
    at = await app.call(noc.decideNoc, {
      as: officer,
      params: { id: draft.id },
      body: { version: at.version, decision: 'approve', remark: 'Papers in order' },
    });
  }
  expect(at.state).toBe('WAITING_FOR_METER_NUMBER');
  expect((await detail(reviewer, draft.id)).nocNumber).toBe('RAJUK/2026/000001');
  const ofDesk = async (desk: 'chain' | 'any') =>
    (await app.call(noc.listNoc, { as: reviewer, query: { desk } })).items.map(({ id }) => id);
  expect(await ofDesk('chain')).not.toContain(draft.id);
  expect(await ofDesk('any')).toContain(draft.id);

  const issued = await app.call(letter.issueLetter, {
    as: reviewer,
    body: { ...act, version: at.version, dmaId: place.dma.id, meterNumber: 'dw-৭৭০০১' },
  });
  expect(issued.customerNumber).toMatch(/^3\d{9}$/);

  const { users } = await app.call(contract.listWorkers, {
    as: engineer,
    params: { id: 'READY_TO_SURVEY' },
  });
  expect(users.map((user) => user.id)).toContain(surveyor.userId);
  expect(users.map((user) => user.id)).not.toContain(installer.userId);
  const given = await app.call(contract.assignUser, {
    as: engineer,
    body: { ...act, version: issued.version, userId: surveyor.userId },
  });
  const measures = {
    visitedOn: '2026-11-15',
    distanceM: '৭.৫',
    roadType: 'brick',
    pipeSizeMm: 20 as const,
    materials: [{ materialId: place.material.id, quantity: '12.345' }],
  };
  const kept = await app.call(survey.saveSurvey, {
    as: surveyor,
    body: { ...act, version: given.version, ...measures },
  });
  expect(kept.survey.totalMinor).toBe(1_234_50);
  const handed = await app.call(survey.submitSurvey, {
    as: surveyor,
    query: { type: 'FIXED' },
    body: { ...act, version: kept.version, ...measures },
  });
  expect(await allowed(surveyor, draft.id)).not.toContain('approve-survey');
  const approved = await app.call(contract.updateState, {
    as: engineer,
    body: {
      ...{ ...act, version: handed.version, action: 'approve-survey' },
      totalMinor: await totalSeen(app, draft.id),
    },
  });
  expect(approved.state).toBe('READY_TO_PAY');
  const payable = await detail(consumer, draft.id);
  expect(payable.totalMinor).toBe(575_00 + 1_234_50);
  expect(payable.expiresOn).toBe('2026-12-15');
  expect(payable.chain).toEqual([]);

  const pdf = await app.server.inject({
    url: `/api/main${demandNotePdf.path.replace('{id}', draft.id)}?language=bn`,
    headers: { authorization: `Bearer ${consumer.idToken}` },
  });
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');

  const paid = await transaction(app.db, (tx) =>
    settleDemandNote(
      tx,
      {
        ...app.actorOf(cashier),
        permissions: new Set(['applications:view', 'applications:view-all', 'demand-notes:pay-counter']),
      },
      { demandNoteId: payable.demandNoteId ?? '', amountMinor: payable.totalMinor ?? 0 },
    ),
  );
  expect(paid.state).toBe('READY_FOR_METER_INSTALLATION');

  const found = {
    installedOn: '2026-11-15',
    sealNumber: 'SEAL-9',
    openingLitres: 2_000,
    unprovenReason: 'a test',
  };
  const wrong = await app.refused(installMeter, {
    as: installer,
    body: { ...act, ...found, version: paid.version, meterNumber: 'DW-77002' },
  });
  expect(wrong.code).toBe('applications.wrong_meter');
  const installed = await app.call(installMeter, {
    as: installer,
    body: { ...act, ...found, version: paid.version, meterNumber: 'DW-77001' },
  });
  const connected = await app.call(contract.updateState, {
    as: engineer,
    body: { ...act, version: installed.version, action: 'confirm-installation' },
  });
  expect(connected.state).toBe('CONNECTED');

  const connection = await one<{ number: string; meter: string; opening: number; seal: string }>(
    app.db,
    sql`select c.number, m.number as meter,
        s.opening_litres as opening, m.seal_number as seal
      from meters.connections c join meters.assignments s on s.connection_id = c.id
      join meters.meters m on m.id = s.meter_id where c.application_id = ${draft.id}`,
  );
  expect(connection).toEqual({
    number: issued.customerNumber,
    meter: 'DW-77001',
    opening: 2_000,
    seal: 'SEAL-9',
  });
  const owners = await app.call(listOwnerApplications, {
    as: consumer,
    query: { limit: 5000, offset: 1 },
  });
  expect(owners.items).toMatchObject([
    { applicationId: draft.id, customerId: issued.customerNumber, plotNo: parts.building.plotNumber },
  ]);

  // Everything is in the timeline; the applicant sees the public part and was told.
  const staffLine = await app.call(contract.getTimeline, { as: reviewer, query: act });
  const ownLine = await app.call(contract.getTimeline, { as: consumer, query: act });
  expect(staffLine.items[0]?.toState).toBe('CONNECTED');
  expect(ownLine.items.length).toBeLessThan(staffLine.items.length);
  const told = await all<{ event: string }>(
    app.db,
    sql`select split_part(event, ':', 1) as event from platform.outbox
      where event like 'application.%' order by id`,
  );
  expect(told.map((row) => row.event)).toEqual([
    'application.submitted',
    'application.correct',
    'application.letter',
    'application.pay',
    'application.paid',
    'application.connected',
  ]);
});
