/**
 * Connections cut on the way of a payment through the bank (G11): the browser's and the program's to its database,
 * in which the sandbox bank keeps its books as well. With any break, at any place, a household that does what the
 * screens say is charged at most once, never reads "failed" while nobody knows, and the janitor brings every payment to
 * the end that the bank says. CUT_RUNS and CUT_SEED choose more runs and which (`CUT_RUNS=500` is the full search).
 */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { type Random, randomOf } from '#app/demo/random.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { gatewayContext } from '#domains/payments/gateway/context.ts';
import { checkDueOrders } from '#domains/payments/gateway/janitor.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, one, openDatabase, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { type Cut, type Wire, wireTo } from '#test/wire.ts';
import { ZONE } from '#test/zone.ts';

const RUNS = Number(process.env.CUT_RUNS ?? 24);
const SEED = process.env.CUT_SEED ?? String(Date.now());
const DUE_MINOR = 11_500;

type Step = 'make' | 'order' | 'decide' | 'return' | 'complete';
type Point = { step: Step; link: 'browser' | 'database'; where: Cut };
const POINTS: readonly Point[] = [
  { step: 'make', link: 'browser', where: 'request' },
  { step: 'make', link: 'browser', where: 'answer' },
  { step: 'order', link: 'database', where: 'answer' },
  { step: 'order', link: 'browser', where: 'answer' },
  { step: 'decide', link: 'browser', where: 'answer' },
  { step: 'decide', link: 'database', where: 'answer' },
  { step: 'return', link: 'browser', where: 'request' },
  { step: 'complete', link: 'database', where: 'request' },
];

let databaseWire: Wire | undefined;
const app = await testApp({
  through: async ({ appUrl }) => {
    const { username, password, hostname, pathname } = new URL(appUrl);
    databaseWire = await wireTo({ path: `${decodeURIComponent(hostname)}/.s.PGSQL.5432` });
    const at = `127.0.0.1:${databaseWire.port}`;
    return openDatabase(`postgresql://${username}:${password}@${at}${pathname}`, {
      max: 8,
      name: 'cut',
      timeZone: ZONE,
    });
  },
});
await app.server.listen({ port: 0, host: '127.0.0.1' });
const browserWire = await wireTo({ port: (app.server.server.address() as AddressInfo).port });
afterAll(async () => {
  await Promise.all([browserWire.close(), databaseWire?.close()]);
  await app.platform.database.close();
});
const wires: Record<Point['link'], Wire | undefined> = { browser: browserWire, database: databaseWire };
const context = gatewayContext({ ...app.platform, database: app.database });

type Household = { as: Person; connectionId: string; number: string; random: Random; points: Point[] };
type Answer = { status: number; body: string; location: string };

/** One request of the browser; undefined if its connection broke. */
function send(
  household: Household,
  method: string,
  path: string,
  content?: object,
): Promise<Answer | undefined> {
  const isForm = content instanceof URLSearchParams;
  const payload = isForm ? content.toString() : JSON.stringify(content);
  const headers = {
    authorization: `Bearer ${household.as.idToken}`,
    'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(content && 'key' in content ? { 'idempotency-key': String(content.key) } : {}),
  };
  return new Promise((resolve) => {
    const sent = httpRequest({
      port: browserWire.port,
      host: '127.0.0.1',
      agent: false,
      method,
      path,
      headers,
    });
    sent.on('error', () => resolve(undefined));
    sent.on('response', (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (more: string) => (body += more));
      answer.on('error', () => resolve(undefined));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body, location: String(answer.headers.location ?? '') }),
      );
    });
    sent.end(content ? payload : undefined);
  });
}

let cuts = 0;

/** Takes a step; the connection breaks at the household's next point of it. */
async function step(household: Household, name: Step, act: () => Promise<Answer | undefined>) {
  const at = household.points.findIndex((point) => point.step === name);
  const [point] = at < 0 ? [] : household.points.splice(at, 1);
  const wire = point && wires[point.link];
  if (point) wire?.cut(point.where, point.link === 'database' ? household.random.int(1, 12) : 1);
  const answer = await act();
  if (wire?.mend()) cuts += 1;
  return answer?.status === 503 ? undefined : answer;
}

type View = { id: string; state: string; bankUrl: string | null };

/** What a screen would show of a payment; never "failed" while the bank's money is taken or undecided. */
async function shown(answer: Answer | undefined): Promise<View | undefined> {
  if (answer?.status !== 200) return undefined;
  const view = (JSON.parse(answer.body) as { data: View }).data;
  if (['DECLINED', 'CANCELED', 'EXPIRED'].includes(view.state)) {
    const [truth] = await all<{ status: string; isOver: boolean }>(
      app.db,
      sql`select b.status, b.expires_at <= ${app.clock.now()} as "isOver"
        from payments.orders o join payments.sandbox_orders b on b.order_id = o.order_id where o.payment_id = ${view.id}`,
    );
    expect([view.state, truth?.status], 'shown as failed').not.toEqual([view.state, 'APPROVED']);
    if (truth?.status === 'CREATED') expect([view.state, truth.isOver]).toEqual([view.state, true]);
  }
  return view;
}

