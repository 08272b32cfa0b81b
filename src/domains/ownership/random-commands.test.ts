/**
 * Random commands by random people over HTTP against a model of its own (`factory-model.ts`): the program accepts and refuses what the
 * model does, with the same codes; after each the request, what happened, the log, the connection and its bills are as the model says,
 * and the pages offer what the program accepts. `MODEL_RUNS=2000` is the full search.
 */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { invariants } from '#domains/ledger/queries.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { makePayment, payOwnershipFee, reversePayment } from '#domains/payments/contract.ts';
import { moneyOfFee } from '#domains/payments/fee-payments.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { type Noun, RUNS_WANTED, type Sent, walkRandomly } from '#test/random-commands/walk-randomly.ts';
import { getRequest } from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as model from './factory-model.ts';
import { FEE, NET, setFee } from './fee/factory-fees.ts';
import { expireRequests } from './steps/actions/end-request.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const PDF = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
const staff = {
  ...{ admin: office.admin, second: await app.staff('admin') },
  ...{ clerk: office.clerk, colleague: await app.staff('reviewer'), cashier: await app.staff('cashier') },
  ...{ engineer: await app.staff('engineer'), surveyor: await app.staff('surveyor') },
  ...{ installer: await app.staff('installer'), reader: await app.staff('reader') },
  ...{ planner: await app.staff('rajukSAE'), director: await app.staff('rajukPD') },
  stranger: await app.consumer(),
};

type Run = {
  people: Record<model.Who, Person>;
  connection: MadeConnection;
  requestId: string;
  /** What the new owner is reached by, for another request. */
  phone: string;
  /** The last payment of the fee that people have seen. */
  paymentId: string;
  /** What the owner sends before asking for the same connection again. */
  again?: Promise<unknown[]>;
  /** The codes that the phones got last, after so many. */
  got: Record<model.Side, { sent: number; code: string }>;
};

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
const fields = { cause: 'SALE', name: model.NAME, nameBn: null, email: null, nid: null, address: 'Uttara' };

/** Walks begin at the same time, and what a change costs is one setting. */
let turn: Promise<unknown> = Promise.resolve();
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work);
  turn = mine.catch(() => undefined);
  return mine;
}

async function ask(askedBy: model.Who, isKnown: boolean, fee: number): Promise<Run> {
  const people = { ...staff, owner: await app.consumer('Rahima'), buyer: await app.consumer(model.NAME) };
  const connection = await office.connect({ consumerId: String(people.owner.consumerId) });
  const phone = isKnown ? await phoneOf(people.buyer) : office.newPhone();
  const { id: connectionId, number: connectionNumber, meterNumber } = connection;
  const body = {
    ...(askedBy === 'buyer' ? { connectionNumber, meterNumber } : { connectionId }),
    ...{ ...fields, phone, papers: await office.uploads(people[askedBy]) },
  };
  const { id } = await inTurn(async () => {
    await setFee(app, fee === 0 ? 0 : NET, 1_000_000_000);
    return app.call(steps.requestChange, { as: people[askedBy], body: body as never });
  });
  const none = { sent: 0, code: '000000' };
  const run = { people, connection, requestId: id, phone, paymentId: '', got: { PRESENT: none, NEW: none } };
  await readCodes(run, model.asked(askedBy, isKnown, fee));
  return run;
}

const STEPS = {
  ...{ verify: steps.verifyPapers, resubmit: steps.resubmitRequest, accept: steps.acceptChange },
  ...{ return: steps.returnRequest, withdraw: steps.withdrawRequest },
};
const DAYS = { today: app.system().today, tomorrow: '2026-11-16', 'too early': '2023-12-31' };

/** Before somebody else is sent another one. */
async function readCodes({ requestId, got }: Run, { codes }: model.Model): Promise<void> {
  for (const side of ['PRESENT', 'NEW'] as const) {
    const { sent } = codes[side];
    if (sent !== got[side].sent) got[side] = { sent, code: await office.codeOf(requestId, side) };
  }
}

/** The code that the phone got, or another one. */
const codeFor = ({ got }: Run, { side, isRight }: { side: model.Side; isRight: boolean }): string =>
  String((Number(got[side].code) + (isRight ? 0 : 1)) % 1_000_000).padStart(6, '0');

