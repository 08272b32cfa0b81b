/**
 * Random commands by random people against a model of a few lines (G24): the program accepts what the model
 * accepts, ends in the state that the model says, and its bookkeeping adds up after every run.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allWords } from '#app/words.ts';
import { makeDma } from '#domains/settings/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { AppError } from '#shared/errors.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import type { State } from '../application.rules.ts';
import type { StateAnswer } from '../contract.ts';
import { settleDemandNote } from '../demand-note/actions/settle-demand-note.ts';
import { takeBackPayment } from '../demand-note/actions/take-back-payment.ts';
import { withdrawPaid } from '../demand-note/actions/withdraw-paid.ts';
import { addDocumentTo, type MadeApplication, makeApplication } from '../factory.ts';
import { recordInstallation } from '../installation/actions/install-meter.ts';
import { issueLetter } from '../letter/actions/issue-letter.ts';
import { decideNoc } from '../noc/actions/decide-noc.ts';
import { acceptApplication } from '../review/actions/accept-application.ts';
import { askCorrection } from '../review/actions/ask-correction.ts';
import { resubmitApplication } from '../review/actions/resubmit-application.ts';
import { submitSurvey } from '../survey/actions/save-survey.ts';
import { assignUser } from './actions/assign-user.ts';
import { resumeApplication, setOverlay } from './actions/set-overlay.ts';
import { updateState } from './actions/update-state.ts';

const app = await testApp();
const surveyorId = (await app.staff('admin')).userId;
const dmaId = (await transaction(app.db, (tx) => makeDma(tx, app.system()))).id;
const DESKS = ['rajukSAE', 'rajukAE', 'rajukPM', 'rajukPD'];

/** What the model knows of an application. */
type Model = {
  state: State;
  hold: boolean;
  desk: number;
  asked: State | null;
  closedFrom: State | null;
  corrected: boolean;
  surveyed: boolean;
  installed: boolean;
};
type Run = { tx: Tx; made: MadeApplication };
type Command = {
  name: string;
  /** The model's verdict; undefined: refused. */
  next: (model: Model) => Partial<Model> | undefined;
  run: (run: Run) => Promise<unknown>;
};

const staff = (given: Partial<Actor> = {}): Actor => ({
  ...app.system(),
  kind: 'staff',
  name: 'test',
  role: 'admin',
  permissions: new Set(allPermissions(allWords)),
  ...given,
});
const on = ({ made }: Run) => ({ applicationId: made.id, remark: 'because' });
const inState = (states: State[], then: (model: Model) => Partial<Model> | undefined) => (model: Model) =>
  !model.hold && states.includes(model.state) ? then(model) : undefined;
const items = [{ part: 'document' as const, kind: 'signature' as const, remark: 'blurred' }];
const versionOf = async ({ tx, made }: Run) =>
  (
    await one<{ version: number }>(
      tx,
      sql`select version from applications.applications where id = ${made.id}`,
    )
  ).version;

const closing =
  (to: State, states: State[]): Command['next'] =>
  (model) =>
    states.includes(model.state) ? { state: to, closedFrom: model.state, hold: false } : undefined;
const BEFORE_SURVEY: State[] = [
  ...(['PENDING', 'WAITING_FOR_REVIEW', 'WAITING_FOR_METER_NUMBER', 'READY_TO_SURVEY'] as const),
];
const OPEN: State[] = [...BEFORE_SURVEY, 'RECORRECTION', 'READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'];

const byState = (action: Parameters<typeof updateState>[2]['action']) => (run: Run) =>
  updateState(run.tx, staff(), { ...on(run), action, shared: false });

