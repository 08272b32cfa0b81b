/** The bank took another sum for a wallet than was ordered: two people book what came, into the wallet and nowhere else. */
import { expect, test } from 'vitest';
import { effectOf } from '#domains/payments/alarms/booking.rules.ts';
import * as alarms from '#domains/payments/alarms/contract.ts';
import * as gateway from '#domains/payments/gateway/contract.ts';
import { decideProposal } from '#domains/payments/proposals/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { walletCalls } from './factory.ts';

const app = await testApp();
await walletCalls(app);

test('its alarm says that the money goes into the wallet; it is not sent back past it', async () => {
  const as = await app.consumer();
  const cashier = await app.staff('cashier');
  const body = { amountMinor: 300_00, tender: { method: 'GATEWAY' as const } };
  const { id: paymentId } = await app.call(contract.rechargeAccount, { as, body });
  const { bankUrl } = await app.call(gateway.openOrder, { as, body: { paymentId } });
  const asked = new URL(bankUrl ?? '', 'http://bank.test').searchParams;
  const form = new URLSearchParams({ decision: 'approve', manner: 'wrong-amount' });
  for (const name of ['ORDERID', 'SESSIONID']) form.set(name, asked.get(name) ?? '');
  await app.server.inject({
    ...{ method: 'POST', url: '/sandbox-bank/pay', payload: form.toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  await app.call(gateway.completeGatewayPayment, { as, body: { paymentId } });
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from payments.alarms where payment_id = ${paymentId} and kind = 'AMOUNT'`,
  );
  const params = { id };
  const alarm = await app.call(alarms.getAlarm, { as: cashier, params });
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from consumers.consumers where id = ${as.consumerId}`,
  );
  expect(alarm).toMatchObject({ targetNumber: number, target: { kind: 'WALLET' } });
  expect(alarm.can).toMatchObject({ book: true, sendBack: false });
  const amountMinor = alarm.openMinor as NonNullable<typeof alarm.openMinor>;
  expect(effectOf(alarm.target as NonNullable<typeof alarm.target>, amountMinor)).toEqual({
    what: 'INTO_WALLET',
    amountMinor,
  });
  const propose = (kind: 'BOOK' | 'SEND_BACK') => ({
    ...{ as: cashier, params },
    body: { kind, amountMinor, reason: 'statement of the bank' },
  });
  expect(await app.codeOf(alarms.proposeForAlarm, propose('SEND_BACK'))).toBe('payments.alarm_wallet');
  const { proposal } = await app.call(alarms.proposeForAlarm, propose('BOOK'));
  await app.call(decideProposal, {
    as: await app.staff('reviewer'),
    params: { id: String(proposal?.id) },
    body: { accept: true },
  });
  const { balanceMinor } = await app.call(contract.checkBalance, { as, query: {} });
  expect(balanceMinor).toBe(amountMinor);
  const owed = await all(
    app.db,
    sql`select from payments.payments where owed_back union all select from payments.refunds`,
  );
  expect(owed).toEqual([]);
  expect(await differences(app.db)).toEqual({ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 });
});
