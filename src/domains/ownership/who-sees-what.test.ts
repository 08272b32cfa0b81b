/** Each owner sees the requests that they are a party of, and of them what is theirs; a request that nobody agrees to ends. */
import { expect, test } from 'vitest';
import { search } from '#domains/dashboard/search/contract.ts';
import { moneyOfFee } from '#domains/payments/fee-payments.ts';
import { systemActor } from '#platform/actor.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import { expireRequests } from './steps/actions/end-request.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;

/** The new owner asks for the connection of the present one. */
async function askedByBuyer() {
  const [owner, buyer, stranger] = [
    await app.consumer('Rahima'),
    await app.consumer('Karim'),
    await app.consumer('Salma'),
  ];
  const connection = await office.connect({ consumerId: String(owner.consumerId) });
  const { id } = await app.call(steps.requestChange, {
    as: buyer,
    body: {
      ...office.fields(await phoneOf(buyer)),
      ...{ connectionNumber: connection.number, meterNumber: connection.meterNumber, nid: '1990123456' },
      papers: await office.uploads(buyer),
    },
  });
  return { owner, buyer, stranger, connection, id };
}
const detailOf = (as: Person, requestId: string) =>
  app.call(contract.getRequest, { as, query: { requestId } });

test('the new owner reads no name of the present one, and no bills, until that one agrees by the code', async () => {
  const { owner, buyer, id, connection } = await askedByBuyer();
  const before = await detailOf(buyer, id);
  expect(before).toMatchObject({
    side: 'NEW',
    fromName: '',
    fromPhone: null,
    openMinor: null,
    connectionId: null,
    lastLitres: null,
  });
  expect(JSON.stringify(before)).not.toContain('Rahima');
  const code = await office.codeOf(id, 'PRESENT');
  await app.call(steps.agree, { as: owner, body: { requestId: id, side: 'PRESENT', code } });
  const after = await detailOf(buyer, id);
  expect(after).toMatchObject({ state: 'REQUESTED', fromName: 'Rahima', fromPhone: null, openMinor: null });
  expect((await app.call(contract.listRequests, { as: buyer, query: {} })).items).toMatchObject([
    { id, fromName: 'Rahima' },
  ]);
  expect(connection.consumerId).toBe(owner.consumerId);
});

test('the present owner reads neither national ID nor address of the new one, nor names of staff; their own bills', async () => {
  const { owner, id } = await askedByBuyer();
  await app.call(steps.overrideConsent, {
    as: office.clerk,
    body: { ...(await office.at(id)), side: 'PRESENT', reason: 'signed at the counter' },
  });
  const seen = await detailOf(owner, id);
  expect(seen).toMatchObject({
    side: 'PRESENT',
    toNid: null,
    toAddress: null,
    toEmail: null,
    openMinor: 0,
    askedBy: '',
  });
  expect(seen.timeline.map(({ by }) => by)).toEqual(['', '']);
  expect(seen.consents.map(({ givenBy, reason }) => [givenBy, reason])).toEqual([
    [null, null],
    [null, null],
  ]);
  expect((await detailOf(office.clerk, id)).toNid).toBe('1990123456');
});

test('somebody who is no party sees nothing of it, and can do nothing', async () => {
  const { stranger, id } = await askedByBuyer();
  expect((await app.call(contract.listRequests, { as: stranger, query: {} })).items).toEqual([]);
  expect(await app.codeOf(contract.getRequest, { as: stranger, query: { requestId: id } })).toBe(
    'common.not_found',
  );
  const body = { ...(await office.at(id)), remark: 'not mine' };
  expect(await app.codeOf(steps.withdrawRequest, { as: stranger, body })).toBe('common.not_found');
});

test('an owner takes the steps of an owner only, and corrects only what they asked for', async () => {
  const { owner, buyer, id } = await askedByBuyer();
  const at = await office.at(id);
  const { phone: _, ...fields } = office.fields();
  expect(await app.codeOf(steps.updateRequest, { as: owner, body: { ...at, ...fields } })).toBe(
    'common.not_permitted',
  );
  expect(await app.codeOf(steps.updateRequest, { as: buyer, body: { ...at, ...fields } })).toBeUndefined();
  const now = await office.at(id);
  expect(await app.codeOf(steps.verifyPapers, { as: buyer, body: now })).toBe('common.not_permitted');
  expect(
    await app.codeOf(steps.withdrawRequest, { as: owner, body: { ...now, remark: 'not sold' } }),
  ).toBeUndefined();
});

test('a consumer chooses among their own connections; a closed one is not among them', async () => {
  const owner = await app.consumer();
  const [kept, sold] = [
    await office.connect({ consumerId: String(owner.consumerId) }),
    await office.connect({ consumerId: String(owner.consumerId) }),
  ];
  await office.request({ connection: sold, upTo: 'COMPLETED' });
  const { items } = await app.call(contract.listOwnedConnections, { as: owner, query: {} });
  expect(items.map(({ connectionNumber }) => connectionNumber)).toEqual([kept.number]);
});