const COMMANDS: Command[] = [
  {
    name: 'accept',
    next: inState(['PENDING'], () => ({ state: 'WAITING_FOR_REVIEW', desk: 0 })),
    run: (run) => acceptApplication(run.tx, staff(), on(run)),
  },
  ...DESKS.map(
    (role, index): Command => ({
      name: `approve as ${role}`,
      next: inState(['WAITING_FOR_REVIEW'], ({ desk }) => {
        if (desk !== index) return undefined;
        return index === 3 ? { state: 'WAITING_FOR_METER_NUMBER', desk: 4 } : { desk: desk + 1 };
      }),
      run: async (run) =>
        decideNoc(run.tx, staff({ role }), {
          ...on(run),
          version: await versionOf(run),
          decision: 'approve',
        }),
    }),
  ),
  {
    name: 'reject as rajukAE',
    next: inState(['WAITING_FOR_REVIEW'], ({ desk, state }) =>
      desk === 1 ? { state: 'REJECTED', closedFrom: state } : undefined,
    ),
    run: async (run) =>
      decideNoc(run.tx, staff({ role: 'rajukAE' }), {
        ...on(run),
        version: await versionOf(run),
        decision: 'reject',
      }),
  },
  {
    name: 'ask for a correction',
    next: inState(BEFORE_SURVEY, ({ state }) => ({ state: 'RECORRECTION', asked: state, corrected: false })),
    run: async (run) => askCorrection(run.tx, staff(), { ...on(run), version: await versionOf(run), items }),
  },
  {
    name: 'upload the correction',
    next: inState(['RECORRECTION'], () => ({ corrected: true })),
    run: (run) =>
      // Elsewhere an upload is an edit; only the correction is meant here.
      onlyIn(run, 'RECORRECTION', () =>
        addDocumentTo({ app, tx: run.tx }, staff(), run.made.id, 'signature'),
      ),
  },
  {
    name: 'hand in',
    next: inState(['RECORRECTION'], ({ corrected, asked }) =>
      corrected && asked ? { state: asked, asked: null } : undefined,
    ),
    run: (run) => resubmitApplication(run.tx, staff(), on(run)),
  },
  {
    name: 'issue the letter',
    next: inState(['WAITING_FOR_METER_NUMBER'], () => ({ state: 'READY_TO_SURVEY' })),
    run: (run) => issueLetter(run.tx, staff(), { ...on(run), dmaId, meterNumber: run.made.meterNumber }),
  },
  {
    name: 'assign the surveyor',
    next: inState(OPEN, () => ({})),
    run: (run) => assignUser(run.tx, staff(), { ...on(run), userId: surveyorId }),
  },
  {
    name: 'submit the survey',
    // Nobody's survey is taken by who records it.
    next: inState(['READY_TO_SURVEY'], ({ surveyed }) => (surveyed ? undefined : { surveyed: true })),
    run: (run) =>
      submitSurvey(run.tx, staff({ userId: surveyorId }), {
        ...on(run),
        type: 'FIXED',
        visitedOn: app.system().today,
        distanceM: '1',
        roadType: '',
        pipeSizeMm: 20,
        materials: [{ materialId: run.made.materialId, quantity: '0.333' }],
      }),
  },
  {
    name: 'approve the survey',
    next: inState(['READY_TO_SURVEY'], ({ surveyed }) => (surveyed ? { state: 'READY_TO_PAY' } : undefined)),
    run: byState('approve-survey'),
  },
  {
    name: 'revise the survey',
    next: inState(['READY_TO_PAY'], () => ({ state: 'READY_TO_SURVEY', surveyed: false })),
    run: byState('revise-survey'),
  },
  {
    name: 'pay',
    next: inState(['READY_TO_PAY'], () => ({ state: 'READY_FOR_METER_INSTALLATION' })),
    run: async (run) => settleDemandNote(run.tx, staff(), await lastNote(run)),
  },
  {
    name: 'take the payment back',
    next: inState(['READY_FOR_METER_INSTALLATION'], ({ installed }) =>
      installed ? undefined : { state: 'READY_TO_PAY' },
    ),
    run: (run) =>
      onlyIn(run, 'READY_FOR_METER_INSTALLATION', async () =>
        takeBackPayment(run.tx, staff(), { ...on(run), ...(await lastNote(run)) }),
      ),
  },
  {
    name: 'install',
    next: inState(['READY_FOR_METER_INSTALLATION'], () => ({ installed: true })),
    run: (run) =>
      recordInstallation(run.tx, staff(), {
        ...on(run),
        installedOn: app.system().today,
        meterNumber: run.made.meterNumber,
        sealNumber: 'S',
        openingLitres: 0,
        replaces: true,
      }),
  },
  {
    name: 'confirm',
    next: inState(['READY_FOR_METER_INSTALLATION'], ({ installed }) =>
      installed ? { state: 'CONNECTED' } : undefined,
    ),
    run: byState('confirm-installation'),
  },
  {
    name: 'hold',
    next: inState(OPEN, () => ({ hold: true })),
    run: (run) => setOverlay(run.tx, staff(), 'hold', on(run)),
  },
  {
    name: 'resume',
    next: ({ hold }) => (hold ? { hold: false } : undefined),
    run: (run) => resumeApplication(run.tx, staff(), on(run)),
  },
  {
    name: 'reject',
    next: closing('REJECTED', [...BEFORE_SURVEY, 'RECORRECTION', 'READY_TO_PAY']),
    run: byState('reject'),
  },
  {
    name: 'withdraw',
    next: (model) =>
      model.hold
        ? undefined
        : closing('WITHDRAWN', [...BEFORE_SURVEY, 'RECORRECTION', 'READY_TO_PAY'])(model),
    run: byState('withdraw'),
  },
  {
    name: 'withdraw after payment',
    next: (model) =>
      model.hold || model.installed
        ? undefined
        : closing('WITHDRAWN', ['READY_FOR_METER_INSTALLATION'])(model),
    run: (run) => withdrawPaid(run.tx, staff(), on(run)),
  },
  {
    name: 'reopen',
    next: ({ state, closedFrom }) =>
      // What was paid for goes back: no way from there.
      (state === 'REJECTED' || state === 'WITHDRAWN') &&
      closedFrom &&
      closedFrom !== 'READY_FOR_METER_INSTALLATION'
        ? { state: closedFrom, closedFrom: null }
        : undefined,
    run: byState('reopen'),
  },
];

