/** The fee of an ownership change goes back: taken back by who took it, or owed back because the request ends without a change. */
import { afterEach, describe, expect, test } from 'vitest';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { moneyOfFee } from '#domains/payments/fee-payments.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { decideProposal } from '#domains/payments/proposals/contract.ts';
import * as refunds from '#domains/payments/refunds/contract.ts';
import { systemActor } from '#platform/actor.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { waiting } from '#test/race.ts';
import * as contract from '../contract.ts';
import { expireRequests } from '../steps/actions/end-request.ts';
import * as steps from '../steps/contract.ts';
import { CASH, FEE, makeFees, NET, setFee, VAT } from './factory-fees.ts';

const app = await testApp();
const fees = await makeFees(app);
const { office, cashier, second, asked, pay, state, kept, books } = fees;

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const remark = 'the heirs do not agree';
const rejecting = async (requestId: string) => ({
  ...{ as: office.admin, query: { requestId } },
  body: { version: (await office.at(requestId)).version, remark },
});
const withdrawing = async (requestId: string, as: Person) => ({
  as,
  body: { ...(await office.at(requestId)), remark },
});

describe('taken back', () => {
  test('the request waits for its fee again, and the right money pays it', async () => {
    const { id } = await asked();
    const { id: paymentId } = await pay(id);
    expect(await fees.reverse(paymentId)).toMatchObject({ state: 'REVERSED' });
    expect(await books(id)).toEqual({});
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_PAY', paid: 0 });
    const [log] = await all<{ reason: string; after: object }>(
      app.owner.db,
      sql`select reason, after from platform.audit where object_id = ${id} and action = 'ownership.take-back'`,
    );
    expect(log).toMatchObject({
      reason: 'another request',
      after: { state: 'READY_TO_PAY', feePaidMinor: 0 },
    });
    await pay(id);
    expect(await books(id)).toEqual({ '1000': FEE, '2100': -VAT, '4120': -NET });
  });

  test('above what one person may alone a second person decides; the request remembers what was done', async () => {
    const { id } = await asked();
    const [one, other] = [await app.staff('admin'), await app.staff('admin')];
    const paid = await pay(id);
    expect(await fees.reverse(paid.id, one)).toMatchObject({ state: 'REVERSED' });
    const again = await pay(id);
    expect(await fees.reverse(again.id, other)).toMatchObject({
      ...{ state: 'APPROVED', reversal: { state: 'REQUESTED' } },
    });
    // Meanwhile the change is accepted: then the money stays.
    await office.accept(id);
    const [reversal] = await all<{ id: string }>(
      app.db,
      sql`select id from payments.reversals where payment_id = ${again.id}`,
    );
    const body = { reversalId: String(reversal?.id), accept: true };
    expect(await app.codeOf(payments.decideReversal, { as: second, body })).toBe('ownership.wrong_state');
    expect(await kept(id)).toMatchObject({ state: 'COMPLETED', paid: FEE });
  });

  test('the fee of a change that was accepted or returned stays', async () => {
    const accepted = await asked();
    const paid = await pay(accepted.id);
    await office.accept(accepted.id);
    const returned = await asked();
    const kept = await pay(returned.id);
    await app.call(steps.returnRequest, {
      as: office.clerk,
      body: { ...(await office.at(returned.id)), remark: 'the deed cannot be read' },
    });
    // Nor is a second person asked for it.
    for (const alone of [120_000, 0]) {
      await setFee(app, NET, alone);
      for (const { id } of [paid, kept]) {
        const body = { paymentId: id, reason: 'another request' };
        expect(await app.codeOf(payments.reversePayment, { as: second, body })).toBe('ownership.wrong_state');
      }
    }
    await setFee(app, NET);
  });
});

/** The SMS about a refund that has just been asked for. */
const told = async (refundId: string) => {
  const rows = await all<{ body: string }>(
    app.owner.db,
    sql`select body from platform.outbox where event = ${`payments.refund:${refundId}:REQUESTED`}`,
  );
  return rows.map(({ body }) => body).join('');
};

