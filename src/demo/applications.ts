/** Walks applications along the pipeline by the real actions, each step by who may take it, on working days. */
import { approveSurvey, reviseSurvey } from '#domains/applications/demand-note/actions/approve-survey.ts';
import { totalsToIssue } from '#domains/applications/demand-note/note-to-issue.ts';
import { APPLICANTS_KINDS, type DocumentKind } from '#domains/applications/documents.rules.ts';
import {
  confirmInstallation,
  recordInstallation,
} from '#domains/applications/installation/actions/install-meter.ts';
import { attachFile } from '#domains/applications/intake/actions/add-document.ts';
import { createDraft } from '#domains/applications/intake/actions/save-draft.ts';
import { submitApplication } from '#domains/applications/intake/actions/submit-application.ts';
import type { DraftParts } from '#domains/applications/intake/parts.rules.ts';
import { issueLetter } from '#domains/applications/letter/actions/issue-letter.ts';
import { decideNoc } from '#domains/applications/noc/actions/decide-noc.ts';
import { archiveApplication } from '#domains/applications/pipeline/actions/archive-application.ts';
import { assignUser } from '#domains/applications/pipeline/actions/assign-user.ts';
import { closeApplication } from '#domains/applications/pipeline/actions/close-application.ts';
import { setOverlay } from '#domains/applications/pipeline/actions/set-overlay.ts';
import { acceptApplication } from '#domains/applications/review/actions/accept-application.ts';
import { askCorrection } from '#domains/applications/review/actions/ask-correction.ts';
import { autoApprove, updateNoc } from '#domains/applications/review/actions/note-noc.ts';
import { returnSurvey, submitSurvey } from '#domains/applications/survey/actions/save-survey.ts';
import { makeNotePayment } from '#domains/payments/actions/make-payment.ts';
import type { Actor } from '#platform/actor.ts';
import { one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { withholdNotices } from '#platform/messages/inbox.ts';
import { withholdMessages } from '#platform/messages/outbox.ts';
import { addDays, firstOfMonth } from '#shared/dates.ts';
import { positiveMinorSchema } from '#shared/money.ts';
import { PLANS, type Plan, turningPoint, WAY } from './application-plans.ts';
import { nidOf, personName, phoneOf } from './names.ts';
import type { Papers } from './papers.ts';
import { openDay } from './paying.ts';
import { stockNumber } from './people.ts';
import type { Asker } from './portal-people.ts';
import type { Random } from './random.ts';
import type { At } from './staff.ts';
import { notAfter, type Story } from './story.ts';

type Walk = {
  story: Story;
  tx: Tx;
  plan: Plan;
  random: Random;
  id: string;
  meterNumber: string;
  /** Papers and photos that the steps add. */
  papers: Papers;
  /** Of the plot, which surveyor and installer note. */
  place: { latitude: string; longitude: string };
  pipeSizeMm: 20 | 25 | 40 | 50;
  /** The day of the last step. */
  day: string;
};
type Role = Parameters<At>[0];

/** What was told on the telephone with a quick application. */
const NOTES = [
  'Comes to the counter with the allotment letter.',
  'Asks for a larger pipe; wants to be called in the evening.',
  'The mutation paper is still with the land office.',
];
const DAYS_A_STEP = 3;
const DESKS = ['rajukSAE', 'rajukAE', 'rajukPM', 'rajukPD'] as const;
/** Plots of applications are beyond those that are connected. */
const FIRST_NEW_PLOT = 201;
const FIRST_APPLICANT = 700_001;

/** @param papers one set for each plan; `askers` those of the portal; `which` chooses plans */
export async function walkApplications(
  story: Story,
  papers: readonly Papers[],
  askers: readonly (Asker | undefined)[],
  which: (plan: Plan) => boolean,
): Promise<void> {
  for (const [n, plan] of PLANS.entries()) {
    if (!which(plan)) continue;
    await transaction(story.db, async (tx) => {
      await walk(story, { tx, plan, n, papers: papers[n] ?? [], asker: askers[n] });
      await withholdMessages(tx);
      await withholdNotices(tx);
    });
  }
}

type Beginning = { tx: Tx; plan: Plan; n: number; papers: Papers; asker: Asker | undefined };

async function walk(story: Story, { tx, plan, n, papers, asker }: Beginning): Promise<void> {
  const random = story.random.fork(`application ${n}`);
  const last = WAY.indexOf(turningPoint(plan));
  const steps = last + (last > 2 ? DESKS.length : (plan.progress ?? 0));
  const age = steps * DAYS_A_STEP + random.int(1, 6) + extraDays(plan);
  const day = openDay(addDays(story.today, -age), 'CASH');
  const applicant = asker?.actor ?? story.at('reviewer', day);
  const author: Actor = { ...applicant, now: story.at('system', day, '10:15').now, today: day };
  const isTold = plan.upTo === 'DRAFT' && !asker;
  const parts = partsOf(story, { plan, n, random, asker });
  const { id } = await createDraft(tx, author, {
    ...parts,
    ...(isTold ? { note: NOTES[n % NOTES.length] } : {}),
  });
  const current: Walk = {
    ...{ story, tx, plan, random, id, meterNumber: stockNumber(n), papers, day },
    place: { latitude: (23.83 + n / 2000).toFixed(6), longitude: (90.5 + n / 3000).toFixed(6) },
    pipeSizeMm: pipeOf(n, Number(parts.building.floors)),
  };
  if (plan.upTo === 'DRAFT') return;
  for (const [kind, file] of papers)
    if (APPLICANTS_KINDS.includes(kind) && kind !== 'Other_documents')
      await attachFile(tx, author, { applicationId: id, kind }, file);
  const { version } = await one<{ version: number }>(
    tx,
    sql`select version from applications.applications where id = ${id}`,
  );
  await submitApplication(tx, author, { applicationId: id, version });
  for (const state of WAY.slice(1, last + 1)) await work(current, state, state === WAY[last]);
  await leaveRoad(current);
}

/** Long ago enough for what has to pass: a note that expires, a rejection that is archived. */
function extraDays({ upTo, archived, returned, revised }: Plan): number {
  if (upTo === 'EXPIRED') return 38;
  if (returned || revised) return DAYS_A_STEP * (2 + 3 * (revised ?? 0));
  return archived && upTo !== 'CONNECTED' ? 60 : 0;
}

/** Most are a house's; a few of a large building. */
const pipeOf = (n: number, floors: number): Walk['pipeSizeMm'] =>
  n % 11 === 5 ? 50 : n % 11 === 8 ? 40 : floors > 3 ? 25 : 20;

type Parts = { plan: Plan; n: number; random: Random; asker: Asker | undefined };

function partsOf(story: Story, { plan, n, random, asker }: Parts): DraftParts & { consumerId?: string } {
  const road = random.pick(story.ground.roads);
  const person = asker ? { name: asker.name, nameBn: asker.nameBn } : personName(random);
  const phone = asker?.phone ?? phoneOf(FIRST_APPLICANT + n);
  const floors = random.int(1, 6);
  const applicant = {
    ...person,
    fatherOrSpouse: personName(random, 'male').name,
    phone,
    nid: nidOf(random),
    address: `Plot ${FIRST_NEW_PLOT + n}, Road ${road.number}, Sector ${road.sector}, Purbachal`,
    isOwner: !plan.tenant,
  };
  const landlord = plan.tenant
    ? {
        ...{ name: personName(random, 'male').name, phone: phoneOf(FIRST_APPLICANT + 900 + n) },
        ...{ nid: nidOf(random), address: 'House 12, Road 7, Dhanmondi, Dhaka' },
      }
    : {};
  // A quick draft holds what the counter was told so far.
  const isQuick = plan.upTo === 'DRAFT';
  return {
    applicant: isQuick ? { ...person, phone, isOwner: true } : applicant,
    owner: landlord,
    plumber: isQuick
      ? {}
      : { name: personName(random, 'male').name, phone: phoneOf(FIRST_APPLICANT + 500 + n) },
    building: {
      sectorId: road.sectorId,
      roadId: road.id,
      plotNumber: String(FIRST_NEW_PLOT + n),
      kind: floors > 3 ? 'apartment' : 'house',
      floors,
      flats: floors * 2,
      category: random.chance(0.85) ? 'residential' : 'commercial',
      pipeSizeMm: pipeOf(n, floors),
      sewer: Number(road.sector) < 25,
    },
    ...(asker ? { consumerId: asker.consumerId } : {}),
  };
}

/** Some days later, on a working day, never after today. */
function on(walked: Walk, role: Role, time = '11:00'): Actor {
  const { story, random } = walked;
  walked.day = notAfter(story.today, openDay(addDays(walked.day, random.int(1, DAYS_A_STEP - 1)), 'CASH'));
  return story.at(role, walked.day, time);
}

/** The work of a state: all of it, or as far as the plan says if the application is still in it. */
async function work(walked: Walk, state: (typeof WAY)[number], isLast: boolean): Promise<void> {
  const { tx, id: applicationId, plan } = walked;
  const progress = isLast ? (plan.progress ?? 0) : Number.POSITIVE_INFINITY;
  if (state === 'PENDING' && !isLast)
    await (plan.paperNoc
      ? noteConsent(walked)
      : acceptApplication(tx, on(walked, 'reviewer'), { applicationId }));
  if (state === 'WAITING_FOR_REVIEW' && !plan.paperNoc) await approveAtDesks(walked, progress);
  if (state === 'WAITING_FOR_METER_NUMBER' && !isLast) await giveLetter(walked);
  if (state === 'READY_TO_SURVEY') await survey(walked, progress);
  if (state === 'READY_TO_PAY' && !isLast) await pay(walked);
  if (state === 'READY_FOR_METER_INSTALLATION') await install(walked, progress);
}

async function approveAtDesks(walked: Walk, progress: number): Promise<void> {
  const { tx, id: applicationId } = walked;
  for (const desk of DESKS.slice(0, progress)) {
    const version = await versionOf(walked);
    await decideNoc(tx, on(walked, desk), { applicationId, version, decision: 'approve' });
  }
}

/** The consent came on paper: it is noted with its scan, and nobody at a desk decides. */
async function noteConsent(walked: Walk): Promise<void> {
  const { tx, id: applicationId, meterNumber } = walked;
  const clerk = on(walked, 'reviewer');
  const [scan] = await attach(walked, clerk, 'Other_documents');
  if (!scan) throw new Error('the plan has no scan of the consent');
  const nocNumber = `RAJUK/Z-4/${meterNumber.slice(-6)}`;
  const noc = { applicationId, nocNumber, nocDate: clerk.today, documentId: scan.id };
  await updateNoc(tx, clerk, noc);
  await autoApprove(tx, on(walked, 'reviewer', '12:00'), {
    applicationId,
    remark: 'The consent came on paper.',
  });
}

/** Papers of a kind, added by who takes the step. */
async function attach({ tx, id: applicationId, papers }: Walk, actor: Actor, kind: DocumentKind) {
  const added = [];
  for (const [of, file] of papers)
    if (of === kind) added.push(await attachFile(tx, actor, { applicationId, kind }, file));
  return added;
}

async function versionOf({ tx, id }: Walk): Promise<number> {
  const found = sql<{ version: number }>`select version from applications.applications where id = ${id}`;
  return (await one<{ version: number }>(tx, found)).version;
}

async function giveLetter(walked: Walk): Promise<void> {
  const { tx, story, random, id: applicationId, meterNumber } = walked;
  const dmaId = random.pick(story.ground.dmaIds);
  await issueLetter(tx, on(walked, 'reviewer'), { applicationId, dmaId, meterNumber });
}

async function survey(walked: Walk, progress: number): Promise<void> {
  const { tx, story, random, id: applicationId, plan } = walked;
  if (progress < 1) return;
  const userId = String(story.at('surveyor', walked.day).userId);
  // What is not surveyed yet is planned for one of the next days.
  const visitOn = progress < 2 ? openDay(addDays(story.today, random.int(0, 3)), 'CASH') : undefined;
  await assignUser(tx, on(walked, 'reviewer'), { applicationId, userId, visitOn });
  if (progress < 2) return;
  await measure(walked, true);
  if (plan.returned) {
    const remark = 'The road cut is missing. Please measure it again.';
    await returnSurvey(tx, on(walked, 'engineer', '15:00'), { applicationId, remark });
    await measure(walked);
  }
  if (progress < 3) return;
  await approve(walked);
  for (let count = 0; count < (plan.revised ?? 0); count += 1) {
    const remark = count === 0 ? 'The pipe is longer than measured.' : 'The road has another surface.';
    await reviseSurvey(tx, on(walked, 'engineer', '12:00'), { applicationId, remark });
    await assignUser(tx, on(walked, 'reviewer', '13:00'), { applicationId, userId });
    await measure(walked);
    await approve(walked);
  }
}

/** With the sum that the engineer was shown. */
async function approve(walked: Walk): Promise<void> {
  const { tx, id: applicationId } = walked;
  const engineer = on(walked, 'engineer', '15:00');
  const totalMinor = (await totalsToIssue(tx, engineer, [applicationId])).get(applicationId);
  await approveSurvey(tx, engineer, { applicationId, totalMinor });
}

/** One visit of the surveyor. @param isFirst the photo is taken then */
async function measure(walked: Walk, isFirst = false): Promise<void> {
  const { tx, story, random, id: applicationId, place, pipeSizeMm } = walked;
  const { fixed, extra } = story.ground;
  const withExtra = random.chance(0.4);
  const surveyor = on(walked, 'surveyor', '14:00');
  if (isFirst) await attach(walked, surveyor, 'survey_file');
  await submitSurvey(tx, surveyor, {
    ...{ applicationId, ...place, pipeSizeMm },
    type: withExtra ? 'EXTRA' : 'FIXED',
    visitedOn: surveyor.today,
    distanceM: String(random.int(3, 18)),
    roadType: withExtra ? 'brick' : 'earth',
    materials: [
      ...fixed.map((materialId, index) => ({
        materialId,
        quantity: index === 2 ? String(random.int(4, 12)) : '1',
      })),
      ...(withExtra ? [{ materialId: random.pick(extra), quantity: String(random.int(1, 4)) }] : []),
    ],
  });
}

async function pay(walked: Walk): Promise<void> {
  const { tx, id: applicationId } = walked;
  const note = await one<{ total: number }>(
    tx,
    sql`select total_minor as total from applications.demand_notes
      where application_id = ${applicationId} and cancelled_at is null`,
  );
  const amountMinor = positiveMinorSchema.parse(note.total);
  await makeNotePayment(tx, on(walked, 'cashier', '12:00'), {
    applicationId,
    amountMinor,
    tender: { method: 'CASH' },
  });
}

async function install(walked: Walk, progress: number): Promise<void> {
  const { tx, story, id: applicationId, meterNumber, place } = walked;
  if (progress < 1) return;
  // Not before this month: runs of the months that were billed do not know the connection.
  const earliest = firstOfMonth(story.today);
  if (walked.day < earliest) walked.day = earliest;
  const installer = on(walked, 'installer', '14:30');
  const sealNumber = `S${meterNumber.slice(-6)}`;
  const found = { installedOn: installer.today, meterNumber, sealNumber, openingLitres: 0 };
  await attach(walked, installer, 'new_meter_doc');
  await recordInstallation(tx, installer, { applicationId, ...found, ...place });
  if (progress > 1) await confirmInstallation(tx, on(walked, 'engineer', '15:30'), { applicationId });
}

async function leaveRoad(walked: Walk): Promise<void> {
  const { tx, plan, id: applicationId, story } = walked;
  if (plan.upTo === 'RECORRECTION') await sendBack(walked);
  if (plan.upTo === 'REJECTED') {
    const remark = 'The plot is not allotted to the applicant.';
    await closeApplication(tx, on(walked, 'reviewer'), 'reject', { applicationId, remark });
  }
  if (plan.upTo === 'WITHDRAWN')
    await closeApplication(tx, on(walked, 'admin'), 'withdraw', { applicationId });
  if (plan.upTo === 'EXPIRED') {
    const over = story.at('system', notAfter(story.today, addDays(walked.day, 31)), '01:00');
    await closeApplication(tx, over, 'expire', { applicationId });
  }
  if (plan.overlay) {
    const who = on(walked, plan.overlay === 'hold' ? 'reviewer' : 'admin');
    const remark =
      plan.overlay === 'hold' ? 'Waits for the mutation paper.' : 'The plot is in dispute at court.';
    await setOverlay(tx, who, plan.overlay, { applicationId, remark });
  }
  if (plan.archived)
    await archiveApplication(tx, on(walked, 'reviewer'), { applicationId, remark: 'Done with.' });
}

async function sendBack(walked: Walk): Promise<void> {
  const { tx, plan, id: applicationId } = walked;
  const items = [
    { part: 'document' as const, kind: 'allotment_letter' as const, remark: 'The scan cannot be read.' },
  ];
  const asked = {
    applicationId,
    version: await versionOf(walked),
    remark: 'Please send a readable scan.',
    items,
  };
  if (plan.byDesk) await decideNoc(tx, on(walked, 'rajukSAE'), { ...asked, decision: 'return' });
  else await askCorrection(tx, on(walked, 'reviewer'), asked);
}
