/**
 * Applications for tests, walked through the real actions up to a state. Every step is taken by somebody who may:
 * the crew is made once per application unless it is given.
 */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { createUser } from '#domains/identity/actions/create-user.ts';
import { addMeter } from '#domains/meters/actions/add-meter.ts';
import { makeDma, makeMaterial, makeRoad } from '#domains/settings/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { all, type Db, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { receiveFile } from '#platform/files/receive.ts';
import type { Platform } from '#platform/platform.ts';
import { allWords } from '#platform/words/all-words.ts';
import { addDays } from '#shared/dates.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { allPermissions } from '#shared/words.ts';
import type { State } from './application.rules.ts';
import type { StateAnswer } from './contract.ts';
import { approveSurvey } from './demand-note/actions/approve-survey.ts';
import { settleDemandNote } from './demand-note/actions/settle-demand-note.ts';
import { totalsToIssue } from './demand-note/note-to-issue.ts';
import { attachedKinds, type DocumentKind, neededDocuments } from './documents.rules.ts';
import { confirmInstallation, recordInstallation } from './installation/actions/install-meter.ts';
import { attachFile } from './intake/actions/add-document.ts';
import { createDraft } from './intake/actions/save-draft.ts';
import { submitApplication } from './intake/actions/submit-application.ts';
import type { DraftParts } from './intake/parts.rules.ts';
import { issueLetter } from './letter/actions/issue-letter.ts';
import { decideNoc } from './noc/actions/decide-noc.ts';
import { assignUser } from './pipeline/actions/assign-user.ts';
import { closeApplication, reopenApplication } from './pipeline/actions/close-application.ts';
import { acceptApplication } from './review/actions/accept-application.ts';
import { askCorrection } from './review/actions/ask-correction.ts';
import { submitSurvey } from './survey/actions/save-survey.ts';

export type MadeApplication = StateAnswer & {
  roadId: string;
  plotNumber: string;
  meterNumber: string;
  materialId: string;
  /** The surveyor that the application was assigned to; null before. */
  surveyorId: string | null;
};

export type Wanted = {
  upTo: State;
  /** consumers.consumers.id; a new one is made of the applicant if it is left out. */
  consumerId?: string;
  /** identity.users.id of a surveyor; an administrator's is taken if it is left out. */
  surveyorId?: string;
  roadId?: string;
  plotNumber?: string;
  name?: string;
  nameBn?: string;
  phone?: string;
};

let made = 0;

/** Parts that are complete and right. */
export function wholeParts(roadId: string, given: Partial<Wanted> = {}): DraftParts {
  made += 1;
  return {
    applicant: {
      name: given.name ?? 'আনোয়ারা বেগম',
      ...(given.nameBn ? { nameBn: given.nameBn } : {}),
      phone: given.phone ?? `01712${String(100_000 + made)}`,
      // No number of ours begins with 99: a national ID is never taken for one.
      nid: String(9_900_000_000 + made),
      address: 'Purbachal, Dhaka',
      isOwner: true,
    },
    owner: {},
    plumber: {},
    building: {
      roadId,
      plotNumber: given.plotNumber ?? `P-${made}`,
      kind: 'house',
      floors: 2,
      flats: 3,
      category: 'residential',
      pipeSizeMm: 20,
      sewer: true,
    },
  };
}

/** What making applications needs of a running program: test/app.ts gives it, and so does the demo town. */
export type Maker = { db: Db; platform: Pick<Platform, 'files'>; system(): Actor };

const SMALL_PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** A kind that is attached in the state; elsewhere one that is refused there. */
export const attachableIn = (state: State): DocumentKind =>
  attachedKinds(state, () => true).at(-1) ?? 'meter_receipt';

/** Sends a small paper and ties it to the application, in the caller's transaction. */
export async function addDocumentTo(
  { app, tx }: { app: Maker; tx: Tx },
  actor: Actor,
  applicationId: string,
  kind: DocumentKind,
): Promise<number> {
  const file = await receiveFile(app.platform.files, app.db, Readable.from([Buffer.from(SMALL_PDF)]), {
    kind: 'attachment',
    name: `${kind}.pdf`,
    ownerId: actor.userId,
  });
  return (await attachFile(tx, actor, { applicationId, kind }, file)).version;
}

