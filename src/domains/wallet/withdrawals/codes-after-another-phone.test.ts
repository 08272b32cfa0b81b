/** Who writes their own phone into somebody's entry gets no code for the money of that wallet (decision 0072). */
import { expect, test } from 'vitest';
import * as consumers from '#domains/consumers/contract.ts';
import * as phones from '#domains/identity/phone/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { walletCalls } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const { cashier, withMoney, codeOf } = await walletCalls(app);
const clerk = await app.staffWith(['consumers:view', 'consumers:edit']);

const entryOf = ({ consumerId }: Person) =>
  app.call(consumers.getConsumer, { as: clerk, params: { id: String(consumerId) } });
async function edit(as: Person, phone: string) {
  const { id, version, name, nameBn, email, nid, dateOfBirth, address } = await entryOf(as);
  const body = { id, version, name, nameBn, email, nid, dateOfBirth, address, phone };
  await app.call(consumers.editConsumer, { as: clerk, body: body as never });
}
/** The office asks for the wallet's money; gives the phone that the code went to. The household keeps its money. */
async function codeGoesTo(as: Person): Promise<string> {
  const body = { consumerId: String(as.consumerId), amountMinor: minor(500_00), wanted: 'CASH' as const };
  const { id, phone } = await app.call(contract.withdrawForConsumer, { as: cashier, body });
  const sent = await one<{ recipient: string }>(
    app.owner.db,
    sql`select recipient from platform.outbox where event = ${`wallet.code:${id}`}`,
  );
  expect(sent.recipient).toBe(phone);
  await app.call(contract.takeBackWithdrawal, {
    as: cashier,
    body: { withdrawalId: id, reason: 'not today' },
  });
  return phone;
}
/** The change of the phone is so much longer ago. */
const pass = ({ consumerId }: Person, days: number) =>
  execute(
    app.owner.db,
    sql`update consumers.consumers set phone_changed_at = phone_changed_at - make_interval(days => ${days}::int) where id = ${consumerId}`,
  );
const close = ({ userId }: Person) =>
  execute(app.owner.db, sql`update identity.users set status = 'disabled' where id = ${userId}`);

test('a code goes to the phone that the account proved, also long after the office changed the entry', async () => {
  const as = await withMoney(5_000_00);
  const own = (await entryOf(as)).phone;
  await edit(as, '+8801812100001');
  expect(await codeGoesTo(as)).toBe(own);
  await pass(as, 8);
  expect(await codeGoesTo(as)).toBe(own);
});

test('without an account it goes to the phone of before for seven days; of several changes the first counts', async () => {
  const as = await withMoney(5_000_00);
  const own = (await entryOf(as)).phone;
  await close(as);
  await edit(as, '+8801812100002');
  await pass(as, 6);
  await edit(as, '+8801812100003');
  expect(await codeGoesTo(as)).toBe(own);
  await pass(as, 6);
  expect(await codeGoesTo(as)).toBe(own);
  await pass(as, 1);
  expect(await codeGoesTo(as)).toBe('+8801812100003');
});

test('an account that is made with the new phone does not get the codes in those days', async () => {
  const as = await withMoney(5_000_00);
  const own = (await entryOf(as)).phone;
  await close(as);
  await edit(as, '+8801812100004');
  await execute(
    app.owner.db,
    sql`update identity.users set status = 'active', phone = '+8801812100004' where id = ${as.userId}`,
  );
  expect(await codeGoesTo(as)).toBe(own);
});

test('a code that is under way proves nothing to who changes the phone meanwhile, and the household still uses it', async () => {
  const as = await withMoney(5_000_00);
  const body = { consumerId: String(as.consumerId), amountMinor: minor(500_00), wanted: 'CASH' as const };
  const { id: withdrawalId } = await app.call(contract.withdrawForConsumer, { as: cashier, body });
  await edit(as, '+8801812100005');
  const { state } = await app.call(contract.confirmWithdrawal, {
    as: cashier,
    body: { withdrawalId, code: await codeOf(withdrawalId) },
  });
  expect(state).not.toBe('REQUESTED');
});

test('a household that proves another phone of its account gets its codes there at once', async () => {
  const as = await withMoney(5_000_00);
  await edit(as, '+8801812100006');
  const phone = '+8801812100007';
  await app.call(phones.changePhone, { as, body: { phone, password: as.password } });
  const { body: text } = await one<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where recipient = ${phone} order by created_at desc, id desc limit 1`,
  );
  const code = /\p{Nd}{6}/u.exec(text)?.[0] ?? '';
  await app.call(phones.confirmPhone, { as, body: { phone, code } });
  expect(await codeGoesTo(as)).toBe(phone);
});