describe('owed back', () => {
  test('of a request that an owner withdraws: the SMS says that the owner does not change', async () => {
    const { id, number, owner } = await asked();
    await pay(id);
    await app.call(steps.withdrawRequest, await withdrawing(id, owner));
    const { items } = await app.call(refunds.listRefunds, { as: cashier, query: { search: number } });
    expect(await told(String(items[0]?.id))).toMatch(/পরিবর্তন হচ্ছে না|does not change/);
  });

  test('of a rejected request: what was paid goes out by a refund of three people', async () => {
    const { id, number, owner, buyer } = await asked();
    await pay(id);
    expect(await app.call(steps.rejectChange, await rejecting(id))).toMatchObject({ state: 'REJECTED' });
    expect(await books(id)).toEqual({ '1000': FEE, '2210': -FEE });
    expect(await kept(id)).toMatchObject({ state: 'REJECTED', paid: 0 });
    const { items } = await app.call(refunds.listRefunds, { as: cashier, query: { search: number } });
    expect(items).toMatchObject([
      {
        ...{ targetNumber: number, amountMinor: FEE, ownershipRequestId: id, payeeName: 'Rahima Khatun' },
        ...{ state: 'REQUESTED', reason: remark, cause: 'PAYMENT', payeePhone: await fees.phoneOf(owner) },
      },
    ]);
    const refundId = String(items[0]?.id);
    expect(await told(refundId)).toMatch(/নামঞ্জুর|was not accepted/);
    expect(await told(refundId)).not.toMatch(/wish|অনুরোধ/);
    const body = { refundId, accept: true };
    expect(await app.codeOf(refunds.decideRefund, { as: office.admin, body })).toBe('payments.refund_asker');
    await app.call(refunds.decideRefund, { as: second, body });
    const seen = async (as: Person) =>
      (await app.call(contract.getRequest, { as, query: { requestId: id } })).fee?.payments.refund;
    expect(await seen(owner)).toEqual({ refundId: null, state: 'APPROVED', amountMinor: FEE });
    expect(await seen(office.admin)).toEqual({ refundId, state: 'APPROVED', amountMinor: FEE });
    expect(await seen(buyer)).toBeNull();
    await app.call(refunds.payRefund, { as: cashier, body: { refundId, tender: CASH } });
    expect(await books(id)).toEqual({});
  });

  test.each(['owner', 'buyer'] as const)(
    'of a request that the %s withdraws: the money is of who paid it',
    async (who) => {
      const request = await asked();
      const { id, buyer } = request;
      const paymentId = await fees.atBank(id, buyer);
      await fees.approve(paymentId);
      await fees.complete(paymentId, buyer);
      await app.call(steps.withdrawRequest, await withdrawing(id, request[who]));
      expect(await books(id)).toEqual({ '1020': FEE, '2210': -FEE });
      expect(await fees.refunds(id)).toMatchObject([
        {
          state: 'REQUESTED',
          minor: FEE,
          reason: remark,
          askedBy: request[who].userId,
          payer: buyer.consumerId,
        },
      ]);
      expect(
        (await app.call(getPayable, { as: buyer, query: { ownershipRequestId: id } })).closed,
      ).toMatchObject({ because: 'ENDED' });
    },
  );

  test('of a returned request that nobody corrects: the program asks, once', async () => {
    const { id } = await asked();
    await pay(id);
    await app.call(steps.returnRequest, {
      as: office.clerk,
      body: { ...(await office.at(id)), remark: 'the deed cannot be read' },
    });
    const later = systemActor(app.clock.now(), '2027-01-30');
    await expireRequests(app.db, later, moneyOfFee);
    await expireRequests(app.db, later, moneyOfFee);
    expect(await kept(id)).toMatchObject({ state: 'EXPIRED', paid: 0 });
    expect(await fees.refunds(id)).toMatchObject([{ state: 'REQUESTED', minor: FEE, askedBy: null }]);
    expect(await books(id)).toEqual({ '1000': FEE, '2210': -FEE });
    // Who paid is told one time that the fee goes back.
    const told = await all<{ body: string }>(
      app.owner.db,
      sql`select o.body from platform.outbox o join payments.refunds f on o.event = 'payments.refund:' || f.id || ':REQUESTED'
        where f.ownership_request_id = ${id}`,
    );
    expect(told).toHaveLength(1);
    expect(told[0]?.body).toMatch(/ফি .* ফেরত পাবেন|owed back/);
  });

  test('of a request that was not paid: nothing', async () => {
    const { id, owner } = await asked();
    await app.call(steps.withdrawRequest, await withdrawing(id, owner));
    expect(await fees.refunds(id)).toEqual([]);
    expect(await books(id)).toEqual({});
  });

  test('a refused refund is asked for again', async () => {
    const { id } = await asked();
    await pay(id);
    await app.call(steps.rejectChange, await rejecting(id));
    const [refund] = await fees.refunds(id);
    const refundId = String(refund?.id);
    await app.call(refunds.decideRefund, {
      as: second,
      body: { refundId, accept: false, remark: 'not the payer' },
    });
    const asking = { of: { kind: 'REFUSED' as const, refundId }, reason: 'it was the payer' };
    expect(await app.call(refunds.openRefund, { as: cashier, body: asking })).toMatchObject({
      ...{ state: 'REQUESTED', ownershipRequestId: id, amountMinor: FEE },
    });
  });

  test('a payout that comes back from the bank is owed again', async () => {
    const { id } = await asked();
    await pay(id);
    await app.call(steps.rejectChange, await rejecting(id));
    const [refund] = await fees.refunds(id);
    const refundId = String(refund?.id);
    await app.call(refunds.decideRefund, { as: second, body: { refundId, accept: true } });
    const tender = { method: 'BANK' as const, reference: 'T-1' };
    await app.call(refunds.payRefund, { as: cashier, body: { refundId, tender } });
    const returning = { refundId, reason: 'the account is closed', reference: 'S-9' };
    await app.call(refunds.askReturn, { as: cashier, body: returning });
    const [proposal] = await all<{ id: string }>(
      app.db,
      sql`select id from payments.proposals where refund_id = ${refundId}`,
    );
    const accepting = { params: { id: String(proposal?.id) }, body: { accept: true } };
    await app.call(decideProposal, { as: second, ...accepting });
    expect(await books(id)).toMatchObject({ '2210': -FEE });
    expect(await fees.refunds(id)).toMatchObject([{ state: 'RETURNED' }, { state: 'APPROVED', minor: FEE }]);
  });
});