test('lists of the office: by number, plot, name, dues, sector and state, with counts', async () => {
  const { connection, id, number } = await office.request();
  const { plot } = await one<{ plot: string }>(
    app.db,
    sql`update meters.connections set plot_number = 'P-77' where id = ${connection.id} returning plot_number as plot`,
  );
  for (const search of [connection.number, plot]) {
    const { items } = await app.call(contract.listOwnedConnections, { as: office.clerk, query: { search } });
    expect(items.map(({ requestId }) => requestId)).toEqual([id]);
  }
  const dues = await app.call(contract.listOwnedConnections, {
    as: office.clerk,
    query: { search: plot, hasDues: true },
  });
  expect(dues.items).toEqual([]);
  const found = await app.call(contract.listRequests, {
    as: office.clerk,
    query: { search: number, state: 'REQUESTED' },
  });
  expect([found.items.map((row) => row.id), found.counts]).toEqual([[id], { REQUESTED: 1 }]);
  const none = await app.call(contract.listRequests, {
    as: office.clerk,
    query: { search: number, state: 'COMPLETED' },
  });
  expect([none.items, none.counts]).toEqual([[], { REQUESTED: 1 }]);
});

test('after fourteen days without both consents a request expires, once; both are told', async () => {
  const [waiting, agreed] = [await office.request(), await office.request({ upTo: 'CONSENTED' })];
  const on = (today: string) => expireRequests(app.db, systemActor(app.clock.now(), today), moneyOfFee);
  await on('2026-11-29');
  expect((await office.stand(waiting.id)).state).toBe('REQUESTED');
  expect((await on('2026-11-30')).expired).toBeGreaterThan(0);
  expect([(await office.stand(waiting.id)).state, (await office.stand(agreed.id)).state]).toEqual([
    'EXPIRED',
    'CONSENTED',
  ]);
  expect(await office.notice('expired', waiting.id)).toBeDefined();
  expect(await on('2026-11-30')).toEqual({ expired: 0 });
});

test('they read in the morning that it has expired, and not at night', async () => {
  const { id } = await office.request();
  const night = new Date(at('2026-12-01', '00:20'));
  await expireRequests(app.db, systemActor(night, '2026-12-01'), moneyOfFee);
  const due = await all<{ dueAt: string }>(
    app.owner.db,
    sql`select due_at as "dueAt" from platform.outbox where event like ${`ownership.expired%${id}%`} and channel = 'sms'`,
  );
  expect(due.length).toBeGreaterThan(0);
  for (const { dueAt } of due) expect(new Date(dueAt)).toEqual(new Date(at('2026-12-01', '08:00')));
});

test('a request whose last day was moved, or that somebody ended, after the list was read is left as it is', async () => {
  const [first, moved, ended] = [await office.request(), await office.request(), await office.request()];
  const meanwhile = async () => {
    await execute(
      app.owner.db,
      sql`update ownership.requests set expires_on = '2026-12-20' where id = ${moved.id}`,
    );
    const body = { ...(await office.at(ended.id)), remark: 'not sold', despitePayment: false };
    await app.call(steps.withdrawRequest, { as: office.clerk, body });
  };
  const money = {
    ...moneyOfFee,
    lockPayments: async (tx: Tx, id: string) => {
      if (id === first.id) await meanwhile();
      await moneyOfFee.lockPayments(tx, id);
    },
  };
  await expireRequests(app.db, systemActor(app.clock.now(), '2026-11-30'), money);
  const states = [first, moved, ended].map(async ({ id }) => (await office.stand(id)).state);
  expect(await Promise.all(states)).toEqual(['EXPIRED', 'REQUESTED', 'WITHDRAWN']);
});

test('a returned request that nobody corrects expires too, fourteen days after it was returned', async () => {
  const { id } = await office.request({ upTo: 'CONSENTED' });
  await app.call(steps.returnRequest, {
    as: office.clerk,
    body: { ...(await office.at(id)), remark: 'the name' },
  });
  await expireRequests(app.db, systemActor(app.clock.now(), '2026-11-29'), moneyOfFee);
  expect((await office.stand(id)).state).toBe('RECORRECTION');
  await expireRequests(app.db, systemActor(app.clock.now(), '2026-11-30'), moneyOfFee);
  expect((await office.stand(id)).state).toBe('EXPIRED');
});

test('the search over everything finds a request by its number, for the office and its owners only', async () => {
  const { buyer, stranger, id } = await askedByBuyer();
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from ownership.requests where id = ${id}`,
  );
  const finds = async (as: Person) =>
    (await app.call(search, { as, query: { text: number } })).groups.flatMap(({ items }) =>
      items.map((hit) => hit.id),
    );
  expect([await finds(office.clerk), await finds(buyer), await finds(stranger)]).toEqual([[id], [id], []]);
});
