/**
 * Random commands by random people over HTTP against a model of its own (`factory-model.ts`, its money in `factory-model-money.ts`), the
 * bulk jobs among them: the program accepts and refuses what the model does, with the same codes, and after each the application, what
 * happened, the log, meter and connection, the payments and the books are as the model says; the pages offer what is accepted.
 * `MODEL_RUNS=2000` is the full search.
 */
import { expect, test } from 'vitest';
import { startJob } from '#domains/bulk/contract.ts';
import { bulkBench } from '#domains/bulk/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { payDemandNote, reversePayment } from '#domains/payments/contract.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { makeDma } from '#domains/settings/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import {
  type Answer,
  type Noun,
  RUNS_WANTED,
  type Sent,
  walkRandomly,
} from '#test/random-commands/walk-randomly.ts';
import { assignUser, getApplication } from '../contract.ts';
import { type MadeApplication, makeApplication, wholeParts } from '../factory.ts';
import { booked, notesAre } from '../factory-booked.ts';
import type { Command } from '../factory-model.ts';
import * as model from '../factory-model.ts';
import * as money from '../factory-model-money.ts';
import { type Model, type Money, PEOPLE, type State, type Who } from '../factory-model-types.ts';
import { type CalledAction, giveTo, type Subject, stepCalls, totalSeen } from '../factory-steps.ts';
import { updateApplicant } from '../intake/contract.ts';
import { applicantSchema } from '../intake/parts.rules.ts';
import { submitSurvey } from '../survey/contract.ts';
import { closeApplication } from './actions/close-application.ts';

const app = await testApp();
// Parts of a demand note are paid too, and one person may take back all the money of a wide search.
await execute(
  app.db,
  sql`insert into settings.entries (key, value) values ('applications', '{"partialPayment": true, "vatPercent": "15"}'),
    ('payments', '{"reverseAloneUpToMinor": 1000000000000}') on conflict (key) do update set value = excluded.value`,
);
const bulk = bulkBench(app);
const dmaId = (await transaction(app.db, (tx) => makeDma(tx, app.system()))).id;
const people: Record<Who, Person> = {
  ...{
    admin: await app.staff('admin'),
    second: await app.staff('admin'),
    clerk: await app.staff('reviewer'),
  },
  ...{ cashier: await app.staff('cashier'), surveyor: await app.staff('surveyor') },
  ...{ colleague: await app.staff('surveyor'), installer: await app.staff('installer') },
  ...{ engineer: await app.staff('engineer'), reader: await app.staff('reader') },
  ...{ sae: await app.staff('rajukSAE'), sae2: await app.staff('rajukSAE'), ae: await app.staff('rajukAE') },
  ...{ pm: await app.staff('rajukPM'), pd: await app.staff('rajukPD') },
  ...{ owner: await app.consumer(), neighbour: await app.consumer() },
};
const nameOf = new Map(PEOPLE.map((who) => [people[who].userId, who]));

/** Sent a second time it is the same. */
const part = applicantSchema.parse(wholeParts('').applicant);

type Ids = { bank: string[]; counter: string[]; refunds: string[] };
type Run = {
  made: MadeApplication;
  documentId: string;
  ids: Ids;
  /** Rows of the timeline and of the log that were there before the walk. */
  before: { timeline: number; log: number };
  /** What a call named that is sent again. */
  named: Map<string, Ids>;
  sums: Map<string, Minor>;
};

const keyed = (key?: string): Record<string, string> => (key ? { 'idempotency-key': key } : {});

/** Sent again it says what was seen the first time. */
async function totalOf({ made, sums }: Run, key: string | undefined): Promise<Minor> {
  const total = (key ? sums.get(key) : undefined) ?? (await totalSeen(app, made.id));
  if (key) sums.set(key, total);
  return total;
}

