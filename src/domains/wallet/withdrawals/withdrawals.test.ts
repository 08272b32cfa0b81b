/** Money that goes back from a wallet: held at once, proved by a code, decided by a second person, paid by a third (G12). */
import { afterEach, expect, test } from 'vitest';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { makeDebtor } from '#domains/payments/factory.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { guardedBalances } from '../book-proof.ts';
import { freezeWallet, transactionHistory } from '../contract.ts';
import { walletCalls } from '../factory.ts';
import { endLateWithdrawals } from './actions/end-withdrawal.ts';
import * as contract from './contract.ts';
import { lockWithdrawal } from './lock-withdrawal.ts';

const app = await testApp();
const { limits, balance, withMoney, ask, codeOf, cashier } = await walletCalls(app);
const reviewer = await app.staff('reviewer');
const payer = await app.staff('cashier');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const confirm = (as: Person, withdrawalId: string, code: string) => ({ as, body: { withdrawalId, code } });
const decide = (as: Person, withdrawalId: string, accept = true, remark?: string) => ({
  as,
  body: { withdrawalId, accept, ...(remark ? { remark } : {}) },
});
const cash = (as: Person, withdrawalId: string, paidOn?: string) => ({
  as,
  body: { withdrawalId, tender: { method: 'CASH' as const, ...(paidOn ? { paidOn } : {}) } },
});
/** The one that waits for its code gets it. */
async function prove(as: Person): Promise<void> {
  const { items } = await app.call(contract.listWithdrawals, { as, query: { state: 'REQUESTED' } });
  for (const { id } of items) await app.call(contract.confirmWithdrawal, confirm(as, id, await codeOf(id)));
}
/** Confirmed by its code. */
async function proved(as: Person, amountMinor: number): Promise<string> {
  const { id } = await ask(as, amountMinor);
  await app.call(contract.confirmWithdrawal, confirm(as, id, await codeOf(id)));
  return id;
}

test('the way of a withdrawal: held, proved, approved by a second person, paid by a third', async () => {
  const as = await withMoney(9_000_00);
  const asked = await app.call(contract.withdrawOwn, {
    as,
    body: { amountMinor: 6_000_00, wanted: 'BANK', bankAccount: 'Sonali Bank, Uttara, 00123' },
  });
  expect(asked).toMatchObject({ state: 'REQUESTED', wanted: 'BANK' });
  expect(await balance(as)).toEqual([3_000_00, 6_000_00]);
  const moves = await app.call(transactionHistory, { as, query: {} });
  expect(moves.items.map(({ kind, outMinor }) => [kind, outMinor])).toEqual([
    ['WITHDRAWAL', 6_000_00],
    ['RECHARGE', null],
  ]);
  const { id } = asked;
  // Nobody decides or pays before the code.
  expect(await app.codeOf(contract.decideWithdrawal, decide(reviewer, id))).toBe('wallet.wrong_state');
  expect(await app.codeOf(contract.payWithdrawal, cash(payer, id))).toBe('wallet.wrong_state');
  const code = await codeOf(id);
  const other = await app.consumer();
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(other, id, code))).toBe('common.not_found');
  expect(await app.codeOf(contract.decideWithdrawal, decide(reviewer, String(as.consumerId)))).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(contract.payWithdrawal, cash(payer, String(as.consumerId)))).toBe(
    'common.not_found',
  );
  expect(await app.codeOf(contract.getWithdrawal, { as: other, params: { id } })).toBe('common.not_found');
  const wrong = await app.refused(contract.confirmWithdrawal, confirm(as, id, '0000000'));
  expect([wrong.code, wrong.params]).toEqual(['wallet.code_wrong', { left: 4 }]);
  expect((await app.call(contract.confirmWithdrawal, confirm(as, id, code))).state).toBe('OTP_CONFIRMED');
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(as, id, code))).toBe('wallet.wrong_state');
  expect((await app.call(contract.decideWithdrawal, decide(reviewer, id))).state).toBe('APPROVED');
  expect(await app.codeOf(contract.payWithdrawal, cash(reviewer, id))).toBe('wallet.withdrawal_approver');
  const today = app.system().today;
  expect(await app.codeOf(contract.payWithdrawal, cash(payer, id, addDays(today, 1)))).toBe(
    'payments.paid_in_future',
  );
  expect(await app.codeOf(contract.payWithdrawal, cash(payer, id, addDays(today, -90)))).toBe(
    'payments.second_person_date',
  );
  expect(await app.codeOf(contract.payWithdrawal, cash(payer, id, addDays(today, -1)))).toBe(
    'wallet.paid_before_asked',
  );
  const paid = await app.call(contract.payWithdrawal, {
    as: payer,
    body: { withdrawalId: id, tender: { method: 'BANK', reference: 'T-77' } },
  });
  expect(paid).toMatchObject({ state: 'PAID_OUT', method: 'BANK', reference: 'T-77' });
  expect(paid.number).toMatch(/^97\d{9}$/);
  expect(await balance(as)).toEqual([3_000_00, 0]);
  expect(await balanceOf(app.db, { partyId: String(as.consumerId), account: '2310' })).toBe(0);
  const words = await all<{ action: string }>(
    app.owner.db,
    sql`select action from platform.audit where object = 'withdrawal' and object_id = ${id} order by id`,
  );
  expect(words.map(({ action }) => action)).toEqual([
    'wallet.ask-withdrawal',
    'wallet.confirm-withdrawal',
    'wallet.approve-withdrawal',
    'wallet.pay-withdrawal',
  ]);
  const told = await all<{ event: string; secret: boolean }>(
    app.owner.db,
    sql`select split_part(event, ':', 1) as event, secret from platform.outbox where event like ${`wallet.%:${id}`} order by created_at, event`,
  );
  expect(told).toEqual([
    { event: 'wallet.code', secret: true },
    { event: 'wallet.approved', secret: false },
    { event: 'wallet.paid', secret: false },
  ]);
});

