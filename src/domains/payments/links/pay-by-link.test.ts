/** Staff send a link to pay; who has it pays that one charge without signing in. It ends, is replaced, and is sent a few times a day. */
import { afterEach, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { formatsOfPapers } from '#shared/format.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import type { Minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as contract from '../contract.ts';
import { DUE, makeCharges } from '../factory-charges.ts';
import * as gateway from '../gateway/contract.ts';
import { payByLink, readPayLink } from './contract.ts';

const english = formatsOfPapers({ language: 'en', bengaliDigits: false });
const DAY_S = 24 * 60 * 60;

const app = await testApp();
const { yard, cashier, charged, pay, detail, estimate } = await makeCharges(app);

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const messages = (id: string) =>
  all<{ channel: string; recipient: string; body: string; secret: boolean }>(
    app.owner.db,
    sql`select m.channel, m.recipient, m.body, m.secret from platform.outbox m join payments.links l on m.event = 'payments.link:' || l.id
      where l.work_order_id = ${id} order by m.id`,
  );
async function send(id: string, as: Person = cashier): Promise<string> {
  await app.call(steps.sendPayLink, { as, body: await yard.at(id) });
  return /#(\S+)$/.exec((await messages(id)).at(-1)?.body ?? '')?.[1] ?? '';
}
const sendCode = async (id: string, as: Person = cashier) =>
  app.codeOf(steps.sendPayLink, { as, body: await yard.at(id) });
const read = (code: string) => app.call(readPayLink, { body: { code } });
const readCode = (code: string) => app.codeOf(readPayLink, { body: { code } });
const payCode = (code: string, amountMinor = DUE) =>
  app.codeOf(payByLink, { body: { code, amountMinor: amountMinor as Minor } });
/** The bank has decided, and the browser comes back without signing in. */
async function decide(
  id: string,
  status: 'APPROVED' | 'DECLINED' | 'CANCELED',
  paidMinor: number | null = null,
) {
  const { paymentId } = await one<{ paymentId: string }>(
    app.db,
    sql`select id as "paymentId" from payments.payments where work_order_id = ${id} and state = 'PROCESSING' and set_aside_at is null`,
  );
  await execute(
    app.db,
    sql`update payments.sandbox_orders s set status = ${status}, decided_at = ${app.clock.now()},
        paid_minor = coalesce(${paidMinor}, paid_minor)
      from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
  );
  const back = await app.server.inject({
    method: 'POST',
    url: `/pay-link?payment=${paymentId}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  });
  return [back.statusCode, back.headers.location];
}

test('the link goes to who pays, names nobody and no place, is secret, and is in the log without its code', async () => {
  const { id, number } = await charged();
  const code = await send(id);
  expect(code).toMatch(/^[\w-]{22}$/);
  const sent = await messages(id);
  expect(sent.map(({ channel, secret }) => [channel, secret])).toContainEqual(['sms', true]);
  expect(sent[0]?.body).toContain(number);
  expect(sent[0]?.body).not.toContain('Rahima');
  expect(
    await all(
      app.owner.db,
      sql`select from payments.links where encode(token_hash, 'escape') like ${`%${code}%`}`,
    ),
  ).toEqual([]);
  const log = await all<{ after: object }>(
    app.db,
    sql`select actor_id as by, after from platform.audit where action = 'work-order.send-link' and object_id = ${id}`,
  );
  expect(log).toMatchObject([{ by: cashier.userId, after: { number, amountMinor: DUE, bySms: true } }]);
  expect(JSON.stringify(log)).not.toContain(code);
  expect(await read(code)).toEqual({
    ...{ number, categoryEn: expect.any(String), categoryBn: expect.any(String) },
    ...{ sectorNumber: expect.any(String), roadNumber: expect.any(String), plotNumber: expect.any(String) },
    ...{ dueMinor: DUE, notDue: null, paidMinor: 0, running: null, last: null },
    ...{ isOver: false, lastDay: expect.any(String) },
  });
});

