/**
 * Random commands by random people against a model of a few lines (G24): the program accepts what the model accepts, ends in the
 * state that the model says, and what it keeps agrees. `MODEL_RUNS=2000` is the full search.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { allWords } from '#app/words.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, one, sql, type Tx, transaction } from '#platform/database/db.ts';
import { AppError } from '#shared/errors.ts';
import type { Minor } from '#shared/money.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { OPEN_STATES, type RequestState, type Side } from './ownership.rules.ts';
import { acceptChange } from './steps/actions/accept-change.ts';
import { overrideConsent } from './steps/actions/agree-to-change.ts';
import { resubmitRequest, returnRequest, verifyPapers } from './steps/actions/check-papers.ts';
import { rejectChange, withdrawRequest } from './steps/actions/end-request.ts';
import { noteReading } from './steps/actions/note-reading.ts';
import { requestChange, updateRequest } from './steps/actions/request-change.ts';

const app = await testApp();
const [first, second] = [(await app.staff('admin')).userId, (await app.staff('admin')).userId];

type Model = { state: RequestState; agreed: Side[]; papers: boolean; checkedBy: string | null };
type Run = { tx: Tx; requestId: string; version: number };
type Command = {
  name: string;
  by: 'first' | 'second' | 'nobody' | 'owner' | 'stranger';
  /** The model's verdict; undefined: refused. */
  next: (model: Model) => Partial<Model> | undefined;
  run: (run: Run, actor: Actor) => Promise<unknown>;
};

let owner: string | null = null;
const actorOf = (by: Command['by']): Actor => ({
  ...app.system(),
  kind: by === 'owner' || by === 'stranger' ? 'consumer' : 'staff',
  name: by,
  role: 'admin',
  userId: by === 'first' ? first : second,
  consumerId: by === 'owner' ? owner : by === 'stranger' ? '0190ffff-ffff-7fff-8fff-ffffffffffff' : null,
  permissions: new Set(by === 'nobody' ? [] : allPermissions(allWords)),
});
const of = ({ requestId, version }: Run) => ({ requestId, version });
const isOpen = (state: RequestState) => OPEN_STATES.some((open) => open === state);
const when =
  (states: RequestState[], change: (model: Model) => Partial<Model> | undefined): Command['next'] =>
  (model) =>
    states.includes(model.state) ? change(model) : undefined;
const never = () => undefined;

const agree = (side: Side): Command => ({
  name: `note that ${side} agrees`,
  by: 'first',
  next: when(['REQUESTED'], ({ agreed }) =>
    agreed.includes(side)
      ? undefined
      : { agreed: [...agreed, side], state: agreed.length === 1 ? 'CONSENTED' : 'REQUESTED' },
  ),
  run: (run, actor) => overrideConsent(run.tx, actor, { ...of(run), side, reason: 'signed' }),
});
const verify = (by: 'first' | 'second'): Command => ({
  name: `check the papers, ${by}`,
  by,
  next: when(['CONSENTED'], ({ papers }) => (papers ? { state: 'DOCS_VERIFIED', checkedBy: by } : undefined)),
  run: (run, actor) => verifyPapers(run.tx, actor, of(run)),
});
const accept = (by: 'first' | 'second'): Command => ({
  name: `accept, ${by}`,
  by,
  next: when(['READY_TO_APPROVE'], ({ checkedBy }) =>
    checkedBy === by ? undefined : { state: 'COMPLETED' },
  ),
  run: (run, actor) => acceptChange(run.tx, actor, of(run)),
});
const read: Command['run'] = (run, actor) =>
  noteReading(run.tx, actor, {
    ...of(run),
    readOn: '2026-11-15',
    registerLitres: 5,
    liabilityMinor: 0 as Minor,
  });
const withdraw: Command['run'] = (run, actor) =>
  withdrawRequest(run.tx, actor, { ...of(run), remark: 'not sold' });
const fields = {
  cause: 'GIFT',
  name: 'Salma',
  nameBn: null,
  email: null,
  nid: null,
  address: 'Uttara',
} as const;

const COMMANDS: Command[] = [
  agree('PRESENT'),
  agree('NEW'),
  {
    name: 'bring the papers',
    by: 'first',
    next: (model) => (model.papers ? undefined : { papers: true }),
    run: async ({ tx, requestId }, actor) => {
      const { there } = await one<{ there: boolean }>(
        tx,
        sql`select exists (select from ownership.documents where request_id = ${requestId}) as there`,
      );
      if (there) throw new AppError({ code: 'test.elsewhere', status: 409 });
      await addPapers(tx, actor, requestId);
    },
  },
  verify('first'),
  verify('second'),
  {
    name: 'return',
    by: 'second',
    next: when(['CONSENTED', 'DOCS_VERIFIED', 'READY_TO_APPROVE'], () => ({
      state: 'RECORRECTION',
      checkedBy: null,
    })),
    run: (run, actor) => returnRequest(run.tx, actor, { ...of(run), remark: 'the name' }),
  },
  {
    name: 'correct',
    by: 'first',
    next: when(['REQUESTED', 'RECORRECTION'], () => ({})),
    run: (run, actor) => updateRequest(run.tx, actor, { ...of(run), ...fields }),
  },
  {
    name: 'send again',
    by: 'first',
    next: when(['RECORRECTION'], () => ({ state: 'CONSENTED' })),
    run: (run, actor) => resubmitRequest(run.tx, actor, of(run)),
  },
  {
    name: 'read',
    by: 'first',
    next: when(['DOCS_VERIFIED', 'READY_TO_APPROVE'], () => ({ state: 'READY_TO_APPROVE' })),
    run: read,
  },
  { name: 'read without the right', by: 'nobody', next: never, run: read },
  { name: 'read as the owner', by: 'owner', next: never, run: read },
  accept('first'),
  accept('second'),
  {
    name: 'reject',
    by: 'second',
    next: ({ state }) => (isOpen(state) ? { state: 'REJECTED' } : undefined),
    run: (run, actor) => rejectChange(run.tx, actor, { ...of(run), remark: 'no deed' }),
  },
  {
    name: 'withdraw as the owner',
    by: 'owner',
    next: ({ state }) => (isOpen(state) ? { state: 'WITHDRAWN' } : undefined),
    run: withdraw,
  },
  { name: 'withdraw as a stranger', by: 'stranger', next: never, run: withdraw },
  { name: 'withdraw without the right', by: 'nobody', next: never, run: withdraw },
];