test('asked for by the office: the code of the consumer’s phone, and who asked neither decides nor pays', async () => {
  const as = await withMoney(9_000_00);
  const body = { consumerId: String(as.consumerId), amountMinor: 6_000_00, wanted: 'CASH' as const };
  await limits({ codeFromMinor: 1_00_000_00 });
  const { id } = await app.call(contract.withdrawForConsumer, { as: reviewer, body });
  await limits({});
  await app.call(contract.confirmWithdrawal, confirm(reviewer, id, await codeOf(id)));
  expect(await app.codeOf(contract.decideWithdrawal, decide(reviewer, id))).toBe('wallet.withdrawal_asker');
  expect(await app.codeOf(contract.decideWithdrawal, decide(cashier, id))).toBe('common.not_permitted');
  const admin = await app.staff('admin');
  await app.call(contract.decideWithdrawal, decide(admin, id));
  expect(await app.codeOf(contract.payWithdrawal, cash(reviewer, id))).toBe('wallet.withdrawal_own');
  await app.call(contract.payWithdrawal, cash(payer, id));
  const nobody = { ...body, consumerId: cashier.userId };
  expect(await app.codeOf(contract.withdrawForConsumer, { as: reviewer, body: nobody })).toBe(
    'common.not_found',
  );
});

test('what ends without payment is in the wallet again: refused, taken back, or a code that ran out', async () => {
  const as = await withMoney(9_000_00);
  const refused = await proved(as, 6_000_00);
  expect(await app.codeOf(contract.decideWithdrawal, decide(reviewer, refused, false))).toBe(
    'wallet.refusal_reason',
  );
  const ended = await app.call(contract.decideWithdrawal, decide(reviewer, refused, false, 'Name differs'));
  expect(ended).toMatchObject({ state: 'REJECTED', rejectedAs: 'OFFICE', decisionRemark: 'Name differs' });
  expect(await balance(as)).toEqual([9_000_00, 0]);
  expect(await app.codeOf(contract.decideWithdrawal, decide(reviewer, refused))).toBe('wallet.wrong_state');

  const { id: own } = await ask(as, 600_00);
  const takeBack = { as, body: { withdrawalId: own } };
  const stranger = { ...takeBack, as: await app.consumer() };
  expect(await app.codeOf(contract.takeBackWithdrawal, stranger)).toBe('common.not_found');
  // Also without row-level security.
  const locked = transaction(app.db, (tx) =>
    lockWithdrawal(tx, app.actorOf(stranger.as), own, ['REQUESTED']),
  );
  await expect(locked).rejects.toMatchObject({ error: { code: 'common.not_found' } });
  expect((await app.call(contract.takeBackWithdrawal, takeBack)).rejectedAs).toBe('OWNER');
  expect(await app.codeOf(contract.takeBackWithdrawal, takeBack)).toBe('wallet.wrong_state');
  expect(await balance(as)).toEqual([9_000_00, 0]);

  const { id: late } = await ask(as, 700_00);
  const code = await codeOf(late);
  app.clock.advance(31 * 60);
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(as, late, code))).toBe('wallet.code_over');
  await Promise.all([endLateWithdrawals(app.db, app.system()), endLateWithdrawals(app.db, app.system())]);
  expect(await balance(as)).toEqual([9_000_00, 0]);
  const { rejectedAs } = await app.call(contract.getWithdrawal, { as, params: { id: late } });
  expect(rejectedAs).toBe('EXPIRED');
  // By two workers at once: written one time.
  const written = await all(
    app.owner.db,
    sql`select object, actor_id as "actorId", before, after from platform.audit
      where object_id = ${late} and action = 'wallet.expire-withdrawal'`,
  );
  expect(written).toEqual([
    {
      ...{ object: 'withdrawal', actorId: null, before: { state: 'REQUESTED' } },
      after: { state: 'REJECTED' },
    },
  ]);
});