test('the charge is paid by it: the sum shown and no other, and the books have it as if its household had paid', async () => {
  const { id } = await charged();
  const code = await send(id);
  expect(await payCode(code, DUE - 1)).toBe('work-orders.charge_whole');
  const { bankUrl } = await app.call(payByLink, { body: { code, amountMinor: DUE as Minor } });
  expect(bankUrl).toContain('/sandbox-bank/');
  expect((await read(code)).running).toEqual({ amountMinor: DUE, bankUrl, isSetAside: false });
  // Pressed again, it is the same payment.
  expect((await app.call(payByLink, { body: { code, amountMinor: DUE as Minor } })).bankUrl).toBe(bankUrl);
  expect(await all(app.db, sql`select from payments.payments where work_order_id = ${id}`)).toHaveLength(1);
  // The page to which the browser comes back is ours, and has no code in its address.
  expect(await decide(id, 'APPROVED')).toEqual([303, '/pay-link']);
  expect(await detail(id)).toMatchObject({ paidMinor: DUE, can: { accept: 'yes' } });
  expect(await read(code)).toMatchObject({ dueMinor: 0, paidMinor: DUE, running: null });
  expect(await payCode(code)).toBe('work-orders.nothing_due');
  const log = await all(
    app.db,
    sql`select a.action, a.actor_id as by, a.actor_name as name from platform.audit a join payments.payments p on p.id::text = a.object_id
      where p.work_order_id = ${id} and a.action in ('payment.begin', 'payment.order') order by a.id`,
  );
  expect(log).toEqual([
    { action: 'payment.begin', by: null, name: 'link' },
    { action: 'payment.order', by: null, name: 'link' },
  ]);
});

/** What the page says of money: what is still asked for, what has no outcome, and what became of the last payment. */
async function page(code: string) {
  const { dueMinor, paidMinor, running, last, isOver } = await read(code);
  return { dueMinor, paidMinor, running, last: last?.outcome ?? null, isOver };
}
const begin = (code: string, amountMinor = DUE) =>
  app.call(payByLink, { body: { code, amountMinor: amountMinor as Minor } });

test('declined and cancelled are told with the number of the bank, and it is paid again by the same link', async () => {
  const { id } = await charged();
  const code = await send(id);
  for (const outcome of ['DECLINED', 'CANCELED'] as const) {
    await begin(code);
    expect((await read(code)).last?.outcome ?? null).not.toBe(outcome);
    await decide(id, outcome);
    const { orderId } = await one<{ orderId: string }>(
      app.db,
      sql`select o.order_id as "orderId" from payments.orders o join payments.payments p on p.id = o.payment_id
        where p.work_order_id = ${id} and p.state = ${outcome}`,
    );
    expect(await read(code)).toMatchObject({
      ...{ dueMinor: DUE, running: null, isOver: false },
      last: { outcome, amountMinor: DUE, orderId },
    });
  }
  await begin(code);
  await decide(id, 'APPROVED');
  expect(await page(code)).toMatchObject({ dueMinor: 0, paidMinor: DUE, last: 'PAID' });
});

test('an answer of the bank that does not fit is told as what it is, also after it was booked; what is open may be paid', async () => {
  const { id } = await charged();
  const code = await send(id);
  await begin(code);
  await decide(id, 'APPROVED', DUE - 100);
  const setAside = { amountMinor: DUE, bankUrl: null, isSetAside: true };
  expect(await page(code)).toEqual({
    ...{ dueMinor: DUE, paidMinor: 0, running: setAside, last: null, isOver: false },
  });
  const { bankUrl } = await begin(code);
  // What still runs is told before what is looked at.
  expect((await read(code)).running).toEqual({ amountMinor: DUE, bankUrl, isSetAside: false });
  await decide(id, 'DECLINED');
  expect(await page(code)).toMatchObject({ running: setAside, last: 'DECLINED' });
});

test('money that came too late is told as going back, with what is asked for now', async () => {
  const { id } = await charged();
  const code = await send(id);
  await begin(code);
  await estimate(id, 50_000);
  await decide(id, 'APPROVED');
  expect(await page(code)).toMatchObject({ dueMinor: 57_500, paidMinor: 0, last: 'GOES_BACK' });
});