/** Papers without their bytes: what an upload writes is tested by uploads. */
async function addPapers(tx: Tx, actor: Actor, requestId: string): Promise<void> {
  for (const kind of ['deed_paper', 'Applicant_nid_front']) {
    await execute(
      tx,
      sql`with file as (
          insert into platform.files (id, kind, name, original_name, media_type, bytes, sha256, owner_id, state, created_at)
          values (uuidv7(), 'attachment', ${`${requestId}-${kind}`}, 'paper.pdf', 'application/pdf', 10, repeat('0', 64), ${actor.userId}, 'kept',
            ${actor.now}) returning id)
        insert into ownership.documents (request_id, kind, version_no, file_id, file_name, media_type, bytes, uploaded_at, uploaded_by, uploaded_by_name)
        select ${requestId}, ${kind}, 1, id, 'paper.pdf', 'application/pdf', 10, ${actor.now}, ${actor.userId}, 'test' from file`,
    );
  }
}

const stand = ({ tx, requestId }: Pick<Run, 'tx' | 'requestId'>) =>
  one<{ state: RequestState; version: number }>(
    tx,
    sql`select state, version from ownership.requests where id = ${requestId}`,
  );

/** Does the command; says whether it was accepted. A refusal leaves nothing behind. */
async function accepted(run: Run, command: Command): Promise<boolean> {
  await execute(run.tx, sql`savepoint command`);
  try {
    await command.run(run, actorOf(command.by));
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await execute(run.tx, sql`rollback to savepoint command`);
    return false;
  }
}

async function invariants({ tx, requestId }: Run, { state }: Model): Promise<void> {
  const facts = await one(
    tx,
    sql`select c.status = 'closed' as closed, exists (select from meters.connections f where f.follows_id = c.id) as followed,
        (select count(*) from ownership.changes h where h.request_id = r.id) as changes,
        (select count(*) from meters.assignments a join meters.connections x on x.id = a.connection_id
          where c.id in (x.id, x.follows_id) and a.removed_on is null) as places
      from ownership.requests r join meters.connections c on c.id = r.connection_id where r.id = ${requestId}`,
  );
  const isDone = state === 'COMPLETED';
  expect(facts).toEqual({ closed: isDone, followed: isDone, changes: isDone ? 1 : 0, places: 1 });
}

class Undo extends Error {}
const RUNS = Number(process.env.MODEL_RUNS ?? 30);

type Choice = { index: number; wild: number };

async function play(run: Run, choices: Choice[], reached: Set<RequestState>): Promise<void> {
  let model: Model = { state: 'REQUESTED', agreed: [], papers: false, checkedBy: null };
  for (const { index, wild } of choices) {
    // Mostly what the model accepts, and seldom an end, so that runs get far; the rest must be refused.
    const open = COMMANDS.filter((command) => {
      const change = command.next(model);
      return change && !(['REJECTED', 'WITHDRAWN'] as (string | undefined)[]).includes(change.state);
    });
    const from = wild === 0 || open.length === 0 ? COMMANDS : open;
    const command = from[index % from.length];
    if (!command) continue;
    const change = command.next(model);
    run.version = (await stand(run)).version;
    expect([command.name, model.state, await accepted(run, command)]).toEqual([
      ...[command.name, model.state, change !== undefined],
    ]);
    model = { ...model, ...change };
    expect([command.name, (await stand(run)).state]).toEqual([command.name, model.state]);
    reached.add(model.state);
  }
  await invariants(run, model);
}

test('random commands do what the model says (G24)', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const choice = fc.record({ index: fc.nat({ max: 999 }), wild: fc.nat({ max: 4 }) });
  const choices = fc.array(choice, { minLength: 10, maxLength: 30, size: 'max' });
  const reached = new Set<RequestState>();
  await fc.assert(
    fc.asyncProperty(choices, async (list) => {
      const run = transaction(app.db, async (tx) => {
        const connection = await makeConnection(tx, app.system());
        owner = connection.consumerId;
        const { id } = await requestChange(tx, actorOf('first'), app.platform, {
          ...{ connectionId: connection.id, phone: '+8801511111111', ...fields },
        });
        await play({ tx, requestId: id, version: 1 }, list, reached);
        throw new Undo();
      });
      await expect(run).rejects.toBeInstanceOf(Undo);
    }),
    { numRuns: RUNS },
  );
  // Thirty runs reach six states or more in nearly all cases, and never so few as four: then the choice would be broken.
  expect(reached.size).toBeGreaterThan(4);
});
