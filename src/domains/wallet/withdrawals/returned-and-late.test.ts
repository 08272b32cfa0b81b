/** Withdrawals that the bank sent back are work that is told each time; one that cannot be ended keeps no other waiting; held money counts. */
import { expect, test } from 'vitest';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { rechargeAccount } from '../contract.ts';
import { walletCalls } from '../factory.ts';
import { endLateWithdrawals } from './actions/end-withdrawal.ts';
import * as contract from './contract.ts';

const app = await testApp();
const { admin, cashier, limits, withMoney, ask, codeOf } = await walletCalls(app);
const [reviewer, payer] = [await app.staff('reviewer'), await app.staff('cashier')];

const listed = async (as: Person) =>
  (await app.call(contract.listWithdrawals, { as, query: { returns: 'WAITING' } })).items.map(({ id }) => id);
const queue = async () => {
  const { queues, items } = await app.call(ownWork, { as: admin });
  const rows = items.filter((row) => row.queue === 'withdrawals-returned');
  const found = queues.find(({ name }) => name === 'withdrawals-returned');
  return {
    total: found?.total ?? 0,
    query: found?.list.query,
    rows: rows.map(({ id, since }) => [id, since]),
  };
};
const told = () =>
  all<{ event: string }>(
    app.owner.db,
    sql`select event from platform.notices where kind = 'wallet.return_waiting' and user_id = ${admin.userId}`,
  );

test('the second report that the bank sent it back is told again, and each is listed until it is decided', async () => {
  const as = await withMoney(1_000_00);
  const { id } = await ask(as, 600_00);
  await app.call(contract.confirmWithdrawal, { as, body: { withdrawalId: id, code: await codeOf(id) } });
  const tender = { method: 'BANK' as const, reference: 'BNK-1' };
  await app.call(contract.payWithdrawal, { as: payer, body: { withdrawalId: id, tender } });
  const report = () =>
    app.call(contract.askReturn, {
      as: reviewer,
      body: { withdrawalId: id, reference: 'BNK-2', reason: 'account closed' },
    });
  const decide = (accept: boolean) =>
    app.call(contract.decideReturn, {
      as: admin,
      body: {
        ...{ withdrawalId: id, accept, askedAt: app.clock.now().toISOString() },
        ...(accept ? {} : { remark: 'another line' }),
      },
    });
  expect([await listed(admin), (await queue()).total]).toEqual([[], 0]);
  await report();
  expect(await told()).toHaveLength(1);
  expect(await listed(admin)).toEqual([id]);
  // It waits since it was reported, not since it was asked for.
  expect(await queue()).toMatchObject({
    total: 1,
    query: { page: 1, returns: 'WAITING' },
    rows: [[id, expect.any(String)]],
  });
  // Until it is decided, it is no matter of the household.
  expect(await listed(as)).toEqual([]);
  await decide(false);
  expect([await listed(admin), (await queue()).total]).toEqual([[], 0]);
  app.clock.advance(60);
  await report();
  expect(await told()).toHaveLength(2);
  await decide(true);
  expect([await listed(admin), (await queue()).total]).toEqual([[], 0]);
});

test('what is held for a withdrawal counts towards the most that a wallet may have', async () => {
  const as = await withMoney(800_00);
  await ask(as, 600_00);
  await limits({ maxBalanceMinor: 1_000_00 });
  const add = (amountMinor: number) => ({
    as: cashier,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' as const },
    },
  });
  const refused = await app.refused(rechargeAccount, add(200_01));
  expect([refused.code, refused.params]).toEqual(['wallet.balance_full', { amount: 200_00 }]);
  expect(await app.codeOf(rechargeAccount, add(200_00))).toBeUndefined();
  await limits({});
});

test('a withdrawal that cannot be ended does not keep the later ones waiting', async () => {
  const [first, second] = [await withMoney(700_00), await withMoney(700_00)];
  const { id: broken } = await ask(first, 600_00);
  app.clock.advance(1);
  const { id: later } = await ask(second, 600_00);
  await execute(
    app.owner.db,
    sql`create function wallet.fail_for_test() returns trigger language plpgsql as $$ begin raise exception 'cannot be ended'; end $$`,
  );
  await execute(
    app.owner.db,
    sql`create trigger fail_for_test before update on wallet.withdrawals for each row when (old.id = ${sql.lit(broken)}::uuid)
      execute function wallet.fail_for_test()`,
  );
  app.clock.advance(31 * 60);
  await expect(endLateWithdrawals(app.db, app.system())).rejects.toThrow('cannot be ended');
  const states = await all<{ id: string; state: string }>(
    app.db,
    sql`select id, state from wallet.withdrawals where id in (${broken}, ${later}) order by asked_at`,
  );
  expect(states).toEqual([
    { id: broken, state: 'REQUESTED' },
    { id: later, state: 'REJECTED' },
  ]);
});
