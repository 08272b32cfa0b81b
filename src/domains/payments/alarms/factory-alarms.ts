import { all, execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import type { EndpointInput } from '#shared/endpoint.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import * as gatewayContract from '../gateway/contract.ts';
import type { Manner } from '../sandbox/choices.rules.ts';
import * as alarms from './contract.ts';

export type Wrong = { as: Person; paymentId: string; connectionId: string; alarmId: string };

/** A program with a cashier and two reviewers. */
export async function alarmOffice() {
  const app = await testApp();
  const cashier = await app.staff('cashier');
  const reviewer = await app.staff('reviewer');
  const second = await app.staff('reviewer');

  /**
   * A bill of ৳115 whose consumer pressed "pay"; the bank took ৳114.
   * @param says what else the bank answers
   */
  async function wrongAmount(manner: Manner = 'wrong-amount', says?: Sql): Promise<Wrong> {
    const as = await app.consumer();
    const { connectionId } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
    );
    return {
      as,
      connectionId,
      ...(await payWrongly(as, { connectionId, amountMinor: 11_500 }, manner, says)),
    };
  }

  /** Somebody pressed "pay", and the bank took ৳1 less. */
  async function payWrongly(
    as: Person,
    target: (
      | { connectionId: string }
      | { applicationId: string }
      | { orderId: string }
      | { requestId: string }
    ) & {
      amountMinor: number;
    },
    manner: Manner = 'wrong-amount',
    says?: Sql,
  ): Promise<{ paymentId: string; alarmId: string }> {
    const body = { ...target, tender: { method: 'GATEWAY' as const } };
    const { id } =
      'connectionId' in body
        ? await app.call(contract.makePayment, { as, body })
        : 'orderId' in body
          ? await app.call(contract.payWorkOrder, { as, body })
          : 'requestId' in body
            ? await app.call(contract.payOwnershipFee, { as, body })
            : await app.call(contract.payDemandNote, { as, body });
    const { bankUrl } = await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
    const address = new URL(bankUrl ?? '', 'http://x').searchParams;
    const form = new URLSearchParams({ decision: 'approve', manner });
    for (const name of ['ORDERID', 'SESSIONID']) form.set(name, address.get(name) ?? '');
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = '/sandbox-bank/pay';
    await app.server.inject({ method: 'POST', url, headers, payload: form.toString() });
    if (says) await setAnswer(id, says);
    await app.call(gatewayContract.completeGatewayPayment, { as, body: { paymentId: id } });
    const alarm = await all<{ id: string }>(
      app.db,
      sql`select id from payments.alarms where payment_id = ${id} and kind = 'AMOUNT'`,
    );
    return { paymentId: id, alarmId: alarm[0]?.id ?? '' };
  }

  const setAnswer = (paymentId: string, sets: Sql) =>
    execute(
      app.db,
      sql`update payments.sandbox_orders set ${sets} where order_id = (
      select order_id from payments.orders where payment_id = ${paymentId})`,
    );
  const propose = (alarmId: string, kind: 'BOOK' | 'SEND_BACK', as = cashier) =>
    app.call(alarms.proposeForAlarm, {
      as,
      params: { id: alarmId },
      body: { kind, amountMinor: 11_400, reason: 'the statement of the bank says so' },
    });
  const decide = (id: string | undefined, body: { accept: boolean; remark?: string }, as = reviewer) => ({
    as,
    params: { id: String(id) },
    body,
  });
  const alarmOf = (id: string, as = cashier) => app.call(alarms.getAlarm, { as, params: { id } });
  const owner = (id: string, body: { ownerId: string | null; wasOwnerId: string | null }, as = cashier) => ({
    as,
    params: { id },
    body,
  });
  const audited = (objectId: string) =>
    all<{ action: string }>(
      app.db,
      sql`select action from platform.audit where object_id = ${objectId} order by id`,
    );

  async function bankSays(paymentId: string, sets: Sql, as = cashier) {
    await setAnswer(paymentId, sets);
    return app.call(gatewayContract.revalidateGatewayPayment, { as, params: { id: paymentId } });
  }
  const openAlarms = (paymentId: string) =>
    all<{ id: string; kind: string }>(
      app.db,
      sql`select id, kind from payments.alarms where payment_id = ${paymentId} and state <> 'SOLVED' order by kind`,
    );
  const ask = (
    id: string,
    body: NonNullable<EndpointInput<typeof alarms.proposeForAlarm>['body']>,
    as = cashier,
  ) => ({
    as,
    params: { id },
    body,
  });
  const AGREE = { accept: true };

  return {
    app,
    cashier,
    reviewer,
    second,
    wrongAmount,
    payWrongly,
    setAnswer,
    propose,
    decide,
    alarmOf,
    owner,
    audited,
    bankSays,
    openAlarms,
    ask,
    AGREE,
  };
}
