/** The fee of an ownership change is at the bank, and the request is returned, ended or paid meanwhile. */
import { afterEach, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { moneyOfFee } from '#domains/payments/fee-payments.ts';
import { systemActor } from '#platform/actor.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest } from '../contract.ts';
import { expireRequests } from '../steps/actions/end-request.ts';
import * as steps from '../steps/contract.ts';
import { FEE, makeFees, NET, VAT } from './factory-fees.ts';

const app = await testApp();
const fees = await makeFees(app);
const { office, asked, books, kept } = fees;

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const remark = 'the deed cannot be read';
const returning = async (id: string) =>
  app.call(steps.returnRequest, { as: office.clerk, body: { ...(await office.at(id)), remark } });
const comes = async (paymentId: string, as: Person) => {
  await fees.approve(paymentId);
  return fees.complete(paymentId, as);
};
const sms = async (paymentId: string) =>
  (
    await one<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event = ${`payments.receipt:${paymentId}`} and channel = 'sms'`,
    )
  ).body;

describe('returned for a correction', () => {
  const later: [string, string, (id: string, owner: Person) => Promise<unknown>][] = [
    ['RECORRECTION', 'waits for it', async () => undefined],
    ['CONSENTED', 'was sent again', async (id, owner) => office.sendAgain(id, owner)],
    [
      'DOCS_VERIFIED',
      'was checked again',
      async (id, owner) => {
        await office.sendAgain(id, owner);
        await office.verify(id);
      },
    ],
  ];
  test.each(later)('the money of a request that is %s and %s is its fee', async (state, _, go) => {
    const { id, owner } = await asked();
    const paymentId = await fees.atBank(id, owner);
    await returning(id);
    await go(id, owner);
    expect(await comes(paymentId, owner)).toMatchObject({ state: 'APPROVED', owedBack: false });
    expect(await kept(id)).toEqual({ state, fee: FEE, vat: VAT, paid: FEE });
    expect(await books(id)).toEqual({ '1020': FEE, '2100': -VAT, '4120': -NET });
    expect(await fees.refunds(id)).toEqual([]);
    expect(await sms(paymentId)).not.toMatch(/ফেরত|owe it back/);
    const shown = await app.call(getRequest, { as: owner, query: { requestId: id } });
    expect(shown.timeline.at(-1)).toMatchObject({ action: 'pay-late' });
    expect(shown.fee?.payments).toMatchObject({ receipt: { paymentId }, goesBack: [], atBank: null });
    const [log] = await all<{ before: object; after: object }>(
      app.db,
      sql`select before, after from platform.audit where object_id = ${id} and action = 'ownership.pay'`,
    );
    expect(log).toMatchObject({
      ...{ before: { state, feePaidMinor: 0 }, after: { state, feePaidMinor: FEE } },
    });
  });

  test('it is waited for no more: the change is accepted with it', async () => {
    const { id, owner } = await asked();
    const paymentId = await fees.atBank(id, owner);
    await returning(id);
    await comes(paymentId, owner);
    await office.sendAgain(id, owner);
    await office.verify(id);
    await office.read(id);
    await office.accept(id);
    expect(await kept(id)).toMatchObject({ state: 'COMPLETED', paid: FEE });
  });

  test('nobody else begins to pay it then, at the counter or at the bank', async () => {
    const { id, owner } = await asked();
    await returning(id);
    expect(await fees.codeOf(id)).toBe('ownership.wrong_state');
    expect(await app.codeOf(steps.verifyPapers, { as: office.clerk, body: await office.at(id) })).toBe(
      'ownership.wrong_state',
    );
    await expect(fees.begin(id, owner)).rejects.toThrow('ownership.wrong_state');
  });

  test('of a fee that was paid before it was returned, the bank’s money goes back', async () => {
    const { id, owner } = await asked();
    const paymentId = await fees.atBank(id, owner);
    await fees.pay(id);
    await returning(id);
    expect(await comes(paymentId, owner)).toMatchObject({ state: 'APPROVED', owedBack: true });
    expect(await kept(id)).toMatchObject({ state: 'RECORRECTION', paid: FEE });
    expect(await fees.refunds(id)).toMatchObject([{ state: 'REQUESTED', minor: FEE, askedBy: null }]);
  });

  test('if nobody corrects it, the money goes back, and the payer is told', async () => {
    const { id, owner } = await asked();
    const paymentId = await fees.atBank(id, owner);
    await returning(id);
    await expireRequests(app.db, systemActor(app.clock.now(), '2027-01-30'), moneyOfFee);
    expect(await comes(paymentId, owner)).toMatchObject({ state: 'APPROVED', owedBack: true });
    expect(await kept(id)).toMatchObject({ state: 'EXPIRED', paid: 0 });
    expect(await books(id)).toEqual({ '1020': FEE, '2210': -FEE });
    expect(await sms(paymentId)).toMatch(/ফেরত|owe it back/);
  });
});

describe('ended', () => {
  const rejecting = async (id: string, more: object = {}) => ({
    ...{ as: office.admin, query: { requestId: id } },
    body: { version: (await office.at(id)).version, remark, ...more },
  });
  const withdrawing = async (id: string, as: Person, more: object = {}) => ({
    ...{ as, body: { ...(await office.at(id)), remark, ...more } },
  });
  const logged = async (id: string) =>
    (
      await one<{ after: object }>(
        app.db,
        sql`select after from platform.audit where object_id = ${id} and action in ('ownership.reject', 'ownership.withdraw')`,
      )
    ).after;

  test('who rejects it is asked once, and the log says that they knew', async () => {
    const { id, owner } = await asked();
    const paymentId = await fees.atBank(id, owner);
    const refusal = await app.refused(steps.rejectChange, await rejecting(id));
    expect([refusal.status, refusal.code, refusal.params]).toEqual([
      ...[409, 'ownership.payment_at_bank', { amountMinor: FEE }],
    ]);
    // What the step itself refuses is told first.
    expect(await app.codeOf(steps.rejectChange, await rejecting(id, { version: 1 }))).toBe(
      'common.stale_version',
    );
    expect(await fees.state(id)).toBe('READY_TO_PAY');
    await app.call(steps.rejectChange, await rejecting(id, { despitePayment: true }));
    expect(await logged(id)).toEqual({ state: 'REJECTED', despitePayment: true });
    expect(await comes(paymentId, owner)).toMatchObject({ owedBack: true });
    expect(await sms(paymentId)).toMatch(/ফেরত|owe it back/);
  });

  test('who withdraws it is asked, the office and the other owner; who pays knows it', async () => {
    const { id, owner, buyer } = await asked();
    await fees.atBank(id, buyer);
    for (const as of [office.clerk, owner]) {
      expect(await app.codeOf(steps.withdrawRequest, await withdrawing(id, as))).toBe(
        'ownership.payment_at_bank',
      );
    }
    expect(await app.call(steps.withdrawRequest, await withdrawing(id, buyer))).toMatchObject({
      state: 'WITHDRAWN',
    });
    expect(await logged(id)).toEqual({ state: 'WITHDRAWN' });
    const other = await asked();
    await fees.atBank(other.id, other.buyer);
    const more = { despitePayment: true };
    await app.call(steps.withdrawRequest, await withdrawing(other.id, other.owner, more));
    expect(await logged(other.id)).toEqual({ state: 'WITHDRAWN', ...more });
  });

  test('without such a payment nobody is asked', async () => {
    const [first, second] = [await asked(), await asked()];
    // One that never reached the bank.
    await fees.begin(first.id, first.owner);
    await app.call(steps.rejectChange, await rejecting(first.id, { despitePayment: true }));
    expect(await logged(first.id)).toEqual({ state: 'REJECTED' });
    await app.call(steps.withdrawRequest, await withdrawing(second.id, office.clerk));
    expect(await logged(second.id)).toEqual({ state: 'WITHDRAWN' });
  });
});