/** A call whose answer is asked for with its data and by a key. */
async function called(
  action: CalledAction,
  run: Run,
  as: Person,
  { version, key, seen }: Sent<Model>,
  named: Partial<Pick<Subject, 'officers' | 'checks'>> = {},
) {
  const headers = keyed(key);
  let answer: Answer = { code: undefined };
  const asked = {
    ...app,
    codeOf: async (endpoint: never, input: object) => {
      answer = await app.answerOf(endpoint, { ...input, headers } as never);
      return answer.code;
    },
    sendFile: async (endpoint: never, sent: object) => {
      answer = await app.sendFile(endpoint, { ...sent, headers } as never);
      return answer;
    },
  };
  const subject = { ...run.made, state: seen.state, version, documentId: run.documentId, dmaId };
  const total = action === 'approve-survey' ? { totalMinor: await totalOf(run, key) } : {};
  const none = { refundId: null, paymentId: null, balanceMinor: 1, officers: [] };
  await stepCalls(asked as never)[action]({ ...subject, ...none, ...total, ...named }, as);
  return answer;
}

const lastOf = (ids: string[]) => ids.at(-1) ?? '00000000-0000-4000-8000-000000000000';
/** Whether somebody may not, or does not see it, is asked by other tests. */
const plain = (answer: Answer): Answer =>
  ['common.not_permitted', 'common.not_found', 'bulk.unknown_action'].includes(answer.code ?? '')
    ? { code: 'never' }
    : answer;

/** One after another: a person runs an act in bulk once at a time. */
let turn: Promise<unknown> = Promise.resolve();
function inBulk(run: Run, { act, by, ...more }: Command, { version, key }: Sent<Model>): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const told = { remark: 'because', ...('to' in more ? { userId: people[more.to].userId } : {}) };
    const needed = ['hold', 'resume', 'accept', 'noc-approve', 'archive', 'assign'].includes(act);
    const sums = act === 'approve-survey' ? { sumMinor: await totalOf(run, key) } : {};
    const items = [{ id: run.made.id, version, ...sums }];
    const body = { action: `applications.${act}`, told: needed ? told : {}, items };
    const started = await app.answerOf(startJob, { as: people[by], headers: keyed(key), body });
    if (!started.data) return { code: started.code };
    await bulk.run(started.data.id);
    return {
      code: (await bulk.items(people[by], started.data.id))[0]?.code ?? undefined,
      data: started.data.id,
    };
  };
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

async function send(run: Run, command: Command, sent: Sent<Model>): Promise<Answer> {
  if ('inBulk' in command) return plain(await inBulk(run, command, sent));
  const { id: applicationId, materialId } = run.made;
  const { version, key, seen } = sent;
  const as = people[command.by];
  const given = { as, headers: keyed(key) };
  const ids = run.named.get(String(key)) ?? { ...run.ids };
  if (key) run.named.set(key, ids);
  const paymentId = lastOf(ids.bank);
  const refundId = lastOf(ids.refunds);
  switch (command.act) {
    case 'assign': {
      const body = { applicationId, version, userId: people[command.to].userId };
      return plain(await app.answerOf(assignUser, { ...given, body }));
    }
    case 'edit':
      return plain(await app.answerOf(updateApplicant, { ...given, body: { applicationId, version, part } }));
    case 'survey': {
      const body = {
        ...{ applicationId, version, visitedOn: '2026-11-15', distanceM: '7.5', roadType: 'brick' },
        ...{ pipeSizeMm: 20, materials: [{ materialId, quantity: '12.5' }] },
      };
      return plain(await app.answerOf(submitSurvey, { ...given, query: { type: 'FIXED' }, body } as never));
    }
    case 'pay':
    case 'begin': {
      const tender = { method: command.act === 'pay' ? ('CASH' as const) : ('GATEWAY' as const) };
      const amountMinor = money.amountOf(seen, command.amount) as Minor;
      return plain(
        await app.answerOf(payDemandNote, { ...given, body: { applicationId, amountMinor, tender } }),
      );
    }
    case 'open':
      return plain(await app.answerOf(gateway.openOrder, { ...given, body: { paymentId } }));
    case 'ask the bank':
      return plain(await app.answerOf(gateway.completeGatewayPayment, { ...given, body: { paymentId } }));
    case 'take-back-payment': {
      const body = { paymentId: lastOf(ids.counter), reason: 'because' };
      return plain(await app.answerOf(reversePayment, { ...given, body }));
    }
    case 'decide refund': {
      const body = { refundId, accept: command.accept, remark: 'because' };
      return plain(await app.answerOf(refunds.decideRefund, { ...given, body }));
    }
    case 'pay refund': {
      const tender = { method: 'BANK' as const, reference: 'T-1' };
      return plain(await app.answerOf(refunds.payRefund, { ...given, body: { refundId, tender } }));
    }
    case 'the bank takes it':
      await execute(
        app.db,
        sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
          from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
      );
      return { code: undefined };
    case 'days pass':
      await execute(
        app.owner.db,
        sql`update applications.applications set expires_on = ${app.system().today}::date - 1 where id = ${applicationId}`,
      );
      return expire(applicationId);
    default:
      return plain(
        await called(command.act, run, as, sent, {
          ...('to' in command ? { officers: [String(people[command.to].userId)] } : {}),
          ...('isUnknown' in command ? { checks: [{ itemId: run.made.id, checked: true, remark: '' }] } : {}),
        }),
      );
  }
}

