/** A charge of work, or the fee of an ownership change, that a household pays from the own wallet: what is taken, what is refused, and the way back (G10, G13). */
import { afterEach, describe, expect, test } from 'vitest';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { FEE, makeFees } from '#domains/ownership/fee/factory-fees.ts';
import { guardedBalances } from '#domains/wallet/book-proof.ts';
import * as wallet from '#domains/wallet/contract.ts';
import { walletCalls } from '#domains/wallet/factory.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as contract from './contract.ts';
import { DUE, makeCharges } from './factory-charges.ts';
import * as gateway from './gateway/contract.ts';
import { getPayable } from './payables/contract.ts';
import { differences } from './queries.ts';

const app = await testApp();
const { cashier, balance } = await walletCalls(app);
const { charged, detail, booked } = await makeCharges(app);
const fees = await makeFees(app);
const reviewer = await app.staff('reviewer');

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
  expect(await guardedBalances.difference(app.db)).toBe(0);
});

const recharge = (as: Person, amountMinor: number) =>
  app.call(wallet.rechargeAccount, {
    as: cashier,
    body: {
      ...{ consumerId: String(as.consumerId), amountMinor: minor(amountMinor), unusual: true },
      tender: { method: 'CASH' },
    },
  });
const freeze = (as: Person, on: boolean) =>
  app.call(wallet.freezeWallet, {
    as: reviewer,
    body: { consumerId: String(as.consumerId), freeze: on, reason: 'Phone was stolen' },
  });
