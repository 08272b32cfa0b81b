/** The transition table against the real program: every state with every action; only listed ones succeed. */
import { describe, expect, test } from 'vitest';
import { makeDma } from '#domains/settings/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, first, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { AppError } from '#shared/errors.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import {
  ACTIONS,
  type Action,
  OPEN_STATES,
  STATE_NAMES,
  type State,
  TRANSITIONS,
  type Transition,
} from '../application.rules.ts';
import type { StateAnswer } from '../contract.ts';
import { settleDemandNote } from '../demand-note/actions/settle-demand-note.ts';
import { takeBackPayment } from '../demand-note/actions/take-back-payment.ts';
import { noteRefund, withdrawPaid } from '../demand-note/actions/withdraw-paid.ts';
import { totalsToIssue } from '../demand-note/note-to-issue.ts';
import {
  addDocumentTo,
  attachableIn,
  type MadeApplication,
  makeApplication,
  UNPROVEN,
  wholeParts,
} from '../factory.ts';
import { recordInstallation } from '../installation/actions/install-meter.ts';
import { deleteApplication } from '../intake/actions/delete-application.ts';
import { submitApplication } from '../intake/actions/submit-application.ts';
import { updatePart } from '../intake/actions/update-part.ts';
import { applicantSchema } from '../intake/parts.rules.ts';
import { issueLetter } from '../letter/actions/issue-letter.ts';
import { decideNoc } from '../noc/actions/decide-noc.ts';
import { forwardNoc } from '../noc/actions/forward-noc.ts';
import { remarkNoc } from '../noc/actions/remark-noc.ts';
import { remindDesk } from '../noc/actions/remind-desk.ts';
import { saveChecks } from '../noc/actions/save-checks.ts';
import { acceptApplication } from '../review/actions/accept-application.ts';
import { askCorrection } from '../review/actions/ask-correction.ts';
import { checkDocument } from '../review/actions/check-document.ts';
import { autoApprove, updateNoc } from '../review/actions/note-noc.ts';
import { resubmitApplication } from '../review/actions/resubmit-application.ts';
import { submitSurvey } from '../survey/actions/save-survey.ts';
import { assignUser } from './actions/assign-user.ts';
import { closeApplication } from './actions/close-application.ts';
import { resumeApplication, setOverlay } from './actions/set-overlay.ts';
import { updateState } from './actions/update-state.ts';

const app = await testApp();
const engineerId = (await app.staff('engineer')).userId;
const colleagueId = (await app.staff('rajukSAE')).userId;
const surveyorId = (await app.staff('surveyor')).userId;

const everything = (given: Partial<Actor>): Actor => ({
  ...app.system(),
  kind: 'staff',
  userId: engineerId,
  name: 'test',
  role: 'admin',
  permissions: new Set(allPermissions(allWords)),
  ...given,
});
const officer = () => everything({ role: 'rajukSAE' });
const remark = 'because';

type Try = (tx: Tx, made: MadeApplication, actor: Actor) => Promise<unknown>;
const at = (made: MadeApplication) => ({ applicationId: made.id });
const byState =
  (action: Parameters<typeof updateState>[2]['action']): Try =>
  (tx, made, actor) =>
    updateState(tx, actor, { ...at(made), action, remark, shared: false, meterNumber: made.meterNumber });

