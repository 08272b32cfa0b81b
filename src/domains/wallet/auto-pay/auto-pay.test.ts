/** Bills that a wallet pays by itself: the wish over HTTP, the job day by day, each failure by its name, and runs that are killed or come twice. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { openOrder } from '#domains/payments/gateway/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { freezeWallet, rechargeAccount, transactionHistory, walletList } from '../contract.ts';
import { withdrawOwn } from '../withdrawals/contract.ts';
import { workDay } from './actions/work-days.ts';
import { payBills } from './actions/work-tries.ts';
import * as contract from './contract.ts';
import { autoPayCalls, off, on } from './factory.ts';

const app = await testApp();
const calls = await autoPayCalls(app);
const { START, clock, run, runOn, goTo, seen, tries, told, bells, household, settle } = calls;
const { admin, ask, cashier, limits, balance } = calls;
const reviewer = await app.staff('reviewer');

beforeEach(() => {
  goTo(0);
  app.clock.set(`${START}T04:00:00Z`);
});
afterEach(settle);

test('a household wants it for one connection or for all, changes it and ends it; the log has each', async () => {
  const { as, connectionId } = await household(200_00, null);
  const second = await transaction(app.db, (tx) =>
    makeConnection(tx, app.system(), { consumerId: String(as.consumerId) }),
  );
  const wishes = async () => new Map((await seen(as)).connections.map((row) => [row.connectionId, row.wish]));
  const one = await app.call(contract.updateAutoPay, on(as, { connectionId }));
  expect(one).toMatchObject({ isOffered: true, noticeDays: 3, can: { update: true } });
  expect((await wishes()).get(connectionId)).toMatchObject({
    ...{ trigger: 'ON_BILL', day: null, ceilingMinor: 115_00, startedOn: START },
  });
  expect((await wishes()).get(second.id)).toBeNull();
  // All of them; who asks twice at once changes nothing, and what was wanted already stays.
  await Promise.all([on(as), on(as)].map((wish) => app.call(contract.updateAutoPay, wish)));
  const kept = await all(app.db, sql`select from wallet.auto_rules where consumer_id = ${as.consumerId}`);
  expect(kept).toHaveLength(2);
  await app.call(contract.updateAutoPay, on(as, { when: { trigger: 'FIXED_DAY', day: 5 }, connectionId }));
  expect((await wishes()).get(connectionId)).toMatchObject({ trigger: 'FIXED_DAY', day: 5 });
  const { items } = await app.call(walletList, { as: reviewer, query: { autoPay: 'on' } });
  expect(items.map((row) => row.consumerId)).toEqual([as.consumerId]);
  expect((await app.call(walletList, { as: reviewer, query: { autoPay: 'off' } })).total).toBe(0);
  await app.call(contract.updateAutoPay, off(as));
  expect([...(await wishes()).values()]).toEqual([null, null]);
  const log = await all<{ action: string; after: { autoPayments: unknown[] } }>(
    app.owner.db,
    sql`select action, after from platform.audit where object_id = ${as.consumerId} and action like 'wallet.auto-pay%' order by id`,
  );
  expect(log.map(({ action, after }) => [action, after.autoPayments.length])).toEqual([
    ['wallet.auto-pay-on', 1],
    ['wallet.auto-pay-on', 2],
    ['wallet.auto-pay-on', 2],
    ['wallet.auto-pay-on', 1],
    ['wallet.auto-pay-off', 0],
  ]);
  // Staff see it, and do not change it; nobody changes that of another household.
  const shown = await app.call(contract.checkAutoPay, {
    as: reviewer,
    query: { consumerId: String(as.consumerId) },
  });
  expect([shown.connections.length, shown.can.update]).toEqual([2, false]);
  expect(await app.codeOf(contract.checkAutoPay, { as: reviewer, query: { consumerId: admin.userId } })).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(contract.updateAutoPay, on(admin))).toBe('common.not_permitted');
  const other = await app.consumer();
  expect(await app.codeOf(contract.updateAutoPay, on(other, { connectionId }))).toBe('common.not_found');
  // A household without a connection has nothing to pay for.
  expect(await app.codeOf(contract.updateAutoPay, on(other))).toBe('common.not_found');
  await limits({ enabled: false });
  expect(await app.codeOf(contract.updateAutoPay, on(as))).toBe('payments.wallet_off');
  await limits({});
  for (const wrong of [{ when: { trigger: 'FIXED_DAY' as const, day: 29 } }, { ceiling: 0 }])
    expect(await app.codeOf(contract.updateAutoPay, on(as, wrong))).toBe('common.invalid_input');
});

test('a bill is told some days before, paid to the poisha on its day, and told as paid', async () => {
  const { as, connectionId, invoices } = await household(300_00);
  await run();
  await run();
  expect(await tries(as)).toEqual([['PLANNED', '', 115_00, 3]]);
  expect([await told(as), await bells(as)]).toEqual([['wallet.auto_coming'], ['wallet.auto_coming']]);
  await runOn(2);
  expect(await balance(as)).toEqual([300_00, 0]);
  await runOn(3);
  await run();
  expect(await balance(as)).toEqual([185_00, 0]);
  const { results } = await seen(as);
  expect(results).toMatchObject([{ state: 'PAID', invoiceId: invoices[0]?.id, isTakenBack: false }]);
  expect(await told(as)).toEqual(['wallet.auto_coming', 'payments.receipt']);
  // What the office takes back is not paid by itself again, also not by a new wish.
  app.clock.set(clock.now().toISOString());
  await app.call(reversePayment, {
    as: await app.staff('reviewer'),
    body: { paymentId: String(results[0]?.paymentId), reason: 'not wanted' },
  });
  app.clock.set(`${START}T04:00:00Z`);
  await app.call(contract.updateAutoPay, on(as, { ceiling: 200_00 }));
  await runOn(10);
  expect((await seen(as)).planned).toEqual([]);
  expect(await balance(as)).toEqual([300_00, 0]);
  expect((await seen(as)).results).toMatchObject([{ isTakenBack: true }]);
  // The next bill is.
  await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId, period: `${START.slice(0, 7)}-01` }),
  );
  await runOn(11);
  expect((await seen(as)).planned).toHaveLength(1);
});

test('without days of notice a bill is paid on the day on which it is found, and told as paid only', async () => {
  await limits({ autoPayNoticeDays: 0 });
  const { as } = await household(300_00);
  await run();
  const { items, sums } = await app.call(transactionHistory, { as, query: { kind: 'AUTO_PAYMENT' } });
  expect([items.length, items[0]?.balanceMinor, sums.outMinor]).toEqual([1, 185_00, 115_00]);
  expect(await told(as)).toEqual(['payments.receipt']);
  await limits({});
});

test('on a fixed day: the first one after the days of notice, and told as long before', async () => {
  // 15 November and three days: the 18th is this month’s, the 17th is next month’s.
  const [near, far] = [
    await household(300_00, { when: { trigger: 'FIXED_DAY', day: 18 } }),
    await household(300_00, { when: { trigger: 'FIXED_DAY', day: 17 } }),
  ];
  await run();
  expect(await tries(near.as)).toEqual([['PLANNED', '', 115_00, 3]]);
  expect(await tries(far.as)).toEqual([['PLANNED', '', 115_00, 32]]);
  expect([await told(near.as), await told(far.as)]).toEqual([['wallet.auto_coming'], []]);
  // No run came on the days of the notice: it is told late, and paid as long after that.
  await runOn(32);
  expect(await tries(far.as)).toEqual([['PLANNED', '', 115_00, 35]]);
  await runOn(35);
  expect(await balance(far.as)).toEqual([185_00, 0]);
});

describe('each failure has its name, is told once, and is tried again', () => {
  test('too little in the wallet: three times, then not any more; what is held does not count', async () => {
    const { as } = await household(714_99);
    await ask(as, 600_00);
    await run();
    await runOn(3);
    await run();
    expect(await tries(as)).toEqual([
      ['PLANNED', '', 115_00, 5],
      ['FAILED', 'BALANCE_SHORT', 115_00, 3],
    ]);
    await runOn(5);
    await runOn(7);
    await runOn(20);
    expect(await tries(as)).toEqual([7, 5, 3].map((day) => ['FAILED', 'BALANCE_SHORT', 115_00, day]));
    expect(await told(as)).toEqual([
      'wallet.auto_coming',
      ...Array.from({ length: 3 }, () => 'wallet.auto_failed'),
    ]);
    expect(await bells(as)).toEqual([
      'wallet.auto_coming',
      ...Array.from({ length: 3 }, () => 'wallet.auto_balance_short'),
    ]);
    expect(await balance(as)).toEqual([114_99, 600_00]);
  });

  test('the money came until the second try', async () => {
    const { as } = await household(114_99);
    await run();
    await runOn(3);
    await app.call(rechargeAccount, {
      as: cashier,
      body: { consumerId: String(as.consumerId), amountMinor: minor(100_00), tender: { method: 'CASH' } },
    });
    await runOn(5);
    expect(await balance(as)).toEqual([99_99, 0]);
  });

  test('one poisha over the ceiling is told at once and not tried; the ceiling itself is paid; a new wish tries again', async () => {
    const { as } = await household(300_00, { ceiling: 114_99 });
    await run();
    expect(await tries(as)).toEqual([['FAILED', 'OVER_CEILING', 115_00, 3]]);
    expect(await bells(as)).toEqual(['wallet.auto_over_ceiling']);
    await runOn(9);
    expect(await balance(as)).toEqual([300_00, 0]);
    await app.call(contract.updateAutoPay, on(as, { ceiling: 115_00 }));
    await run();
    await runOn(12);
    expect(await balance(as)).toEqual([185_00, 0]);
  });

  test('a frozen wallet, a payment at the bank, a bill that is looked at, auto-pay switched off', async () => {
    const [frozen, atBank, held, stopped] = [
      await household(300_00),
      await household(300_00),
      await household(300_00),
      await household(300_00),
    ];
    await run();
    await app.call(freezeWallet, {
      as: reviewer,
      body: { consumerId: String(frozen.as.consumerId), freeze: true, reason: 'phone was stolen' },
    });
    const started = {
      connectionId: atBank.connectionId,
      amountMinor: 115_00,
      tender: { method: 'GATEWAY' as const },
    };
    const { id: paymentId } = await app.call(makePayment, { as: atBank.as, body: started });
    await app.call(openOrder, { as: atBank.as, body: { paymentId } });
    await execute(
      app.owner.db,
      sql`insert into billing.corrections (invoice_id, kind, state, reason, amount_minor, invoice_version, two_person, requested_at)
        values (${held.invoices[0]?.id}, 'CANCEL', 'REQUESTED', 'meter is wrong', 11500, 1, true, now())`,
    );
    await execute(
      app.db,
      sql`update wallet.auto_payments set pay_on = pay_on + 1 where consumer_id = ${stopped.as.consumerId}`,
    );
    await runOn(3);
    const reasons = async () =>
      Promise.all([frozen, atBank, held].map(async ({ as }) => (await seen(as)).results[0]?.reason));
    expect(await reasons()).toEqual(['WALLET_FROZEN', 'PAYMENT_RUNNING', 'BILL_HELD']);
    await limits({ autoPay: false });
    await runOn(4);
    expect((await seen(stopped.as)).results[0]?.reason).toBe('SWITCHED_OFF');
    expect((await seen(stopped.as)).isOffered).toBe(false);
    expect(await app.codeOf(contract.updateAutoPay, on(stopped.as, { ceiling: 999_00 }))).toBe(
      'wallet.auto_pay_off',
    );
    // Nothing new is planned; ending it is never refused.
    const late = await household(300_00, null);
    await execute(
      app.db,
      sql`insert into wallet.auto_rules (connection_id, consumer_id, trigger, ceiling_minor, started_at)
        values (${late.connectionId}, ${late.as.consumerId}, 'ON_BILL', 20000, now())`,
    );
    await run();
    expect(await tries(late.as)).toEqual([]);
    await app.call(contract.updateAutoPay, off(stopped.as));
    await limits({});
    expect(await balance(stopped.as)).toEqual([300_00, 0]);
  });

  test('what is paid by hand, or ended, is neither shown as planned nor tried', async () => {
    const [paid, ended] = [await household(300_00), await household(300_00)];
    await run();
    await app.call(makePayment, {
      as: paid.as,
      body: {
        connectionId: paid.connectionId,
        amountMinor: minor(115_00),
        tender: { method: 'WALLET' },
      },
    });
    await app.call(contract.updateAutoPay, off(ended.as));
    expect([await tries(paid.as), await tries(ended.as)]).toEqual([[], []]);
    await runOn(3);
    expect([await tries(paid.as), await tries(ended.as)]).toEqual([[], []]);
    expect(await balance(paid.as)).toEqual([185_00, 0]);
    expect(await balance(ended.as)).toEqual([300_00, 0]);
  });

  test('the oldest bill first: a newer one waits for it, and fails with it', async () => {
    const { as, invoices } = await household(115_00, {}, 2);
    await run();
    await runOn(3);
    expect(await tries(as)).toEqual([
      ['PLANNED', '', 115_00, 5],
      ['FAILED', 'BALANCE_SHORT', 115_00, 3],
      ['PAID', '', 115_00, 3],
    ]);
    const { results } = await seen(as);
    expect(results.find(({ state }) => state === 'PAID')?.invoiceId).toBe(invoices[0]?.id);
    // The older one is tried on the 5th and the 7th day; the newer one is not tried before, and then cannot be paid.
    const poor = await household(114_99, {}, 2);
    for (const day of [0, 3, 5, 7]) await runOn(day);
    const reasons = (await seen(poor.as)).results.map(({ reason, payOn }) => `${payOn} ${reason}`);
    expect(reasons.toSorted()).toEqual([
      ...[3, 5, 7].map((day) => `${addDays(START, day)} BALANCE_SHORT`),
      `${addDays(START, 7)} OLDER_BILL`,
    ]);
  });
});

test('ten runs at once, and runs that are killed in between, pay each bill once', async () => {
  const houses = await Promise.all(Array.from({ length: 6 }, () => household(500_00)));
  await Promise.all(Array.from({ length: 5 }, run));
  goTo(3);
  // The last statement of each payment fails: nothing is kept of it.
  await execute(app.owner.db, sql`alter table payments.receipts add constraint cut check (false) not valid`);
  await expect(run()).rejects.toThrow('6 bills could not be paid');
  await execute(app.owner.db, sql`alter table payments.receipts drop constraint cut`);
  for (const { as } of houses) expect(await balance(as)).toEqual([500_00, 0]);
  // One is stopped after its first bills, ten go on at once: none of them fails.
  let left = 2;
  expect(
    await payBills(app.db, clock, { isStopped: () => left-- <= 0, isAlive: async () => undefined }),
  ).toBe(false);
  await Promise.all(Array.from({ length: 10 }, run));
  // Runs whose connections are cut at any place, and one after them.
  const others = await Promise.all(Array.from({ length: 4 }, () => household(500_00)));
  await runOn(3);
  goTo(6);
  const killed = Promise.allSettled(Array.from({ length: 3 }, run));
  await execute(
    app.owner.db,
    sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'jolkol_app' and datname = current_database() and state <> 'idle'`,
  );
  await killed;
  await run();
  for (const { as } of [...houses, ...others]) {
    expect(await balance(as)).toEqual([385_00, 0]);
    expect(await told(as)).toEqual(['wallet.auto_coming', 'payments.receipt']);
  }
});

test('the work of a day begins at ten past nine, is done once, and is gone on with if its worker was killed', async () => {
  const at = (time: string) => ({ ...clock, now: () => new Date(`2031-03-05T${time}:00+06:00`) });
  expect(await workDay(app.db, at('09:09'))).toBe(false);
  await execute(
    app.owner.db,
    sql`alter table wallet.auto_payments add constraint cut check (false) not valid`,
  );
  await household(300_00);
  await expect(workDay(app.db, at('09:10'))).rejects.toThrow();
  await execute(app.owner.db, sql`alter table wallet.auto_payments drop constraint cut`);
  expect(await workDay(app.db, at('09:11'), () => true)).toBe(true);
  // A worker that was alive just now is not disturbed; one that is silent is gone.
  await execute(app.db, sql`update wallet.auto_days set alive_at = clock_timestamp()`);
  expect(await workDay(app.db, at('09:12'))).toBe(false);
  await execute(app.db, sql`update wallet.auto_days set alive_at = clock_timestamp() - interval '3 minutes'`);
  const both = await Promise.all([workDay(app.db, at('09:15')), workDay(app.db, at('09:15'))]);
  expect(both.toSorted()).toEqual([false, true]);
  await execute(app.db, sql`update wallet.auto_days set alive_at = '-infinity'`);
  expect(await workDay(app.db, at('18:00'))).toBe(false);
});

test('a payment by itself, one by hand and a withdrawal at the same moment: the wallet gives what it has, once (G12)', async () => {
  const houses = await Promise.all(Array.from({ length: 5 }, () => household(700_00)));
  await run();
  goTo(3);
  const others = houses.flatMap(({ as, connectionId }) => [
    app.codeOf(makePayment, {
      as,
      body: { connectionId, amountMinor: 115_00, tender: { method: 'WALLET' } },
    }),
    app.codeOf(withdrawOwn, { as, body: { amountMinor: minor(600_00), wanted: 'CASH' } }),
  ]);
  await Promise.all([run(), ...others]);
  for (const { as } of houses) expect(['58500,0', '10000,60000']).toContain(String(await balance(as)));
});

test('a connection that has another owner is not paid from the wallet of the one before', async () => {
  const { as, connectionId } = await household(300_00);
  await run();
  const other = await app.consumer();
  await execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${other.consumerId} where id = ${connectionId}`,
  );
  await runOn(3);
  expect(await balance(as)).toEqual([300_00, 0]);
  const ended = await all<{ how: string }>(
    app.db,
    sql`select ended_as as how from wallet.auto_rules where connection_id = ${connectionId}`,
  );
  expect(ended).toEqual([{ how: 'OWNER_CHANGED' }]);
  await execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${as.consumerId} where id = ${connectionId}`,
  );
});

test('what is decided stays, also if the program forgets to ask', async () => {
  const { as } = await household(300_00);
  await run();
  await runOn(3);
  const change = execute(
    app.db,
    sql`update wallet.auto_payments set amount_minor = 1 where consumer_id = ${as.consumerId}`,
  );
  await expect(change).rejects.toMatchObject({ constraint: 'auto_payments_frozen' });
  const wish = execute(app.db, sql`update wallet.auto_rules set ceiling_minor = 1 where ended_at is null`);
  await expect(wish).rejects.toMatchObject({ constraint: 'auto_rules_frozen' });
});