/** The model lets it expire only if it does. */
async function expire(applicationId: string): Promise<Answer> {
  await transaction(app.db, (tx) => closeApplication(tx, app.system(), 'expire', { applicationId }));
  return { code: undefined };
}

type Kept = {
  log: (string | null)[];
  timeline: [string, string, string, string | null][];
  assignee: string | null;
  surveyor: string | null;
  bank: (Money['bank'][number] & { id: string })[];
  counter: (Money['counter'][number] & { id: string })[];
  refunds: { id: string; asker: string | null; decider: string | null }[];
};

/** The application as the database has it, in the words of the model. */
async function kept({ made, before, ids }: Run) {
  const row = await one<Kept & Record<string, unknown>>(
    app.owner.db,
    sql`select a.state, a.version, a.overlay, a.archived_at is not null as "isArchived", a.deleted_at is not null as "isDeleted",
        a.assignee_id as assignee, v.state as survey, v.surveyor_id as surveyor,
        exists (select from applications.installations i where i.application_id = a.id) as "isInstalled",
        (select coalesce(jsonb_agg(jsonb_build_array(t.action, t.from_state, t.to_state, t.actor_id) order by t.no), '[]')
          from (select row_number() over (order by x.at, x.id) as no, x.* from applications.timeline x where x.application_id = a.id) t
          where t.no > ${before.timeline}) as timeline,
        (select coalesce(jsonb_agg(l.actor_id order by l.no), '[]')
          from (select row_number() over (order by x.at, x.id) as no, x.actor_id from platform.audit x
            where x.object = 'application' and x.object_id = a.id::text) l where l.no > ${before.log}) as log,
        (select coalesce(sum(n.settled_minor), 0)::bigint from applications.demand_notes n where n.application_id = a.id) as paid,
        (select count(*)::int from applications.demand_notes n where n.application_id = a.id and n.cancelled_at is null) as notes,
        (select count(*)::int from applications.demand_notes n where n.application_id = a.id and n.total_minor <> (
          select sum(l.amount_minor) from applications.demand_note_lines l where l.demand_note_id = n.id)) as unbalanced,
        (select count(*)::int from applications.noc_steps s where s.application_id = a.id and s.state = 'OPEN') as desks,
        exists (select from meters.meters m where m.reserved_for = a.id) as reserved,
        exists (select from meters.connections c where c.application_id = a.id) as connected,
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'amount', p.amount_minor, 'isOwed', p.owed_back,
            'hasOrder', b.payment_id is not null, 'isTaken', coalesce(s.status = 'APPROVED', false)) order by p.id), '[]')
          from payments.payments p left join payments.orders b on b.payment_id = p.id left join payments.sandbox_orders s on s.order_id = b.order_id
          where p.application_id = a.id and p.method = 'GATEWAY') as bank,
        (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'state', p.state, 'amount', p.amount_minor) order by p.id), '[]')
          from payments.payments p where p.application_id = a.id and p.method = 'CASH') as counter,
        (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'state', r.state, 'amount', r.amount_minor, 'asker', r.asked_by,
            'decider', r.decided_by, 'ofNote', r.demand_note_id is not null) order by r.id), '[]')
          from payments.refunds r where r.application_id = a.id) as refunds
      from applications.applications a
      left join applications.surveys v on v.application_id = a.id and v.state <> 'REVISED' where a.id = ${made.id}`,
  );
  const who = (id: string | null) => (id === null ? null : (nameOf.get(id) ?? id));
  const bare = <T extends { id: string }>(list: T[]) => list.map(({ id: _, ...rest }) => rest);
  const { bank, counter, refunds: cases, ...application } = row;
  // Of counter money the last that nobody has taken back is taken back; if there is none, any.
  const open = counter.filter(({ state }) => state === 'APPROVED');
  const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);
  Object.assign(ids, { bank: idsOf(bank), refunds: idsOf(cases) });
  ids.counter = idsOf(open.length > 0 ? open : counter);
  return {
    ...application,
    ...{ assignee: who(row.assignee), surveyor: who(row.surveyor), bank: bare(bank), counter: bare(counter) },
    refunds: bare(
      cases.map((refund) => ({ ...refund, asker: who(refund.asker), decider: who(refund.decider) })),
    ),
    timeline: row.timeline.map(([action, from, to, id]) => [action, from, to, who(id)]),
    log: row.log.map(who),
  };
}