/** How each action is done, by somebody for whom only the state can be wrong. */
const DO: Record<Action, Try> = {
  submit: (tx, made, actor) => submitApplication(tx, actor, { ...at(made), version: made.version }),
  edit: (tx, made, actor) => updatePart(tx, actor, { ...at(made), ...applicant(made) }),
  accept: (tx, made, actor) => acceptApplication(tx, actor, at(made)),
  'check-document': async (tx, made, actor) =>
    checkDocument(tx, actor, {
      ...at(made),
      version: made.version,
      documentId: (await documentOf(tx, made)).id,
      verdict: 'accept',
    }),
  'update-noc': (tx, made, actor) => noteNoc(tx, made, actor),
  'auto-approve': (tx, made, actor) => autoApprove(tx, actor, { ...at(made), remark }),
  'noc-remark': (tx, made) => remarkNoc(tx, officer(), { ...at(made), remark, shared: true }),
  'noc-forward': (tx, made, actor) =>
    forwardNoc(tx, actor, { ...at(made), version: made.version, officerId: colleagueId, remark }),
  'noc-check': (tx, made) => saveChecks(tx, officer(), { ...at(made), version: made.version, checks: [] }),
  'noc-remind': (tx, made, actor) => remindDesk(tx, actor, at(made)),
  'noc-approve': (tx, made) =>
    decideNoc(tx, officer(), { ...at(made), version: made.version, decision: 'approve' }),
  'noc-return': (tx, made) =>
    decideNoc(tx, officer(), { ...at(made), version: made.version, decision: 'return', remark, items }),
  'noc-reject': (tx, made) =>
    decideNoc(tx, officer(), { ...at(made), version: made.version, decision: 'reject', remark }),
  recorrection: (tx, made, actor) =>
    askCorrection(tx, actor, { ...at(made), version: made.version, remark, items }),
  correct: (tx, made, actor) => addDocumentTo({ app, tx }, actor, made.id, 'allotment_letter'),
  resubmit: (tx, made, actor) => resubmitApplication(tx, actor, at(made)),
  letter: async (tx, made, actor) =>
    issueLetter(tx, actor, {
      ...at(made),
      dmaId: (await makeDma(tx, actor)).id,
      meterNumber: made.meterNumber,
    }),
  attach: (tx, made, actor) => addDocumentTo({ app, tx }, actor, made.id, attachableIn(made.state)),
  assign: (tx, made, actor) => assignUser(tx, actor, { ...at(made), userId: made.surveyorId ?? '' }),
  survey: (tx, made) => survey(tx, made),
  'approve-survey': async (tx, made, actor) => {
    const totalMinor = (await totalsToIssue(tx, actor, [made.id])).get(made.id);
    return updateState(tx, actor, { ...at(made), action: 'approve-survey', shared: false, totalMinor });
  },
  'return-survey': byState('return-survey'),
  'revise-survey': byState('revise-survey'),
  pay: async (tx, made, actor) => settleDemandNote(tx, actor, await noteOf(tx, made)),
  'take-back-payment': async (tx, made, actor) =>
    takeBackPayment(tx, actor, { ...at(made), ...(await noteOf(tx, made)), amountMinor: 1, remark }),
  install: (tx, made, actor) => install(tx, made, actor),
  'confirm-installation': byState('confirm-installation'),
  'change-meter': byState('change-meter'),
  hold: (tx, made, actor) => setOverlay(tx, actor, 'hold', { ...at(made), remark }),
  suspend: (tx, made, actor) => setOverlay(tx, actor, 'suspend', { ...at(made), remark }),
  resume: (tx, made, actor) => resumeApplication(tx, actor, { ...at(made), remark }),
  comment: byState('comment'),
  reject: byState('reject'),
  withdraw: byState('withdraw'),
  'withdraw-paid': (tx, made, actor) => withdrawPaid(tx, actor, { ...at(made), remark }),
  refund: async (tx, made, actor) => {
    const { demandNoteId } = await noteOf(tx, made);
    await noteRefund(tx, actor, { ...at(made), demandNoteId, refundState: 'APPROVED' });
  },
  expire: (tx, made) => closeApplication(tx, { ...app.system(), today: '2027-01-31' }, 'expire', at(made)),
  reopen: byState('reopen'),
  delete: (tx, made, actor) => deleteApplication(tx, actor, { ...at(made), remark }),
  archive: byState('archive'),
  restore: byState('restore'),
};

const items = [{ part: 'document' as const, kind: 'allotment_letter' as const, remark: 'blurred' }];
const applicant = (made: MadeApplication) => ({
  version: made.version,
  name: 'applicant' as const,
  part: applicantSchema.parse(wholeParts(made.roadId).applicant),
});

const documentOf = (tx: Tx, made: MadeApplication) =>
  one<{ id: string }>(
    tx,
    sql`select id from applications.documents where application_id = ${made.id} limit 1`,
  );

async function noteNoc(tx: Tx, made: MadeApplication, actor: Actor) {
  const document = await documentOf(tx, made);
  return updateNoc(tx, actor, {
    ...at(made),
    nocNumber: `X/${made.id}`,
    nocDate: '2026-10-01',
    documentId: document.id,
  });
}

/** Before there is one, any id: not found is a refusal as well. */
async function noteOf(tx: Tx, made: MadeApplication) {
  const note = await first<{ id: string; total: number }>(
    tx,
    sql`select id, total_minor as total from applications.demand_notes
      where application_id = ${made.id} order by version_no desc limit 1`,
  );
  return { demandNoteId: note?.id ?? made.id, amountMinor: note?.total ?? 1 };
}

function survey(tx: Tx, made: MadeApplication) {
  return submitSurvey(tx, everything({ userId: surveyorId }), {
    ...at(made),
    type: 'FIXED',
    visitedOn: app.system().today,
    distanceM: '3',
    roadType: 'brick',
    pipeSizeMm: 20,
    materials: [{ materialId: made.materialId, quantity: '2' }],
  });
}

function install(tx: Tx, made: MadeApplication, actor: Actor) {
  const found = { installedOn: app.system().today, sealNumber: 'S', openingLitres: 0, ...UNPROVEN };
  return recordInstallation(tx, actor, { ...at(made), ...found, meterNumber: made.meterNumber });
}

/** What has to be there so that nothing but the state decides. */
const PREPARE: Partial<Record<Action, Try>> = {
  'auto-approve': noteNoc,
  'update-noc': (tx, made) =>
    execute(
      tx,
      sql`update applications.applications set noc_valid_until = '2026-11-01'
        where id = ${made.id} and state = 'WAITING_FOR_METER_NUMBER'`,
    ),
  resubmit: (tx, made, actor) => addDocumentTo({ app, tx }, actor, made.id, 'allotment_letter'),
  survey: giveSurveyor,
  'approve-survey': giveSurvey,
  'return-survey': giveSurvey,
  'confirm-installation': (tx, made) => install(tx, made, everything({ userId: surveyorId })),
  resume: (tx, made, actor) => setOverlay(tx, actor, 'hold', { ...at(made), remark }),
  restore: byState('archive'),
  'take-back-payment': payPart,
  'withdraw-paid': payPart,
  refund: withdrawnPaid,
  // One that waits for its payment gets new days only when they are over.
  reopen: (tx, made, { today }) =>
    execute(
      tx,
      sql`update applications.applications set expires_on = ${today}::date - 1
        where id = ${made.id} and state = 'READY_TO_PAY'`,
    ),
};