type Walk = { tx: Tx; now: Actor; wanted: Wanted; made: MadeApplication };
type Step = (walk: Walk) => Promise<StateAnswer>;

const office = (now: Actor): Actor => ({
  ...now,
  kind: 'staff',
  name: 'Karim Uddin',
  role: 'admin',
  permissions: new Set(allPermissions(allWords)),
});
const desk = (now: Actor, role: string): Actor => ({
  ...now,
  kind: 'staff',
  name: `Officer ${role}`,
  role,
  permissions: new Set(['noc:view', 'noc:decide', 'noc:remark', 'applications:recorrect']),
});

/** Tests of other things take no photos. */
export const UNPROVEN = { unprovenReason: 'made for a test' };

/** What leads out of each state towards the connection. */
const FORWARD: Partial<Record<State, Step>> = {
  DRAFT: ({ tx, now, made: { id, version } }) =>
    // All applicants of the tests have one phone.
    submitApplication(tx, office(now), { applicationId: id, version, newConsumer: 'made for a test' }),
  PENDING: ({ tx, now, made: { id } }) => acceptApplication(tx, office(now), { applicationId: id }),
  WAITING_FOR_REVIEW: approveAtEveryDesk,
  WAITING_FOR_METER_NUMBER: async ({ tx, now, made: { id, meterNumber } }) => {
    const { id: dmaId } = await makeDma(tx, now);
    return issueLetter(tx, office(now), { applicationId: id, dmaId, meterNumber });
  },
  READY_TO_SURVEY: surveyAndApprove,
  READY_TO_PAY: async ({ tx, now, made: { id } }) => {
    const note = await one<{ id: string; total: number }>(
      tx,
      sql`select id, total_minor as total from applications.demand_notes
        where application_id = ${id} and cancelled_at is null`,
    );
    return settleDemandNote(tx, office(now), { demandNoteId: note.id, amountMinor: note.total });
  },
  READY_FOR_METER_INSTALLATION: async ({ tx, now, made: { id, meterNumber } }) => {
    const found = {
      installedOn: now.today,
      meterNumber,
      sealNumber: 'S-1',
      openingLitres: 1000,
      ...UNPROVEN,
    };
    await recordInstallation(tx, office(now), { applicationId: id, ...found });
    return confirmInstallation(tx, office(now), { applicationId: id });
  },
};

async function approveAtEveryDesk({ tx, now, made: { id } }: Walk): Promise<StateAnswer> {
  let answer: StateAnswer | undefined;
  for (const { role_code } of await deskOrder(tx)) {
    const { version } = await one<{ version: number }>(
      tx,
      sql`select version from applications.applications where id = ${id}`,
    );
    const items = await all<{ itemId: string }>(
      tx,
      sql`select c.id as "itemId" from applications.noc_steps s join applications.desk_checks c on c.desk_id = s.desk_id
        where s.application_id = ${id} and s.state = 'OPEN' and c.retired_at is null`,
    );
    const checks = items.map(({ itemId }) => ({ itemId, checked: true, remark: '' }));
    const decided = { applicationId: id, version, decision: 'approve', checks } as const;
    answer = await decideNoc(tx, desk(now, role_code), decided);
  }
  if (!answer) throw new Error('there is no desk');
  return answer;
}

function deskOrder(tx: Tx): Promise<{ role_code: string }[]> {
  return all<{ role_code: string }>(
    tx,
    sql`select role_code from applications.desks
      where active and role_code = any(${PLANNING_ROLES}::text[]) order by position`,
  );
}

/** Assigned, submitted, not yet approved. */
async function survey({ tx, now, wanted, made }: Walk): Promise<void> {
  const userId = wanted.surveyorId ?? (await anAdministrator(tx, now));
  const surveyor: Actor = { ...office(now), userId, role: 'surveyor', name: 'Selim Reza' };
  await assignUser(tx, office(now), { applicationId: made.id, userId });
  await submitSurvey(tx, surveyor, {
    applicationId: made.id,
    type: 'FIXED',
    visitedOn: now.today,
    distanceM: '7.5',
    roadType: 'brick',
    pipeSizeMm: 20,
    materials: [{ materialId: made.materialId, quantity: '12.5' }],
  });
  made.surveyorId = userId;
}