/** The payment that is under way, or a new one for all that is owed; undefined if nothing is owed or known. */
async function begin(household: Household): Promise<{ id: string } | 'paid' | undefined> {
  const { connectionId } = household;
  const found = await send(household, 'GET', `/api/billing/payment/payable?connectionId=${connectionId}`);
  if (found?.status !== 200) return undefined;
  const { data } = JSON.parse(found.body) as { data: { dueMinor: number; running: { id: string } | null } };
  if (data.running) return data.running;
  if (data.dueMinor === 0) return 'paid';
  const key = crypto.randomUUID();
  const body = { connectionId, amountMinor: data.dueMinor, tender: { method: 'GATEWAY' } };
  const make = () => step(household, 'make', () => post(household, '/api/billing/make-payment', body, key));
  // As the browser's caller does: the same key again.
  const view = await shown((await make()) ?? (await make()));
  return view && { id: view.id };
}

const post = (household: Household, path: string, body: object, key: string) =>
  send(household, 'POST', path, Object.defineProperty({ ...body }, 'key', { value: key, enumerable: false }));

async function visitBank(household: Household, id: string): Promise<void> {
  const order = { paymentId: id, language: 'bn' };
  const opened = await shown(
    await step(household, 'order', () =>
      post(household, '/api/billing/payment/order', order, crypto.randomUUID()),
    ),
  );
  if (!opened?.bankUrl) return;
  const { random } = household;
  const form = new URL(opened.bankUrl, 'http://x').searchParams;
  form.set(
    'decision',
    random.weighted([
      ['approve', 7],
      ['decline', 1],
      ['cancel', 1],
    ] as const),
  );
  form.set(
    'manner',
    random.weighted([
      ['plain', 4],
      ['silent', 3],
      ['repeat', 1],
      ['delay', 2],
      ['lie', 1],
    ] as const),
  );
  const decided = await step(household, 'decide', () => send(household, 'POST', '/sandbox-bank/pay', form));
  const page = decided?.location ? await send(household, 'GET', decided.location) : undefined;
  const back = /action="([^"]+)"/.exec(page?.body ?? '')?.[1];
  if (!back) return;
  const { pathname, search } = new URL(back, 'http://x');
  const answer = new URLSearchParams({ xmlmsg: 'x' });
  await step(household, 'return', () => send(household, 'POST', pathname + search, answer));
}

/** Pays as the screens lead, again and again while patience lasts. */
async function pay(household: Household): Promise<void> {
  for (let patience = household.random.int(1, 4); patience > 0; patience -= 1) {
    const started = await begin(household);
    if (started === 'paid') return;
    if (!started) continue;
    await visitBank(household, started.id);
    const body = { paymentId: started.id };
    const asked = () => post(household, '/api/billing/complete-gateway-payment', body, crypto.randomUUID());
    const view = await shown(await step(household, 'complete', asked));
    if (view?.state === 'APPROVED') return;
    if (household.random.chance(0.3)) app.clock.advance(household.random.int(5, 300));
  }
}

const SCHEDULE_HOURS = 2;

/** Time passes, nobody comes back: within the schedule nothing is left undecided. */
async function wait(household: Household): Promise<void> {
  const undecided = () =>
    all(
      app.db,
      sql`select id, state from payments.payments where connection_id = ${household.connectionId}
        and state in ('CREATED', 'PROCESSING')`,
    );
  let left = await undecided();
  for (let minutes = 0; left.length > 0 && minutes < SCHEDULE_HOURS * 60; minutes += 5) {
    app.clock.advance(300);
    await checkDueOrders(context, app.system);
    left = await undecided();
  }
  expect(left, 'undecided at the end of the schedule').toEqual([]);
}

/** What the bank took is what we booked, once. */
async function settle(household: Household): Promise<void> {
  const { connectionId, number } = household;
  const booked = await one<{ charges: number; approved: number; journals: number; owed: number }>(
    app.db,
    sql`select
      (select count(*) from payments.sandbox_orders where description = ${number} and status = 'APPROVED')::int as charges,
      (select count(*) from payments.payments where connection_id = ${connectionId} and state = 'APPROVED')::int as approved,
      (select count(*) from ledger.journals j join payments.payments p on p.id = j.source_id
        where p.connection_id = ${connectionId})::int as journals,
      (select coalesce(sum(total_minor - settled_minor), 0)::bigint from billing.invoices
        where connection_id = ${connectionId}) as owed`,
  );
  expect(booked.charges, 'charged more than once').toBeLessThanOrEqual(1);
  expect(booked).toEqual({
    charges: booked.charges,
    approved: booked.charges,
    journals: booked.charges,
    owed: booked.charges === 1 ? 0 : DUE_MINOR,
  });
}

test(`${RUNS} payments with cut connections, seed ${SEED} (G11)`, {
  timeout: 60_000 + RUNS * 2000,
}, async () => {
  console.info(`cut connections: ${RUNS} runs, CUT_SEED=${SEED}`);
  const seeded = randomOf(SEED);
  let paid = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const random = seeded.fork(String(run));
    const as = await app.consumer();
    const { connectionId, number } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
    );
    // Each point in turn, and sometimes others on top.
    const others = POINTS.filter(() => random.chance(0.15));
    const points = [POINTS[run % POINTS.length] as Point, ...others];
    const household = { as, connectionId, number, random, points };
    await pay(household);
    await wait(household);
    await settle(household).catch((error: unknown) => {
      throw new Error(`run ${run} of seed ${SEED}`, { cause: error });
    });
    paid += 1;
  }
  console.info(`cut connections: ${paid} runs held, ${cuts} cuts`);
  expect(cuts).toBeGreaterThan(RUNS / 2);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});