test('who was at the bank when the link ended reads what became of it, and pays nothing more by it', async () => {
  const { id } = await charged();
  const code = await send(id);
  const { bankUrl } = await begin(code);
  const newer = await send(id);
  expect(await page(code)).toMatchObject({ isOver: true, running: { bankUrl }, dueMinor: DUE });
  await decide(id, 'DECLINED');
  expect(await page(code)).toMatchObject({ isOver: true, running: null, last: 'DECLINED', dueMinor: DUE });
  expect(await payCode(code)).toBe('payments.link_unknown');
  // The newer link has had no payment of its own.
  expect(await page(newer)).toMatchObject({ isOver: false, last: null, dueMinor: DUE });
  await begin(newer);
  await decide(id, 'APPROVED');
  const now = app.clock.now().toISOString();
  app.clock.advance(10 * DAY_S);
  expect(await page(newer)).toMatchObject({ isOver: true, paidMinor: DUE, last: 'PAID' });
  app.clock.advance(21 * DAY_S);
  expect(await readCode(newer)).toBe('payments.link_unknown');
  app.clock.set(now);
});

test('the day that the SMS names is the last one, to its end', async () => {
  const now = app.clock.now().toISOString();
  const { id } = await charged();
  const code = await send(id);
  expect((await messages(id))[0]?.body).toContain(english.day('2026-11-18'));
  expect((await read(code)).lastDay).toBe('2026-11-18');
  app.clock.set('2026-11-18T17:59:00Z');
  expect(await page(code)).toMatchObject({ isOver: false, dueMinor: DUE });
  app.clock.set('2026-11-18T18:00:00Z');
  expect([await readCode(code), await payCode(code)]).toEqual([
    ...['payments.link_unknown', 'payments.link_unknown'],
  ]);
  app.clock.set(now);
});

test('a payment that its household has started is not doubled, and its page at the bank is not shown', async () => {
  const { id, household } = await charged();
  const tender = { method: 'GATEWAY' as const };
  const started = await app.call(contract.payWorkOrder, {
    as: household,
    body: { orderId: id, amountMinor: DUE as Minor, tender },
  });
  await app.call(gateway.openOrder, { as: household, body: { paymentId: started.id } });
  const code = await send(id);
  expect((await read(code)).running).toEqual({ amountMinor: DUE, bankUrl: null, isSetAside: false });
  expect(await payCode(code)).toBe('payments.other_running');
});

