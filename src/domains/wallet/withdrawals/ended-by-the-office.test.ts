/** Who asks at the office and gets no code holds a household's money for a while: the office ends that, and holds it one time at a time. */
import { beforeEach, expect, test } from 'vitest';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { walletCalls } from '../factory.ts';
import { endLateWithdrawals } from './actions/end-withdrawal.ts';
import * as contract from './contract.ts';

const app = await testApp();
const { balance, withMoney, ask, codeOf, cashier, limits } = await walletCalls(app);
const [reviewer, other, engineer] = [
  await app.staff('reviewer'),
  await app.staff('cashier'),
  await app.staff('engineer'),
];

let as: Person;
beforeEach(async () => {
  as = await withMoney(5_000_00);
});

const byOffice = (amountMinor = 600_00, of = as) => ({
  as: cashier,
  body: { consumerId: String(of.consumerId), amountMinor: minor(amountMinor), wanted: 'CASH' as const },
});
const end = (by: Person, withdrawalId: string, reason: string | null = 'Asked for by mistake') => ({
  as: by,
  body: { withdrawalId, ...(reason ? { reason } : {}) },
});

test.each([
  ['who asked for it', cashier],
  ['who approves withdrawals', reviewer],
])('%s ends it with a reason; the household is told, and its money is in the wallet again', async (_, by) => {
  const { id } = await app.call(contract.withdrawForConsumer, byOffice());
  expect(await balance(as)).toEqual([4_400_00, 600_00]);
  expect((await app.call(contract.getWithdrawal, { as: by, params: { id } })).can.takeBack).toBe(true);
  expect(await app.codeOf(contract.takeBackWithdrawal, end(by, id, null))).toBe('wallet.take_back_reason');
  const ended = await app.call(contract.takeBackWithdrawal, end(by, id));
  expect(ended).toMatchObject({
    ...{ state: 'REJECTED', rejectedAs: 'STAFF', decidedBy: null, decisionRemark: 'Asked for by mistake' },
    endedBy: expect.any(String),
  });
  expect(await balance(as)).toEqual([5_000_00, 0]);
  const told = await one<{ body: string; phone: string }>(
    app.owner.db,
    sql`select o.body, o.recipient as phone from platform.outbox o where o.event = ${`wallet.taken_back:${id}`}`,
  );
  expect(told.body).toContain('Asked for by mistake');
  const { items } = await app.call(listNotices, { as });
  expect(items[0]).toMatchObject({ kind: 'wallet.taken_back', path: expect.stringContaining(id) });
  const log = await all(
    app.owner.db,
    sql`select actor_id as by, before, reason from platform.audit where object_id = ${id} and action = 'wallet.take-back-withdrawal'`,
  );
  expect(log).toEqual([{ by: by.userId, before: { state: 'REQUESTED' }, reason: 'Asked for by mistake' }]);
  // The code is worth nothing now, and another one may be asked for.
  expect(await app.codeOf(contract.takeBackWithdrawal, end(by, id))).toBe('wallet.wrong_state');
  await app.call(contract.withdrawForConsumer, byOffice());
});

test('nobody else of the office ends it, and nobody of the office what its code has proved', async () => {
  const { id } = await app.call(contract.withdrawForConsumer, byOffice());
  expect((await app.call(contract.getWithdrawal, { as: other, params: { id } })).can.takeBack).toBe(false);
  for (const by of [other, engineer])
    expect(await app.codeOf(contract.takeBackWithdrawal, end(by, id))).toBe('common.not_permitted');
  const body = { withdrawalId: id, code: await codeOf(id) };
  await app.call(contract.confirmWithdrawal, { as: cashier, body });
  for (const by of [cashier, reviewer])
    expect(await app.codeOf(contract.takeBackWithdrawal, end(by, id))).toBe('wallet.wrong_state');
  // Its owner does, and need not say why.
  expect((await app.call(contract.takeBackWithdrawal, end(as, id, null))).rejectedAs).toBe('OWNER');
});

test('one of a wallet waits for its code at a time, also of many at once; what needs no code does not wait', async () => {
  const many = await Promise.all(
    Array.from({ length: 6 }, () => app.codeOf(contract.withdrawForConsumer, byOffice())),
  );
  expect(many.filter((code) => code === undefined)).toHaveLength(1);
  expect(new Set(many)).toEqual(new Set([undefined, 'wallet.withdrawal_waits']));
  expect(await balance(as)).toEqual([4_400_00, 600_00]);
  const own = { as, body: { amountMinor: minor(700_00), wanted: 'CASH' as const } };
  expect(await app.codeOf(contract.withdrawOwn, own)).toBe('wallet.withdrawal_waits');
  await limits({ codeFromMinor: 1_000_00 });
  expect((await ask(as, 700_00)).state).toBe('APPROVED');
  await limits({});
  // Another wallet has its own.
  expect((await ask(await withMoney(1_000_00), 600_00)).state).toBe('REQUESTED');
});

test('without its code it ends by itself at the time that is shown', async () => {
  const { id, codeExpiresAt } = await app.call(contract.withdrawForConsumer, byOffice());
  const end = async (at: number) => {
    await endLateWithdrawals(app.db, { ...app.system(), now: new Date(at) });
    return (await app.call(contract.getWithdrawal, { as, params: { id } })).state;
  };
  const until = Date.parse(codeExpiresAt);
  expect(await end(until - 1)).toBe('REQUESTED');
  expect(await end(until)).toBe('REJECTED');
  expect(await balance(as)).toEqual([5_000_00, 0]);
});

test('a household reads who asked, and no name of the office', async () => {
  const { id } = await app.call(contract.withdrawForConsumer, byOffice());
  await app.call(contract.takeBackWithdrawal, end(cashier, id));
  const seen = await app.call(contract.getWithdrawal, { as, params: { id } });
  expect(seen).toMatchObject({ isOwn: false, askedBy: null, endedBy: null, decidedBy: null, paidBy: null });
  const ofOffice = await app.call(contract.getWithdrawal, { as: reviewer, params: { id } });
  expect(ofOffice).toMatchObject({ askedBy: expect.any(String), endedBy: expect.any(String) });
  const own = await ask(as, 600_00);
  expect(own).toMatchObject({ isOwn: true, askedBy: null });
  const { items } = await app.call(contract.listWithdrawals, { as });
  expect(items.map(({ askedBy }) => askedBy)).toEqual([null, null]);
  expect(items.map(({ isOwn }) => isOwn).toSorted()).toEqual([false, true]);
});

test('what ended it is kept, also if the program forgets to', async () => {
  const { id } = await app.call(contract.withdrawForConsumer, byOffice());
  const nameless = execute(
    app.db,
    sql`update wallet.withdrawals set state = 'REJECTED', rejected_as = 'STAFF' where id = ${id}`,
  );
  await expect(nameless).rejects.toMatchObject({ constraint: 'withdrawals_ended_check' });
});