describe('money that comes too late', () => {
  const late = async (end: (requestId: string, owner: Person) => Promise<unknown>) => {
    const { id, owner, buyer } = await asked();
    const paymentId = await fees.atBank(id, owner);
    await end(id, owner);
    await fees.approve(paymentId);
    expect(await fees.complete(paymentId, owner)).toMatchObject({ state: 'APPROVED', owedBack: true });
    expect(await fees.refunds(id)).toMatchObject([{ state: 'REQUESTED', minor: FEE, askedBy: null }]);
    const seen = async (as: Person) =>
      (await app.call(contract.getRequest, { as, query: { requestId: id } })).fee?.payments;
    const told = { paymentId, amountMinor: FEE, refundState: 'REQUESTED', paidOutOn: null };
    for (const as of [owner, office.clerk]) {
      expect((await seen(as))?.goesBack).toMatchObject([told]);
      expect((await seen(as))?.refund).toBeNull();
    }
    expect((await seen(buyer))?.goesBack).toEqual([]);
    return id;
  };

  test('after the request was rejected or withdrawn is owed back, never refused', async () => {
    const rejected = await late(async (id) => app.call(steps.rejectChange, await rejecting(id)));
    expect(await books(rejected)).toEqual({ '1020': FEE, '2210': -FEE });
    const withdrawn = await late(async (id, owner) =>
      app.call(steps.withdrawRequest, await withdrawing(id, owner)),
    );
    expect(await books(withdrawn)).toEqual({ '1020': FEE, '2210': -FEE });
  });

  test('after the fee was paid at the counter is owed back, and the change goes on', async () => {
    const id = await late((requestId) => pay(requestId));
    expect(await books(id)).toEqual({ '1000': FEE, '1020': FEE, '2100': -VAT, '4120': -NET, '2210': -FEE });
    await office.accept(id);
    expect(await kept(id)).toMatchObject({ state: 'COMPLETED', paid: FEE });
  });
});

test('the fee of two payments: what was owed back already is not given back again', async () => {
  const { id, owner } = await asked();
  const online = await fees.atBank(id, owner);
  const { id: atCounter } = await pay(id);
  await fees.approve(online);
  await fees.complete(online, owner);
  await app.call(steps.rejectChange, await rejecting(id));
  const rows = await all<{ paymentId: string }>(
    app.db,
    sql`select payment_id as "paymentId" from payments.refunds where ownership_request_id = ${id} order by asked_at, id`,
  );
  expect(rows.map(({ paymentId }) => paymentId)).toEqual([online, atCounter]);
  expect(await books(id)).toEqual({ '1000': FEE, '1020': FEE, '2210': -2 * FEE });
});