async function send(run: Run, command: model.Command, { version, key, seen }: Sent<model.Model>) {
  const { requestId, connection } = run;
  const as = run.people[command.by];
  const at = { requestId, version };
  const remark = String(model.remarkOf(command));
  const given = { as, ...(key ? { headers: { 'idempotency-key': key } } : {}) };
  switch (command.act) {
    case 'edit': {
      const { cause, name } = command;
      return app.answerOf(steps.updateRequest, { ...given, body: { ...at, ...fields, cause, name } });
    }
    case 'document': {
      const query = { requestId, kind: command.kind };
      const { code, data } = await app.sendFile(steps.addPaper, {
        ...given,
        content: PDF,
        name: 'a.pdf',
        query,
      });
      return { code, data };
    }
    case 'send-code':
      return app.answerOf(steps.sendCode, { ...given, body: { requestId, side: command.side } });
    case 'agree': {
      const code = codeFor(run, command);
      return app.answerOf(steps.agree, { ...given, body: { requestId, side: command.side, code } });
    }
    case 'override':
      return app.answerOf(steps.overrideConsent, {
        ...given,
        body: { ...at, side: command.side, reason: remark },
      });
    case 'read': {
      const body = {
        ...{ ...at, readOn: DAYS[command.on], registerLitres: 12_000, unusual: true },
        liabilityMinor: model.takenOver(seen, command) as Minor,
      };
      return app.answerOf(steps.noteReading, { ...given, body });
    }
    case 'reject':
      return app.answerOf(steps.rejectChange, { ...given, query: { requestId }, body: { version, remark } });
    case 'ask again': {
      // Waited for in the command that sends them: an upload that nobody waits for would go on after the test.
      if (command.by === 'owner') run.again ??= office.uploads(run.people.owner);
      const papers = command.by === 'owner' ? await run.again : [];
      const body = { connectionId: connection.id, ...fields, phone: run.phone, papers };
      return app.answerOf(steps.requestChange, { ...given, body: body as never });
    }
    case 'pay fee': {
      const amountMinor = ((seen.fee || FEE) - (command.amount === 'less' ? 1 : 0)) as Minor;
      const body = { requestId, amountMinor, tender: { method: 'CASH' as const } };
      return app.answerOf(payOwnershipFee, { ...given, body });
    }
    case 'take-back':
      return app.answerOf(reversePayment, { ...given, body: { paymentId: run.paymentId, reason: remark } });
    case 'pay': {
      const amountMinor = (seen.open || model.BILL) as Minor;
      const body = { connectionId: connection.id, amountMinor, tender: { method: 'CASH' as const } };
      return app.answerOf(makePayment, { ...given, body });
    }
    case 'verify':
    case 'resubmit':
    case 'accept':
    case 'return':
    case 'withdraw': {
      const isTold = command.act === 'return' || command.act === 'withdraw';
      const isExplained = command.act === 'resubmit' && command.isExplained;
      const told = isTold || isExplained ? { remark } : {};
      return app.answerOf(STEPS[command.act], { ...given, body: { ...at, ...told } as never });
    }
    default:
      await happen(run, command.act);
      return { code: undefined };
  }
}

async function happen(
  { requestId, connection }: Run,
  event: 'a minute passes' | 'days pass' | 'a bill comes',
) {
  if (event === 'a minute passes') {
    const older = sql`update ownership.consents set sent_at = sent_at - interval '2 minutes' where request_id = ${requestId}`;
    return execute(app.owner.db, older);
  }
  if (event === 'days pass') {
    const over = sql`update ownership.requests set expires_on = ${app.system().today}::date - 1 where id = ${requestId}`;
    await execute(app.owner.db, over);
    return expireRequests(app.db, app.system(), moneyOfFee);
  }
  const { bills } = await one<{ bills: number }>(
    app.db,
    sql`select count(*)::int as bills from billing.invoices where connection_id = ${connection.id}`,
  );
  const period = bills === 0 ? '2026-09-01' : '2026-10-01';
  return transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId: connection.id, period }));
}

type Kept = {
  log: [string, string | null][];
  overriddenBy: string[];
  codes: Record<model.Side, object>;
} & Record<'verifiedBy' | 'readBy' | 'decidedBy' | 'askedBy', string | null>;