/** A part is paid, if nothing was; the setting that allows it is not what is tried here. */
async function payPart(tx: Tx, made: MadeApplication) {
  await execute(
    tx,
    sql`update applications.demand_notes set settled_minor = 1
    where application_id = ${made.id} and settled_minor = 0`,
  );
}

/** As if it had been withdrawn after payment: only its demand note is missing. */
async function withdrawnPaid(tx: Tx, made: MadeApplication, actor: Actor) {
  const { id: surveyId } = await one<{ id: string }>(
    tx,
    sql`insert into applications.surveys (application_id, version_no, surveyor_id)
      values (${made.id}, 1, ${surveyorId}) returning id`,
  );
  await execute(
    tx,
    sql`insert into applications.demand_notes (number, application_id, survey_id, version_no, issued_on, due_on,
      total_minor, settled_minor, cancelled_at, cancel_reason, refundable_minor, refund_state)
    values ('table-test', ${made.id}, ${surveyId}, 1, ${actor.today}, ${actor.today}, 2, 2, ${actor.now}, 'moved', 2, 'REQUESTED')`,
  );
}

async function giveSurveyor(tx: Tx, made: MadeApplication, actor: Actor) {
  await assignUser(tx, actor, { ...at(made), userId: surveyorId });
}

async function giveSurvey(tx: Tx, made: MadeApplication, actor: Actor) {
  await giveSurveyor(tx, made, actor);
  await survey(tx, made);
}

async function refreshed(tx: Tx, made: MadeApplication): Promise<MadeApplication> {
  const now = await one<StateAnswer>(
    tx,
    sql`select id, number, state, version from applications.applications where id = ${made.id}`,
  );
  return { ...made, ...now };
}

/** May be given the work of every state. */
const adminId = (await app.staff('admin')).userId;

/** Rolled back at the end, so that one application per state serves all actions. */
class Undo extends Error {}

/** What the timeline says was done, or the code of the refusal. */
async function outcome(made: MadeApplication, action: Action, before?: Try): Promise<string> {
  let result = 'no outcome';
  try {
    await transaction(app.db, async (tx) => {
      const actor = everything({});
      if (TRANSITIONS_OF[action].from.includes(made.state)) await PREPARE[action]?.(tx, made, actor);
      await before?.(tx, made, actor);
      const ready = await refreshed(tx, { ...made, surveyorId: adminId });
      result = await codeOf(
        () => DO[action](tx, ready, actor),
        () => lastStep(tx, made),
      );
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return result;
}

async function codeOf(work: () => Promise<unknown>, then: () => Promise<string>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return error.error.code;
    throw error;
  }
  return then();
}

async function lastStep(tx: Tx, made: MadeApplication): Promise<string> {
  const { action, to } = await one<{ action: Action; to: State }>(
    tx,
    sql`select action, to_state as to from applications.timeline
      where application_id = ${made.id} order by id desc limit 1`,
  );
  const ways: readonly string[] = TRANSITIONS_OF[action].to;
  const known = ways.includes(to) || ways.includes('origin') || (ways.includes('same') && to === made.state);
  return known ? `did ${action}` : `${action} went to ${to}`;
}

const TRANSITIONS_OF: Record<Action, Transition> = TRANSITIONS;
const ON_HOLD: readonly Action[] = ['comment', 'resume', 'delete', 'reject'];

describe.each(STATE_NAMES)('in %s', (state: State) => {
  test('only the listed actions are done', async () => {
    const made = await makeApplication(app, { upTo: state });
    const wrong: string[] = [];
    for (const action of ACTIONS) {
      const listed = TRANSITIONS_OF[action].from.includes(state);
      const result = await outcome(made, action);
      if (listed !== (result === `did ${action}`)) wrong.push(`${action}: ${result}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(OPEN_STATES)('on hold in %s', (state: State) => {
  test('nothing is done but comment, resume, delete and reject', async () => {
    const made = await makeApplication(app, { upTo: state });
    const wrong: string[] = [];
    for (const action of ACTIONS.filter((action) => action !== 'resume')) {
      const listed = ON_HOLD.includes(action) && TRANSITIONS_OF[action].from.includes(state);
      const result = await outcome(made, action, DO.hold);
      if (listed !== (result === `did ${action}`)) wrong.push(`${action}: ${result}`);
      if (!listed && TRANSITIONS_OF[action].from.includes(state) && result !== 'applications.on_hold') {
        wrong.push(`${action}: ${result}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await outcome(made, 'resume')).toBe('did resume');
  });
});