test('a newer link ends the one before; after three days it is over', async () => {
  const { id } = await charged();
  const first = await send(id);
  const second = await send(id);
  expect([await readCode(first), await payCode(first)]).toEqual([
    'payments.link_unknown',
    'payments.link_unknown',
  ]);
  expect(await readCode(second)).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update payments.links set sent_at = sent_at - interval '4 days', expires_at = expires_at - interval '4 days' where work_order_id = ${id}`,
  );
  expect([await readCode(second), await payCode(second)]).toEqual([
    'payments.link_unknown',
    'payments.link_unknown',
  ]);
  expect(await readCode('nothing-that-was-sent')).toBe('payments.link_unknown');
});

test('three links of one order a day, also by different people; of another order there are more', async () => {
  const { id } = await charged();
  const other = await charged();
  await send(id);
  await send(id, yard.clerk);
  await send(id);
  expect([await sendCode(id), await sendCode(id, yard.clerk)]).toEqual([
    ...['work-orders.link_too_often', 'work-orders.link_too_often'],
  ]);
  expect(await sendCode(other.id)).toBeUndefined();
  await execute(
    app.owner.db,
    sql`update payments.links set sent_at = sent_at - interval '25 hours' where work_order_id = ${id}`,
  );
  expect(await sendCode(id)).toBeUndefined();
});

test('sent at once by four people, three go', async () => {
  const { id } = await charged();
  const at = await yard.at(id);
  const codes = await Promise.all(
    [cashier, yard.clerk, cashier, yard.clerk].map((as) => app.codeOf(steps.sendPayLink, { as, body: at })),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(3);
  expect(
    await all(app.db, sql`select from payments.links where work_order_id = ${id} and replaced_at is null`),
  ).toHaveLength(1);
});

test('who may not, what is paid, waived or changed, and who cannot be reached: nothing is sent', async () => {
  const { id, household } = await charged();
  for (const as of [yard.crew, household]) expect(await sendCode(id, as)).toBe('common.not_permitted');
  const unknown = { orderId: crypto.randomUUID(), version: 1 };
  expect(await app.codeOf(steps.sendPayLink, { as: cashier, body: unknown })).toBe('common.not_found');
  const stale = { ...(await yard.at(id)), version: 1 };
  expect(await app.codeOf(steps.sendPayLink, { as: cashier, body: stale })).toBe('common.stale_version');
  await execute(
    app.owner.db,
    sql`update work_orders.orders set consumer_id = null, contact_name = 'Somebody', phone = null where id = ${id}`,
  );
  expect(await sendCode(id)).toBe('work-orders.payer_unreachable');
  // Who called the office is sent it.
  await execute(app.owner.db, sql`update work_orders.orders set phone = '+8801755123456' where id = ${id}`);
  expect(await sendCode(id)).toBeUndefined();
  expect((await messages(id)).map(({ recipient }) => recipient)).toEqual(['+8801755123456']);
  const paid = await charged();
  await pay(paid.id);
  const free = await yard.order({ upTo: 'ON_REVIEW' });
  for (const order of [paid, free]) expect(await sendCode(order.id)).toBe('work-orders.nothing_due');
  // Estimated again, another sum is due: what the page showed before is not taken.
  const changed = await charged();
  const code = await send(changed.id);
  await estimate(changed.id, 123_456);
  expect(await payCode(code)).toBe('work-orders.charge_whole');
});

test('a way to pay that is not offered, or none at all: refused before anything is started', async () => {
  const { id } = await charged();
  const code = await send(id);
  const body = { code, amountMinor: DUE as Minor, gateway: 'sandbox' as const };
  const offering = async (names: readonly GatewayName[]) =>
    (await app.another({ gateways: { ...app.platform.gateways, names } })).refused(payByLink, { body });
  expect((await offering(['bkash'])).code).toBe('payments.gateway_not_offered');
  const { gateway: _, ...first } = body;
  const none = await app.another({ gateways: { ...app.platform.gateways, names: [] } });
  expect((await none.refused(payByLink, { body: first })).code).toBe('payments.gateway_none');
  expect(await all(app.db, sql`select from payments.payments where work_order_id = ${id}`)).toEqual([]);
});

test('the bank takes no order: it is told, and the same link goes there when the bank is back', async () => {
  const { id } = await charged();
  const code = await send(id);
  await execute(app.owner.db, sql`revoke insert on payments.sandbox_orders from jolkol_app`);
  expect(await payCode(code)).toBe('payments.gateway_away');
  expect((await read(code)).running).toBeNull();
  await execute(app.owner.db, sql`grant insert on payments.sandbox_orders to jolkol_app`);
  expect(await payCode(code)).toBeUndefined();
  const began = await all(
    app.db,
    sql`select state from payments.payments where work_order_id = ${id} order by created_at, state`,
  );
  expect(began).toEqual([{ state: 'EXPIRED' }, { state: 'PROCESSING' }]);
});

test('an order that was rejected meanwhile takes nothing', async () => {
  const { id } = await charged();
  const code = await send(id);
  await yard.step(steps.rejectOrder, yard.clerk, id, { remark: 'not ours' });
  expect((await read(code)).dueMinor).toBe(0);
  expect(await payCode(code)).toBe('work-orders.wrong_state');
});

test('a charge that is waived while the bank is asked is not brought there', async () => {
  const { id } = await charged();
  const code = await send(id);
  const { answer } = await transaction(app.owner.db, async (tx) => {
    await execute(tx, sql`lock table payments.sandbox_orders`);
    const started = payCode(code);
    await expect.poll(() => waiting(app)).toBeGreaterThan(0);
    await yard.step(steps.waiveCharge, yard.engineer, id, { reason: 'our pipe' });
    return { answer: started };
  });
  expect(await answer).toBe('payments.not_due');
  expect((await read(code)).running).toBeNull();
});
