import { expect, test } from 'vitest';
import { counterItems } from '#domains/dashboard/contract.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { notify, sweepNotices } from '#platform/messages/inbox.ts';
import { type Person, testApp } from '#test/app.ts';
import { changePassword, login } from '../contract.ts';
import { listNotices, readAllNotices, readNotices } from './contract.ts';
import { account, accountOf, holdersOf } from './receivers.ts';

const app = await testApp();

const tell = (person: Person, occasion: string) =>
  transaction(app.db, (tx) =>
    notify(tx, app.system(), account(person.userId), {
      kind: 'applications.assigned',
      occasion,
      path: '/all-new-connections/x',
      params: { number: '1000000015' },
    }),
  );
const inbox = (as: Person, query = {}) => app.call(listNotices, { as, query });

test('an event is told once, counted with the badges, and read once', async () => {
  const karim = await app.staff('reviewer');
  await tell(karim, 'a');
  await tell(karim, 'a');
  await tell(karim, 'b');
  const { items, total, unread } = await inbox(karim);
  expect([items.length, total, unread]).toEqual([2, 2, 2]);
  expect((await app.call(counterItems, { as: karim })).notice_count.item_count).toBe(2);
  const ids = [String(items[0]?.id)];
  expect(await app.call(readNotices, { as: karim, body: { ids } })).toEqual({ marked: 1 });
  expect(await app.call(readNotices, { as: karim, body: { ids } })).toEqual({ marked: 0 });
  expect((await inbox(karim, { unread: true })).total).toBe(1);
  expect(await app.call(readAllNotices, { as: karim })).toEqual({ marked: 1 });
  expect((await app.call(counterItems, { as: karim })).notice_count.item_count).toBe(0);
});

test("nobody reads or marks another's notices (G21)", async () => {
  const [a, b] = [await app.consumer('Anwar'), await app.consumer('Bilqis')];
  await tell(b, 'hers');
  const [hers] = (await inbox(b)).items;
  expect((await inbox(a)).total).toBe(0);
  expect(await app.call(readNotices, { as: a, body: { ids: [String(hers?.id)] } })).toEqual({ marked: 0 });
  expect(await app.call(readAllNotices, { as: a })).toEqual({ marked: 0 });
  expect((await inbox(b)).unread).toBe(1);
});

test('a rolled-back transaction tells nobody; who did it is not told', async () => {
  const karim = await app.staff('engineer');
  await transaction(app.db, async (tx) => {
    await notify(tx, app.system(), account(karim.userId), {
      kind: 'billing.run_review',
      occasion: 'undone',
      path: '/bill-run/x',
    });
    throw new Error('undone');
  }).catch(() => undefined);
  await transaction(app.db, (tx) =>
    notify(tx, app.actorOf(karim), holdersOf('bill-runs:approve'), {
      kind: 'billing.run_review',
      occasion: 'own',
      path: '/bill-run/x',
    }),
  );
  expect((await inbox(karim)).total).toBe(0);
  const told = await all<{ role: string }>(
    app.db,
    sql`select distinct r.code as role from platform.notices n
      join identity.users u on u.id = n.user_id join roles.roles r on r.id = u.role_id where n.event like '%own'`,
  );
  expect(told.map(({ role }) => role)).not.toContain('reviewer');
});

test('a password that changed and a payment that came are told to their person', async () => {
  const rahima = await app.consumer('Rahima');
  const consumerId = String(rahima.consumerId);
  const debtor = await transaction(app.db, (tx) => makeDebtor(tx, app.system(), { consumerId, months: 1 }));
  await app.call(makePayment, {
    as: await app.staff('cashier'),
    body: { connectionId: debtor.connectionId, amountMinor: 5000, tender: { method: 'CASH' } },
  });
  await app.call(changePassword, {
    as: rahima,
    body: { oldPassword: rahima.password, password: 'megh-brishti-77' },
  });
  const { items } = await inbox(rahima);
  expect(items.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['identity.password_changed', 'payments.received']),
  );
  const received = items.find(({ kind }) => kind === 'payments.received');
  expect(received?.params).toMatchObject({ minor: 5000 });
  expect(received?.path).toMatch(/^\/payment-history\//);
});

test('a sign-in from a device that the account did not know is told, the first and a known one not', async () => {
  const karim = await app.staff('reader');
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${karim.userId}`,
  );
  const signIn = (device: string) =>
    app.call(login, {
      body: { login: phone, password: karim.password },
      headers: { 'user-agent': device },
    });
  await signIn('test');
  expect((await inbox(karim)).total).toBe(0);
  await signIn('another phone');
  await signIn('another phone');
  expect((await inbox(karim)).items.map(({ kind }) => kind)).toEqual(['identity.new_device']);
});

test('an account of a consumer is found by its consumer; notices go after 90 days', async () => {
  const nodi = await app.consumer('Nodi');
  const tellNodi = (occasion: string) =>
    transaction(app.db, (tx) =>
      notify(tx, app.system(), accountOf(sql`${nodi.consumerId}::uuid`), {
        kind: 'applications.pay',
        occasion,
        path: '/customer/new-connections/x',
      }),
    );
  await tellNodi('old');
  app.clock.advance(89 * 86_400);
  await tellNodi('new');
  const late = new Date(app.clock.now().getTime() + 2 * 86_400_000);
  await transaction(app.db, (tx) => sweepNotices(tx, late));
  const left = await all<{ event: string }>(
    app.db,
    sql`select event from platform.notices where user_id = ${nodi.userId}`,
  );
  expect(left.map(({ event }) => event)).toEqual(['applications.pay:new']);
});