test('a code is tried five times, and proves the phone that it went to', async () => {
  const as = await withMoney(5_000_00);
  const { id } = await ask(as, 600_00);
  const code = await codeOf(id);
  const moved = await withMoney(5_000_00);
  const other = await ask(moved, 700_00);
  await execute(
    app.owner.db,
    sql`update consumers.consumers set phone = '+8801700000001' where id = ${moved.consumerId}`,
  );
  await execute(
    app.owner.db,
    sql`update identity.users set phone = '+8801700000001' where id = ${moved.userId}`,
  );
  const late = confirm(moved, other.id, await codeOf(other.id));
  expect(await app.codeOf(contract.confirmWithdrawal, late)).toBe('wallet.code_over');
  const { phone } = await one<{ phone: string }>(
    app.owner.db,
    sql`select phone from wallet.withdrawals where id = ${id}`,
  );
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => app.codeOf(contract.confirmWithdrawal, confirm(as, id, '1'))),
  );
  expect(tries.filter((answer) => answer === 'wallet.code_wrong').length).toBeLessThanOrEqual(4);
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(as, id, code))).toBe('wallet.code_over');
  const engineer = await app.staff('engineer');
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(engineer, id, code))).toBe(
    'common.not_permitted',
  );
  // One new code, also if two ask at once: to the same phone, with five tries of its own.
  app.clock.advance(60);
  const renew = (by: Person, withdrawalId = id) =>
    app.codeOf(contract.sendWithdrawalCode, { as: by, body: { withdrawalId } });
  expect(await renew(await app.consumer())).toBe('common.not_found');
  expect(await renew(engineer)).toBe('common.not_permitted');
  const seen = async () => (await app.call(contract.getWithdrawal, { as, params: { id } })).can;
  expect(await seen()).toMatchObject({ confirm: true, newCode: true });
  const answers = await Promise.all([renew(as), renew(cashier)]);
  expect(answers.toSorted()).toEqual(['wallet.no_new_code', undefined]);
  expect(await seen()).toMatchObject({ confirm: true, newCode: false });
  const fresh = await codeOf(id);
  const last = await one<{ text: string; phone: string; audits: number }>(
    app.owner.db,
    sql`select body as text, recipient as phone, (select count(*) from platform.audit where action = 'wallet.send-code')::int as audits
      from platform.outbox where event = ${`wallet.code:${id}:new`}`,
  );
  expect(last).toMatchObject({ phone, audits: 1 });
  // The line by which phones fill it in.
  expect(last.text.split('\n').at(-1)).toMatch(new RegExp(`^@\\S+ #${fresh}$`));
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(as, id, code))).toBe(
    code === fresh ? undefined : 'wallet.code_wrong',
  );
  expect(await app.codeOf(contract.confirmWithdrawal, confirm(as, id, fresh))).toBe(
    code === fresh ? 'wallet.wrong_state' : undefined,
  );
  expect(await renew(as)).toBe('wallet.wrong_state');
});