/** The request as the database has it, in the words of the model. */
async function kept({ requestId, people }: Run) {
  const row = await one<Kept & Record<string, unknown>>(
    app.owner.db,
    sql`select r.state, r.version, r.cause, r.name, r.liability_minor as liability, r.asked_by as "askedBy", r.verified_by as "verifiedBy",
        r.read_by as "readBy", r.decided_by as "decidedBy", jsonb_build_object('PRESENT', r.present_agreed, 'NEW', r.new_agreed) as agreed,
        (select jsonb_object_agg(c.side, jsonb_build_object('given', c.given_at is not null, 'sent', c.codes, 'isGood', c.code_hash is not null,
          'tries', case when c.code_hash is null then 0 else c.tries end)) from ownership.consents c where c.request_id = r.id) as codes,
        array(select c.given_by::text from ownership.consents c where c.request_id = r.id and c.given_as = 'OFFICE') as "overriddenBy",
        (select coalesce(jsonb_agg(distinct d.kind), '[]') from ownership.documents d where d.request_id = r.id and not d.replaced) as papers,
        (select jsonb_agg(jsonb_build_array(t.action, t.from_state, t.to_state, t.by_office, t.remark) order by t.at, t.id)
          from ownership.timeline t where t.request_id = r.id) as timeline,
        (select jsonb_agg(jsonb_build_array(replace(a.action, 'ownership.', ''), a.actor_id) order by a.at, a.id)
          from platform.audit a where a.object = 'ownership_request' and a.object_id = r.id::text) as log,
        (select coalesce(sum(i.total_minor - i.settled_minor), 0)::bigint from billing.invoices i where i.connection_id = c.id) as open,
        (select coalesce(sum(p.amount_minor), 0)::bigint from payments.payments p where p.connection_id = c.id and p.state = 'APPROVED') as paid,
        (select coalesce(sum(e.amount_minor), 0)::bigint from ledger.entries e where e.party_id = c.id and e.account_code = '1100') as receivable,
        r.fee_minor as fee, r.fee_paid_minor as "feePaid",
        array(select case p.state when 'APPROVED' then 'paid' else 'taken back' end from payments.payments p
          where p.ownership_request_id = r.id order by p.created_at, p.id) as receipts,
        (select count(*)::int from payments.refunds f where f.ownership_request_id = r.id) as refunds,
        (select coalesce(sum(e.amount_minor), 0)::bigint from ledger.entries e where e.party_id = r.id) as owed,
        c.status = 'closed' as closed, exists (select from meters.connections f where f.follows_id = c.id) as followed,
        (select count(*)::int from ownership.changes h where h.request_id = r.id) as changes,
        (select count(*)::int from meters.assignments a join meters.connections x on x.id = a.connection_id
          where c.id in (x.id, x.follows_id) and a.removed_on is null) as places,
        (select count(*)::int from ownership.requests o where o.connection_id = c.id) as requests
      from ownership.requests r join meters.connections c on c.id = r.connection_id where r.id = ${requestId}`,
  );
  const names = new Map(Object.entries(people).map(([who, { userId }]) => [userId, who]));
  const who = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  return {
    ...{ ...row, askedBy: who(row.askedBy), verifiedBy: who(row.verifiedBy), readBy: who(row.readBy) },
    decidedBy: who(row.decidedBy),
    overriddenBy: row.overriddenBy.map(who).toSorted(),
    log: row.log.map(([action, id]) => [action, who(id)]),
  };
}

async function check(run: Run, now: model.Model): Promise<void> {
  const { isKnown: _, codes, papers, uploads: _u, returnedAs: _r, bills, open, hasTwin, ...expected } = now;
  const isDone = now.state === 'COMPLETED';
  const found = await kept(run);
  const code = (side: model.Side) => {
    const { sent, isGood, tries } = codes[side];
    return { given: now.agreed[side], sent, isGood, tries: isGood ? tries : 0 };
  };
  expect(found).toEqual({
    ...{ ...expected, papers: papers.toSorted(), overriddenBy: now.overriddenBy.toSorted() },
    ...{ codes: { PRESENT: code('PRESENT'), NEW: code('NEW') } },
    owed: 0 - now.refunds * now.fee,
    ...{ closed: isDone, followed: isDone, changes: isDone ? 1 : 0, places: 1, requests: hasTwin ? 2 : 1 },
    // What is owed is the bills that came less what was paid, in the list of bills and in the books.
    ...{ open: isDone ? expect.anything() : open, receivable: isDone ? expect.anything() : open },
    paid: bills * model.BILL - open,
  });
  await readCodes(run, now);
  if (now.receipts.length > 0) run.paymentId = await lastPayment(run.requestId);
  if (isDone) expect([found.verifiedBy, found.readBy]).not.toContain(found.decidedBy);
}