describe('at the same time', () => {
  /** While somebody has the lock of the payment, and then wants that of the request, as everybody who moves money does. */
  const whileMoved = async <T>(id: string, paymentId: string, call: () => Promise<T>): Promise<T> => {
    const { ended } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from payments.payments where id = ${paymentId} for update`);
      const started = call();
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      await execute(tx, sql`select from ownership.requests where id = ${id} for no key update`);
      return { ended: started };
    });
    return ended;
  };

  test('who rejects or withdraws waits for who moves the payment, and both come to an end', async () => {
    const rejected = await asked();
    const { id: first } = await pay(rejected.id);
    const rejection = await rejecting(rejected.id);
    expect(
      await whileMoved(rejected.id, first, () => app.codeOf(steps.rejectChange, rejection)),
    ).toBeUndefined();
    const withdrawn = await asked();
    const { id: other } = await pay(withdrawn.id);
    const withdrawal = await withdrawing(withdrawn.id, withdrawn.owner);
    expect(
      await whileMoved(withdrawn.id, other, () => app.codeOf(steps.withdrawRequest, withdrawal)),
    ).toBeUndefined();
    for (const { id } of [rejected, withdrawn]) expect(await fees.refunds(id)).toHaveLength(1);
  });

  test('a rejection and the answer of the bank: the money is the fee first and then owed back, or owed back at once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, owner } = await asked();
      const paymentId = await fees.atBank(id, owner);
      await fees.approve(paymentId);
      const rejection = await rejecting(id);
      const [code] = await Promise.all([
        app.codeOf(steps.rejectChange, rejection),
        fees.complete(paymentId, owner),
      ]);
      // The payment came first: what was looked at is an old version.
      if (code) {
        expect(code).toBe('common.stale_version');
        expect(await state(id)).toBe('READY_TO_APPROVE');
        await app.call(steps.rejectChange, await rejecting(id));
      }
      expect(await books(id)).toEqual({ '1020': FEE, '2210': -FEE });
      expect(await fees.refunds(id)).toMatchObject([{ minor: FEE }]);
    }
  });

  test('a payment does not wait for another one that refers to the same request', async () => {
    const { id } = await asked();
    await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from ownership.requests where id = ${id} for key share`);
      const paid = fees.codeOf(id).then((code) => ({ code }));
      const late = new Promise<'waits'>((tell) => setTimeout(() => tell('waits'), 5_000).unref());
      expect(await Promise.race([paid, late])).toEqual({ code: undefined });
    });
  });

  test('two payments at the counter: one is taken', async () => {
    const { id } = await asked();
    const codes = await Promise.all([fees.codeOf(id), fees.codeOf(id), fees.codeOf(id)]);
    expect(codes.toSorted()).toEqual(['ownership.wrong_state', 'ownership.wrong_state', undefined]);
    expect(await books(id)).toEqual({ '1000': FEE, '2100': -VAT, '4120': -NET });
  });

  test('a payment and the acceptance: the change is accepted with its fee, or not', async () => {
    const { id } = await asked();
    const accepting = { as: office.admin, body: await office.at(id) };
    const [paid, accepted] = await Promise.all([fees.codeOf(id), app.codeOf(steps.acceptChange, accepting)]);
    expect(paid).toBeUndefined();
    expect(['ownership.wrong_state', 'common.stale_version']).toContain(accepted);
    expect(await kept(id)).toMatchObject({ state: 'READY_TO_APPROVE', paid: FEE });
  });
});

test('the home of both owners asks for the fee until it is paid', async () => {
  const { id, owner, buyer } = await asked();
  const askedOf = async (as: Person) =>
    (await app.call(consumerDashboard, { as })).changes?.find((change) => change.id === id);
  for (const as of [owner, buyer]) expect(await askedOf(as)).toMatchObject({ asked: 'FEE', feeMinor: FEE });
  await pay(id);
  for (const as of [owner, buyer]) expect(await askedOf(as)).toMatchObject({ asked: 'OFFICE' });
});