test('the limits of the day, and what a wallet has to have', async () => {
  const as = await withMoney(25_000_00);
  const withdrawal = async (amountMinor: number, more: object = {}) => {
    const body = { amountMinor: minor(amountMinor), wanted: 'CASH' as const, ...more };
    const own = await app.codeOf(contract.withdrawOwn, { as, body });
    // The office is bound by the same limits.
    const ofOffice = { as: cashier, body: { consumerId: String(as.consumerId), ...body } };
    if (own) expect(await app.codeOf(contract.withdrawForConsumer, ofOffice)).toBe(own);
    else await prove(as);
    return own;
  };
  expect(await withdrawal(499_99)).toBe('wallet.amount_below');
  expect(await withdrawal(10_000_01)).toBe('wallet.amount_above');
  expect(await withdrawal(600_00, { wanted: 'BANK' })).toBe('wallet.bank_account');
  expect(await withdrawal(10_000_00)).toBeUndefined();
  expect(await withdrawal(9_500_01)).toBeUndefined();
  expect(await withdrawal(500_00)).toBe('wallet.day_full');
  const poor = await withMoney(600_00);
  const refusal = { as: poor, body: { amountMinor: 600_01, wanted: 'CASH' as const } };
  expect(await app.codeOf(contract.withdrawOwn, refusal)).toBe('ledger.balance_short');
  const consumerId = String(poor.consumerId);
  const short = { as: cashier, body: { consumerId, ...refusal.body } };
  expect(await app.codeOf(contract.withdrawForConsumer, short)).toBe('ledger.balance_short');
  await app.call(freezeWallet, {
    as: reviewer,
    body: { consumerId: String(poor.consumerId), freeze: true, reason: 'x' },
  });
  refusal.body.amountMinor = 600_00;
  expect(await app.codeOf(contract.withdrawOwn, refusal)).toBe('ledger.balance_frozen');
  const forOther = { as: cashier, body: { consumerId: String(poor.consumerId), ...refusal.body } };
  expect(await app.codeOf(contract.withdrawForConsumer, forOther)).toBe('ledger.balance_frozen');
  // Small amounts need no code and no second person, if the settings say so.
  const small = await withMoney(2_000_00);
  await limits({ codeFromMinor: 1_000_00 });
  expect((await ask(small, 600_00)).state).toBe('APPROVED');
  await limits({});
});

test('100 withdrawals at once of which 33 fit: 33 succeed, and the wallet is never below zero (G12)', async () => {
  await limits({
    minWithdrawalMinor: 100_00,
    maxWithdrawalMinor: 50_000_00,
    dailyWithdrawalMinor: 50_000_00,
    // Codes to one phone have a limit of their own.
    codeFromMinor: 1_000_00,
  });
  const as = await withMoney(10_000_00);
  const codes = await Promise.all(
    Array.from({ length: 100 }, () =>
      app.codeOf(contract.withdrawOwn, { as, body: { amountMinor: 300_00, wanted: 'CASH' } }),
    ),
  );
  expect(codes.filter((code) => code === undefined)).toHaveLength(33);
  expect(new Set(codes)).toEqual(new Set([undefined, 'ledger.balance_short']));
  expect(await balance(as)).toEqual([100_00, 9_900_00]);
  await limits({});
});

test('a withdrawal and payments of bills at once: what is there is spent once', async () => {
  await limits({ minWithdrawalMinor: 50_00 });
  const as = await withMoney(200_00);
  const bills = await transaction(app.db, (tx) =>
    makeDebtor(tx, app.system(), { consumerId: String(as.consumerId), months: 3 }),
  );
  const pay = {
    as,
    body: { connectionId: bills.connectionId, amountMinor: 115_00, tender: { method: 'WALLET' as const } },
  };
  const codes = await Promise.all([
    ...Array.from({ length: 10 }, () => app.codeOf(makePayment, pay)),
    ...Array.from({ length: 10 }, () =>
      app.codeOf(contract.withdrawOwn, { as, body: { amountMinor: 115_00, wanted: 'CASH' } }),
    ),
  ]);
  expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  const [free, held] = await balance(as);
  expect([free, [0, 115_00].includes(Number(held))]).toEqual([85_00, true]);
  await limits({});
});

test('the list counts each state, a consumer sees their own', async () => {
  const as = await withMoney(3_000_00);
  await proved(as, 800_00);
  await ask(as, 700_00);
  const own = await app.call(contract.listWithdrawals, { as });
  expect([own.total, own.counts, own.sums.amountMinor]).toEqual([2, { REQUESTED: 1, APPROVED: 1 }, 1_500_00]);
  const found = await app.call(contract.listWithdrawals, {
    as: reviewer,
    query: { state: 'APPROVED', consumerId: String(as.consumerId) },
  });
  expect(found.items.map(({ amountMinor }) => amountMinor)).toEqual([800_00]);
});