const PRICED: State[] = ['READY_TO_PAY', 'READY_FOR_METER_INSTALLATION', 'CONNECTED'];
const OVER: State[] = ['CONNECTED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'];

async function check(run: Run, now: Model): Promise<void> {
  const { state, money: sums } = now;
  const { version, overlay, isArchived, isDeleted, assignee, survey, surveyor, isInstalled, timeline, log } =
    now;
  const found = await kept(run);
  expect(found).toEqual({
    ...{ state, version, overlay, isArchived, isDeleted, assignee, survey, surveyor, isInstalled },
    ...{ timeline, log, paid: sums.paid, notes: PRICED.includes(state) ? 1 : 0, unbalanced: 0 },
    desks: state === 'WAITING_FOR_REVIEW' ? 1 : expect.any(Number),
    reserved: OVER.includes(state) || isDeleted ? false : hasMeter(now),
    connected: state === 'CONNECTED',
    bank: sums.bank.map(({ note: _, ...payment }) => payment),
    ...{ counter: sums.counter, refunds: sums.refunds },
  });
  expect(await booked(app.db, run.made.id)).toEqual(money.bookedOf(now));
}

/** From the letter until it is over a meter waits for the application. */
const hasMeter = ({ state, askedFrom, isDeleted }: Model) =>
  !isDeleted &&
  ['READY_TO_SURVEY', 'READY_TO_PAY', 'READY_FOR_METER_INSTALLATION'].includes(
    state === 'RECORRECTION' ? String(askedFrom) : state,
  );

/** The page offers what is accepted, and names why the rest is refused. */
async function checkPage({ made }: Run, now: Model, by: Who): Promise<void> {
  const seen = await app.answerOf(getApplication, { as: people[by], params: { id: made.id } });
  expect([by, now.state, seen.code === undefined]).toEqual([by, now.state, model.sees(by, now)]);
  if (!seen.data) return;
  const { can } = seen.data;
  for (const act of model.STEPS) {
    const to = 'admin' as const;
    let code = model.after({ act, by, to } as Command, false, now, now)?.code;
    // Whether an officer can have it is asked when they are chosen.
    if (code === 'applications.officer_of_another_role') code = undefined;
    // A second note of an installation is asked about, not refused.
    if (code === 'applications.installation_noted') continue;
    // The call of an edit corrects then, which the page offers as that.
    if (act === 'edit' && now.state === 'RECORRECTION') continue;
    // And that of a correction edits before the review.
    if (act === 'correct' && (now.state === 'DRAFT' || now.state === 'PENDING')) continue;
    const wanted = { allowed: code === undefined, reason: code?.replace('applications.', '') ?? null };
    expect([by, act, now.state, can[act] ?? 'never']).toEqual([
      by,
      act,
      now.state,
      code === 'never' ? 'never' : wanted,
    ]);
  }
}

