/** Money that a household paid into the utility's bank account: recorded by its slip, in no drawer, each slip one time. */
import { afterEach, expect, test } from 'vitest';
import * as closings from '#domains/ledger/closings/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { rechargeAccount } from '#domains/wallet/contract.ts';
import { transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';
import * as proposals from './proposals/contract.ts';
import { differences } from './queries.ts';

const app = await testApp();
const [cashier, reviewer, second] = [
  await app.staff('cashier'),
  await app.staff('reviewer'),
  await app.staff('admin'),
];

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});

const debtor = async () => (await transaction(app.db, (tx) => makeDebtor(tx, app.system()))).connectionId;
const deposit = (connectionId: string, receiptNumber: string, more: { paidOn?: string } = {}) => ({
  as: cashier,
  body: {
    ...{ connectionId, amountMinor: minor(115_00), dateReason: 'the slip came later' },
    tender: { method: 'BANK' as const, receiptNumber, ...more },
  },
});
const drawer = async () =>
  (await app.call(closings.expectedCash, { as: cashier, query: { day: app.system().today } })).expectedMinor;

test('pays the bill with a receipt, and no drawer has it, neither when it is taken nor when it is taken back', async () => {
  const before = await drawer();
  const paid = await app.call(contract.makePayment, deposit(await debtor(), 'FT-1'));
  expect(paid).toMatchObject({ state: 'APPROVED', method: 'BANK', slipNumber: 'FT-1' });
  expect(paid.receiptNumber).toMatch(/^\d+$/);
  const reversed = await app.call(contract.reversePayment, {
    as: reviewer,
    body: { paymentId: paid.id, reason: 'wrong connection' },
  });
  expect(reversed.state).toBe('REVERSED');
  expect(await drawer()).toBe(before);
});

test('a slip of the bank is taken one time on any day; a slip of the card terminal may have the same number', async () => {
  await app.call(contract.makePayment, deposit(await debtor(), 'FT 22'));
  const again = await app.refused(
    contract.makePayment,
    deposit(await debtor(), 'ft22', { paidOn: '2026-11-13' }),
  );
  expect([again.code, again.fields[0]?.path]).toEqual(['payments.slip_taken', 'tender.receiptNumber']);
  const { body } = deposit(await debtor(), 'FT 22');
  const card = { as: cashier, body: { ...body, tender: { ...body.tender, method: 'POS' as const } } };
  expect((await app.call(contract.makePayment, card)).method).toBe('POS');
  expect(
    await app.codeOf(contract.makePayment, {
      as: cashier,
      body: { ...body, tender: { method: 'BANK', receiptNumber: ' ' } },
    }),
  ).toBe('common.invalid_input');
});

test('of long ago a second person decides, and it is a bank deposit still', async () => {
  const connectionId = await debtor();
  const { body } = deposit(connectionId, 'FT-9', { paidOn: '2026-11-02' });
  expect(await app.codeOf(contract.makePayment, { as: cashier, body })).toBe('payments.second_person_date');
  const asked = await app.call(proposals.proposeBackdated, {
    as: cashier,
    body: {
      ...{ target: { kind: 'CONNECTION', connectionId }, amountMinor: minor(115_00) },
      ...{ tender: body.tender, reason: 'the slip came later' },
    },
  });
  const done = await app.call(proposals.decideProposal, {
    as: second,
    params: { id: asked.id },
    body: { accept: true },
  });
  const payment = await app.call(contract.getPayment, {
    as: reviewer,
    params: { id: String(done.paymentId) },
  });
  expect(payment).toMatchObject({ method: 'BANK', slipNumber: 'FT-9', paidOn: '2026-11-02' });
});

test('a wallet is filled by it, a household cannot say so itself', async () => {
  const as = await app.consumer();
  const recharge = {
    ...{ consumerId: String(as.consumerId), amountMinor: minor(500_00) },
    tender: { method: 'BANK' as const, receiptNumber: 'FT-W' },
  };
  expect((await app.call(rechargeAccount, { as: cashier, body: recharge })).method).toBe('BANK');
  expect(await app.codeOf(rechargeAccount, { as, body: recharge })).toBe('common.not_permitted');
  expect(await app.codeOf(contract.makePayment, { ...deposit(await debtor(), 'FT-X'), as })).toBe(
    'common.not_permitted',
  );
});