const smsLike = (event: string) =>
  all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event like ${event} and channel = 'sms' order by id`,
  );

const TENDER = { method: 'WALLET' as const };

/** What can be paid from a wallet, whole: its payer, its sum, and how it is called. */
type Whole = {
  as: Person;
  id: string;
  total: number;
  number: string;
  of: { workOrderId: string } | { ownershipRequestId: string };
  /** Words of the receipt's SMS. */
  told: string;
  call: (
    amountMinor: number,
    by: Person,
    method?: 'WALLET' | 'GATEWAY' | 'CASH',
  ) => Promise<contract.Payment>;
  codeOf: (amountMinor?: number, by?: Person) => Promise<string | undefined>;
  isPaid: () => Promise<boolean>;
  wrongSum: string;
  /** What who pays it again reads. */
  paidAlready: string;
};

async function order(): Promise<Whole> {
  const { id, number, household: as } = await charged();
  const paying = (amountMinor: number, by: Person, method: 'WALLET' | 'GATEWAY' | 'CASH' = 'WALLET') => ({
    as: by,
    body: { orderId: id, amountMinor: minor(amountMinor), tender: { method } },
  });
  return {
    ...{ as, id, number, total: DUE, of: { workOrderId: id } },
    ...{ told: 'paid repair', wrongSum: 'work-orders.charge_whole', paidAlready: 'work-orders.nothing_due' },
    call: (...of) => app.call(contract.payWorkOrder, paying(...of)),
    codeOf: (amountMinor = DUE, by = as) => app.codeOf(contract.payWorkOrder, paying(amountMinor, by)),
    isPaid: async () => (await detail(id)).paidMinor === DUE,
  };
}

async function fee(): Promise<Whole> {
  const { id, buyer: as, number } = await fees.asked();
  const paying = (amountMinor: number, by: Person, method: 'WALLET' | 'GATEWAY' | 'CASH' = 'WALLET') => ({
    as: by,
    body: { requestId: id, amountMinor: minor(amountMinor), tender: { method } },
  });
  return {
    ...{ as, id, number: String(number), total: FEE, of: { ownershipRequestId: id } },
    ...{
      told: 'paid ownership request',
      wrongSum: 'ownership.fee_whole',
      paidAlready: 'ownership.wrong_state',
    },
    call: (...of) => app.call(contract.payOwnershipFee, paying(...of)),
    codeOf: (amountMinor = FEE, by = as) => app.codeOf(contract.payOwnershipFee, paying(amountMinor, by)),
    isPaid: async () => (await fees.kept(id))?.paid === FEE,
  };
}

describe.each([
  { name: 'the charge of a work order', make: order },
  { name: 'the fee of an ownership change', make: fee },
])('$name', ({ make }) => {
  const funded = async (moreMinor = 0) => {
    const made = await make();
    await recharge(made.as, made.total + moreMinor);
    return made;
  };

  test('is paid at once: the page offers the wallet; books, receipt, message, audit log and statement agree', async () => {
    const { as, id, total, number, of, told, call, isPaid } = await funded(300_00);
    const asked = await app.call(getPayable, { as, query: of });
    expect([asked.walletMinor, asked.dueMinor]).toEqual([total + 300_00, total]);
    const paid = await call(total, as);
    expect(paid).toMatchObject({ method: 'WALLET', state: 'APPROVED', amountMinor: total });
    expect([paid.vatMinor, await isPaid(), await balance(as)]).toEqual([15_008, true, [300_00, 0]]);
    const entries = await all<{ account: string; minor: number; party: string }>(
      app.db,
      sql`select e.account_code as account, e.amount_minor as minor, e.party_id as party from ledger.entries e
        join ledger.journals j on j.id = e.journal_id where j.kind = 'PAYMENT' and j.source_id = ${paid.id} order by e.line_no`,
    );
    expect(entries).toMatchObject([
      { account: ACCOUNTS.wallets, minor: total, party: as.consumerId },
      { minor: -total, party: id },
    ]);
    const [sms, ...more] = await smsLike(`payments.receipt:${paid.id}%`);
    expect(more).toEqual([]);
    for (const fact of ['from your wallet', told, number, String(paid.receiptNumber)])
      expect(sms?.body).toContain(fact);
    const written = await all(
      app.owner.db,
      sql`select actor_id as by, after ->> 'method' as method, (after ->> 'walletOf')::uuid as "walletOf"
        from platform.audit where action = 'payment.make' and object_id = ${paid.id}`,
    );
    expect(written).toEqual([{ by: as.userId, method: 'WALLET', walletOf: as.consumerId }]);
    const { items } = await app.call(wallet.transactionHistory, { as });
    expect(items[0]).toMatchObject({ kind: 'PAYMENT', outMinor: total, balanceMinor: 300_00 });
  });

  test('too little, another sum and a frozen wallet pay nothing', async () => {
    const { as, total, codeOf, wrongSum, isPaid, of } = await funded(-1);
    expect(await codeOf()).toBe('ledger.balance_short');
    await recharge(as, 500_00);
    expect([await codeOf(total - 1), await codeOf(total + 1)]).toEqual([wrongSum, wrongSum]);
    await freeze(as, true);
    expect(await codeOf()).toBe('ledger.balance_frozen');
    expect((await app.call(getPayable, { as, query: of })).walletMinor).toBeNull();
    await freeze(as, false);
    expect([await isPaid(), await balance(as)]).toEqual([false, [total - 1 + 500_00, 0]]);
    expect(await codeOf()).toBeUndefined();
  });

  test('nobody else pays with it: no clerk, and no household whose matter it is not', async () => {
    const { as, total, codeOf, isPaid } = await funded();
    expect(await codeOf(total, cashier)).toBe('common.not_permitted');
    const stranger = await app.consumer();
    await recharge(stranger, total);
    expect(await codeOf(total, stranger)).toBe('common.not_found');
    expect([await isPaid(), await balance(as), await balance(stranger)]).toEqual([
      false,
      [total, 0],
      [total, 0],
    ]);
  });

  test('ten at once: it is paid one time, and the others read that it is paid', async () => {
    const { as, codeOf, paidAlready } = await funded(25_00);
    const codes = await Promise.all(Array.from({ length: 10 }, () => codeOf()));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([undefined, paidAlready]));
    expect(await balance(as)).toEqual([25_00, 0]);
  });

  test('a payment at the bank keeps the wallet from paying; one that never reached the bank gives way', async () => {
    const left = await funded();
    const started = await left.call(left.total, left.as, 'GATEWAY');
    expect(await left.codeOf()).toBeUndefined();
    expect((await app.call(contract.getPayment, { as: left.as, params: { id: started.id } })).state).toBe(
      'EXPIRED',
    );
    const sent = await funded();
    const { id: paymentId } = await sent.call(sent.total, sent.as, 'GATEWAY');
    await app.call(gateway.openOrder, { as: sent.as, body: { paymentId } });
    expect(await sent.codeOf()).toBe('payments.other_running');
    expect(await balance(sent.as)).toEqual([sent.total, 0]);
  });

  test.each(['alone', 'by two people'])(
    'reversed %s: the wallet is locked first and has the money again, its household is told so, and pays again',
    async (by) => {
      const { as, id, total, number, call, isPaid } = await funded();
      const { id: paymentId } = await call(total, as);
      await execute(
        app.db,
        sql`update settings.entries set value = ${JSON.stringify({ reverseAloneUpToMinor: by === 'alone' ? total : 0 })}::jsonb
          where key = 'payments'`,
      );
      // What one person has reversed alone today counts.
      const officer = await app.staff('reviewer');
      const reverse = () =>
        app.call(contract.reversePayment, { as: officer, body: { paymentId, reason: 'wrong house' } });
      const asked = by === 'alone' ? undefined : await reverse();
      expect(await isPaid()).toBe(true);
      const body = { reversalId: String(asked?.reversal?.id), accept: true };
      const admin = await app.staff('admin');
      const { taken } = await transaction(app.db, async (tx) => {
        await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: String(as.consumerId) });
        const started = asked ? app.call(contract.decideReversal, { as: admin, body }) : reverse();
        await expect.poll(() => waiting(app)).toBeGreaterThan(0);
        // Who has the wallet gets the thing itself next.
        await execute(tx, sql`select from work_orders.orders where id = ${id} for update nowait`);
        await execute(tx, sql`select from ownership.requests where id = ${id} for update nowait`);
        return { taken: started };
      });
      expect((await taken).state).toBe('REVERSED');
      expect([await isPaid(), await balance(as)]).toEqual([false, [total, 0]]);
      expect([await booked(id), await fees.books(id)]).toEqual([{}, {}]);
      const sms = await smsLike(`payments.taken-back:${paymentId}:%`);
      expect(sms).toHaveLength(1);
      for (const fact of ['in your wallet again', number, 'wrong house'])
        expect(sms[0]?.body).toContain(fact);
      await call(total, as);
      expect([await isPaid(), await balance(as)]).toEqual([true, [0, 0]]);
    },
  );
});

test('either owner pays a fee from the own wallet, and a payment with cash tells nobody of a wallet', async () => {
  const { id, owner } = await fees.asked();
  await recharge(owner, FEE);
  const paid = await app.call(contract.payOwnershipFee, {
    as: owner,
    body: { requestId: id, amountMinor: minor(FEE), tender: TENDER },
  });
  expect([paid.state, await balance(owner)]).toEqual(['APPROVED', [0, 0]]);
  const other = await order();
  const { id: paymentId } = await other.call(other.total, cashier, 'CASH');
  await app.call(contract.reversePayment, { as: reviewer, body: { paymentId, reason: 'wrong house' } });
  expect(await smsLike(`payments.taken-back:${paymentId}:%`)).toEqual([]);
});