const noun: Noun<Run, Model, Command> = {
  ...{ commands: model.COMMANDS, after: model.after, send, check, checkPage, people: PEOPLE },
  unversioned: [
    ...['delete', 'noc-remark', 'correct', 'pay', 'begin', 'open', 'ask the bank', 'take-back-payment'],
    ...['decide refund', 'pay refund'],
  ],
  ofNobody: model.OF_NOBODY,
  // An upload has two transactions: a paper that is sent while the correction is handed in is one that is edited.
  notAtOnce: ['correct'],
  seldom: [
    ...['edit', 'comment', 'check-document', 'noc-remark', 'noc-check', 'noc-forward', 'update-noc'],
    ...['assign', 'hold', 'suspend', 'recorrection', 'noc-return', 'return-survey', 'revise-survey'],
    ...['take-back-payment', 'archive'],
  ],
  ends: ['reject', 'withdraw', 'noc-reject', 'delete', 'withdraw-paid', 'days pass'],
  // A household submits a few applications a day: those of walks before are somebody else's.
  ended: ({ made }) => giveTo(app, made.id, past),
  usual: ['never', 'applications.wrong_state', 'applications.on_hold', 'applications.archived'],
  isOver: ({ isDeleted, state, money: { refunds: cases } }) =>
    isDeleted || (state === 'CONNECTED' && !cases.some(isWaiting)),
};
const isWaiting = ({ state }: { state: string }) => state === 'REQUESTED' || state === 'APPROVED';

/** The states at which walks begin: late states are rarely reached by chance. */
const STARTS: State[] = ['DRAFT', 'PENDING', 'WAITING_FOR_METER_NUMBER', 'READY_TO_PAY'];
const RUNS = Number(RUNS_WANTED ?? 24);
const past = await app.consumer();

async function begin(state: State, sums: { total: number; vat: number }) {
  const consumerId = String(people.owner.consumerId);
  const made = await makeApplication(app, { upTo: state, consumerId, surveyorId: people.surveyor.userId });
  const { version, documentId, ...before } = await one<{
    version: number;
    documentId: string;
    timeline: number;
    log: number;
  }>(
    app.owner.db,
    sql`select a.version, (select d.id from applications.documents d where d.application_id = a.id and d.kind = 'signature') as "documentId",
        (select count(*)::int from applications.timeline t where t.application_id = a.id) as timeline,
        (select count(*)::int from platform.audit l where l.object = 'application' and l.object_id = a.id::text) as log
      from applications.applications a where a.id = ${made.id}`,
  );
  const run: Run = {
    made,
    documentId,
    before,
    ids: { bank: [], counter: [], refunds: [] },
    named: new Map(),
    sums: new Map(),
  };
  return { noun, run, model: model.startedAt(state, version, sums) };
}

test('random commands do what the model says (G24)', { timeout: 120_000 + RUNS * 5000 }, async () => {
  await makeApplication(app, { upTo: 'READY_TO_PAY', surveyorId: people.surveyor.userId });
  const sums = await notesAre(app.db);
  const reached = await walkRandomly(RUNS, (start) =>
    begin(STARTS[start % STARTS.length] ?? 'PENDING', sums),
  );
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  // Twenty-four walks reach nine states or more in most cases, and never so few as six: then the choice would be broken.
  expect(reached.states.size).toBeGreaterThan(6);
});