const lastPayment = async (requestId: string): Promise<string> =>
  (
    await one<{ id: string }>(
      app.db,
      sql`select id from payments.payments where ownership_request_id = ${requestId} order by created_at desc, id desc limit 1`,
    )
  ).id;

/** The page says what the model says of each step. */
async function checkPage({ requestId, people }: Run, now: model.Model, by: model.Who): Promise<void> {
  const seen = { as: people[by], query: { requestId } };
  if (!model.sees(by, now)) {
    const isHousehold = by === 'buyer' || by === 'stranger';
    const code = isHousehold ? 'common.not_found' : 'common.not_permitted';
    expect([by, await app.codeOf(getRequest, seen)]).toEqual([by, code]);
    return;
  }
  const { can, blocked } = await app.call(getRequest, seen);
  const buttons = model.STEPS.map((act) => [act, model.button(act, by, now)]);
  // What somebody may bring they may take out again (remove-papers.test.ts asks which papers).
  const more = { expire: 'no', 'pay-late': 'no', 'remove-document': model.button('document', by, now) };
  const offered = Object.entries(can).map(([act, may]) => [
    act,
    blocked[act as keyof typeof can]?.code ?? may,
  ]);
  const told = { ...Object.fromEntries(buttons), ...more, ...model.buttonsOfFee(by, now) };
  expect([by, now.state, Object.fromEntries(offered)]).toEqual([by, now.state, told]);
  for (const act of Object.keys(blocked)) expect([act, can[act as keyof typeof can]]).toEqual([act, 'no']);
}

const noun: Noun<Run, model.Model, model.Command> = {
  ...{ commands: model.COMMANDS, after: model.after, send, check, checkPage, people: model.PEOPLE },
  unversioned: ['document', 'send-code', 'agree', 'ask again', 'pay', 'pay fee', 'take-back'],
  ofNobody: ['a minute passes', 'days pass', 'a bill comes'],
  // A second payment of the same bill is an advance, of which the tests of payments ask.
  notAtOnce: ['pay'],
  ...{ seldom: ['edit', 'return', 'a bill comes', 'send-code', 'a minute passes', 'take-back'] },
  ends: ['reject', 'withdraw', 'days pass'],
  isOver: ({ state }) => ['COMPLETED', 'REJECTED', 'WITHDRAWN', 'EXPIRED'].includes(state),
  usual: ['common.not_permitted', 'common.not_found', 'ownership.wrong_state'],
};
const STARTS: [model.Who, boolean][] = [
  ...([
    ['clerk', true],
    ['clerk', false],
    ['owner', true],
    ['owner', false],
    ['buyer', true],
  ] as const),
].map(([who, isKnown]) => [who, isKnown]);
const RUNS = Number(RUNS_WANTED ?? 30);

test('random commands do what the model says (G24)', { timeout: 120_000 + RUNS * 5000 }, async () => {
  const reached = await walkRandomly(RUNS, async (start) => {
    const [askedBy, isKnown] = STARTS[start % STARTS.length] as [model.Who, boolean];
    // Every second change costs something.
    const fee = start % 2 === 0 ? FEE : 0;
    return { noun, run: await ask(askedBy, isKnown, fee), model: model.asked(askedBy, isKnown, fee) };
  });
  expect(await invariants(app.db)).toMatchObject({
    sumMinor: 0,
    badJournals: 0,
    subledgerDifferenceMinor: 0,
  });
  // Thirty walks reach seven states or more in nearly all cases, and never so few as five: then the choice would be broken.
  expect(reached.states.size).toBeGreaterThan(5);
});