async function surveyAndApprove(walk: Walk): Promise<StateAnswer> {
  await survey(walk);
  const { tx, now, made } = walk;
  const totalMinor = (await totalsToIssue(tx, now, [made.id])).get(made.id);
  return approveSurvey(tx, office(now), { applicationId: made.id, totalMinor });
}

/** One for all applications of a database: a password takes as long to store as ten statements. */
async function anAdministrator(tx: Tx, now: Actor): Promise<string> {
  const name = 'Selim Reza';
  const known = await first<{ id: string }>(
    tx,
    sql`select u.id from identity.users u join roles.roles r on r.id = u.role_id
      where u.name = ${name} and u.status = 'active' and r.code = 'admin' order by u.id limit 1`,
  );
  if (known) return known.id;
  const account = { role: 'admin', name, email: `${randomUUID()}@demo.test`, password: randomUUID() };
  return (await createUser(tx, now, account)).id;
}

/** Ways off the road, from the state before them. */
const ASIDE: Partial<Record<State, { from: State; step: Step }>> = {
  RECORRECTION: {
    from: 'PENDING',
    step: ({ tx, now, made: { id, version } }) =>
      askCorrection(tx, office(now), {
        applicationId: id,
        version,
        remark: 'not readable',
        items: [{ part: 'document', kind: 'allotment_letter', remark: 'blurred' }],
      }),
  },
  REJECTED: {
    from: 'PENDING',
    step: ({ tx, now, made: { id } }) =>
      closeApplication(tx, office(now), 'reject', { applicationId: id, remark: 'no plot' }),
  },
  WITHDRAWN: {
    from: 'PENDING',
    step: ({ tx, now, made: { id } }) => closeApplication(tx, office(now), 'withdraw', { applicationId: id }),
  },
  EXPIRED: {
    from: 'READY_TO_PAY',
    step: ({ tx, now, made: { id } }) =>
      // The day after its last one.
      closeApplication(tx, { ...now, kind: 'system', today: addDays(now.today, 31) }, 'expire', {
        applicationId: id,
      }),
  },
};

/** Makes an application in a state. */
export async function makeApplication(app: Maker, wanted: Wanted): Promise<MadeApplication> {
  return transaction(app.db, (tx) => walkTo(app, tx, wanted));
}

async function walkTo(app: Maker, tx: Tx, wanted: Wanted): Promise<MadeApplication> {
  const now = app.system();
  const application = await begin({ app, tx }, now, wanted);
  const walk: Walk = { tx, now, wanted, made: application };
  const aside = ASIDE[wanted.upTo];
  const target = aside?.from ?? wanted.upTo;
  while (application.state !== target) {
    const step = FORWARD[application.state];
    if (!step) throw new Error(`no way from ${application.state} to ${target}`);
    Object.assign(application, await step(walk));
  }
  if (aside) Object.assign(application, await aside.step(walk));
  return application;
}

async function begin(at: { app: Maker; tx: Tx }, now: Actor, wanted: Wanted): Promise<MadeApplication> {
  const { tx } = at;
  const roadId = wanted.roadId ?? (await makeRoad(tx, now)).id;
  const material = await makeMaterial(tx, now);
  const meterNumber = `M-${randomUUID().slice(0, 8).toUpperCase()}`;
  await addMeter(tx, now, {
    number: meterNumber,
    make: 'Itron',
    sizeMm: 20,
    registerDigits: 5,
    sealNumber: null,
  });
  const parts = wholeParts(roadId, wanted);
  const draft = await createDraft(tx, office(now), { ...parts, consumerId: wanted.consumerId });
  let { version } = draft;
  for (const kind of neededDocuments(true)) version = await addDocumentTo(at, office(now), draft.id, kind);
  return {
    ...draft,
    version,
    roadId,
    plotNumber: parts.building.plotNumber ?? '',
    meterNumber,
    materialId: material.id,
    surveyorId: null,
  };
}

/** Cancels the demand note; another one is in force, as after a withdrawal that somebody took back. */
export async function reissueNote(tx: Tx, actor: Actor, applicationId: string): Promise<void> {
  const step = { applicationId, remark: 'as asked' };
  await closeApplication(tx, actor, 'withdraw', step);
  await reopenApplication(tx, actor, step);
}