async function onlyIn(run: Run, state: State, work: () => Promise<unknown>): Promise<unknown> {
  const now = await stateOf(run);
  if (now.state !== state) throw new AppError({ code: 'test.elsewhere', status: 409 });
  return work();
}

const stateOf = ({ tx, made }: Run) =>
  one<StateAnswer & { overlay: string | null }>(
    tx,
    sql`select id, number, state, version, overlay
      from applications.applications where id = ${made.id}`,
  );

async function lastNote({ tx, made }: Run) {
  return one<{ demandNoteId: string; amountMinor: number }>(
    tx,
    sql`select coalesce(max(n.id::text), ${made.id})::uuid as "demandNoteId",
        coalesce(max(n.total_minor), 1)::bigint as "amountMinor"
      from applications.demand_notes n where n.application_id = ${made.id} and n.cancelled_at is null`,
  );
}

/** Does the command; says whether it was accepted. A refusal leaves nothing behind. */
async function accepted(run: Run, command: Command): Promise<boolean> {
  await execute(run.tx, sql`savepoint command`);
  try {
    await command.run(run);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await execute(run.tx, sql`rollback to savepoint command`);
    return false;
  }
}

/** What must be true after any commands. */
async function invariants({ tx, made }: Run): Promise<void> {
  const facts = await one<{
    reserved: boolean;
    notes: number;
    open_desks: number;
    connected: boolean;
    unbalanced: number;
  }>(
    tx,
    sql`select
        exists (select from meters.meters m where m.reserved_for = ${made.id}) as reserved,
        (select count(*) from applications.demand_notes n
          where n.application_id = ${made.id} and n.cancelled_at is null) as notes,
        (select count(*) from applications.noc_steps s where s.application_id = ${made.id} and s.state = 'OPEN') as open_desks,
        exists (select from meters.connections c where c.application_id = ${made.id}) as connected,
        (select count(*) from applications.demand_notes n where n.application_id = ${made.id} and n.total_minor <> (
          select sum(l.amount_minor) from applications.demand_note_lines l where l.demand_note_id = n.id)) as unbalanced`,
  );
  const { state } = await stateOf({ tx, made });
  const priced = ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED'];
  expect(facts.notes).toBe(priced.includes(state) ? 1 : 0);
  expect(facts.reserved && ['REJECTED', 'WITHDRAWN', 'CONNECTED'].includes(state)).toBe(false);
  expect(facts.connected).toBe(state === 'CONNECTED');
  if (state === 'WAITING_FOR_REVIEW') expect(facts.open_desks).toBe(1);
  expect(facts.unbalanced).toBe(0);
}

class Undo extends Error {}

/** MODEL_RUNS widens the search: 2000 is the full one. */
const RUNS = Number(process.env.MODEL_RUNS ?? 30);
const STEPS = 40;

const fresh: Model = {
  state: 'PENDING',
  hold: false,
  desk: 0,
  asked: null,
  closedFrom: null,
  corrected: false,
  surveyed: false,
  installed: false,
};
/** The states at which runs begin: late states are rarely reached by chance. */
const STARTS: Model[] = [
  fresh,
  { ...fresh, state: 'WAITING_FOR_METER_NUMBER', desk: 4 },
  { ...fresh, state: 'READY_TO_PAY', desk: 4, surveyed: true },
];

type Choice = { index: number; wild: number };

async function play(run: Run, start: Model, choices: Choice[], reached: Set<State>): Promise<void> {
  let model = start;
  for (const { index, wild } of choices) {
    // Mostly what the model accepts, so that runs get far; the rest must be refused.
    const open = COMMANDS.filter((command) => command.next(model));
    const from = wild === 0 || open.length === 0 ? COMMANDS : open;
    const command = from[index % from.length];
    if (!command) continue;
    const change = command.next(model);
    const done = await accepted(run, command);
    expect([command.name, model.state, done]).toEqual([command.name, model.state, change !== undefined]);
    model = { ...model, ...change };
    const now = await stateOf(run);
    expect([command.name, now.state, now.overlay !== null]).toEqual([command.name, model.state, model.hold]);
    reached.add(model.state);
  }
  await invariants(run);
}

test('random commands do what the model says (G24)', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const starts = await Promise.all(
    STARTS.map(async (start) => ({
      start,
      made: await makeApplication(app, { upTo: start.state, surveyorId }),
    })),
  );
  const choice = fc.record({ index: fc.nat({ max: 999 }), wild: fc.nat({ max: 3 }) });
  const choices = fc.array(choice, { minLength: 10, maxLength: STEPS, size: 'max' });
  const reached = new Set<State>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...starts), choices, async ({ start, made }, list) => {
      const run = transaction(app.db, async (tx) => {
        await play({ tx, made }, start, list, reached);
        throw new Undo();
      });
      await expect(run).rejects.toBeInstanceOf(Undo);
    }),
    { numRuns: RUNS },
  );
  // Thirty runs reach nine states or more in most cases, and never so few as six: then the choice would be broken.
  expect(reached.size).toBeGreaterThan(6);
});
