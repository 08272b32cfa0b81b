/** Payments on their way through a gateway, and what is kept of them, for tests: as a browser goes, over HTTP. */
import { expect } from 'vitest';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import type { GatewayName } from '#shared/gateway-names.ts';
import type { Person, TestApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeDebtor } from '../factory.ts';
import type { Decision, Manner } from '../sandbox/choices.rules.ts';
import * as gatewayContract from './contract.ts';

export type ReadyPayment = { as: Person; id: string };
export type Started = ReadyPayment & { known: string };

export type Way = { method: 'GET' | 'POST'; url: string; payload: string };

type Kept = { state: string; journals: number; alarms: string[]; isUnknown: boolean };

export const PAID = { state: 'APPROVED', journals: 1, alarms: [], isUnknown: false };
export const OPEN = { state: 'PROCESSING', journals: 0, alarms: [], isUnknown: false };

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const unescaped = (_: string, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '';

/** The City Bank decides about a payment that was started, and nobody asks it. Gives the bank's number of the order. */
export async function decidedAtBank(
  app: TestApp,
  { as, id }: ReadyPayment,
  status: 'APPROVED' | 'DECLINED' = 'APPROVED',
): Promise<string> {
  await app.call(gatewayContract.openOrder, { as, body: { paymentId: id } });
  const { orderId } = await one<{ orderId: string }>(
    app.db,
    sql`update payments.sandbox_orders s set status = ${status}, decided_at = ${app.clock.now()}
      from payments.orders o where o.order_id = s.order_id and o.payment_id = ${id} returning o.order_id as "orderId"`,
  );
  return orderId;
}

/** The City Bank takes the money of a payment that was started, and its payer asks about it. */
export async function takenAtBank(app: TestApp, payment: ReadyPayment) {
  const { as, id } = payment;
  await decidedAtBank(app, payment);
  return app.call(gatewayContract.completeGatewayPayment, { as, body: { paymentId: id } });
}

export function waysAtGateway(app: TestApp) {
  /** A consumer's payment of ৳115 that has not reached a gateway. */
  async function startPayment(): Promise<ReadyPayment> {
    const as = await app.consumer();
    const { connectionId } = await transaction(app.db, (tx) =>
      makeDebtor(tx, app.system(), { consumerId: String(as.consumerId) }),
    );
    const body = { connectionId, amountMinor: 11_500, tender: { method: 'GATEWAY' as const } };
    return { as, id: (await app.call(contract.makePayment, { as, body })).id };
  }

  async function atTheGateway(gateway: GatewayName, ready?: ReadyPayment): Promise<Started> {
    const { as, id } = ready ?? (await startPayment());
    const { bankUrl } = await app.call(gatewayContract.openOrder, { as, body: { paymentId: id, gateway } });
    const page = new URL(bankUrl ?? '', 'http://localhost');
    expect(page.origin).toBe('http://localhost');
    return { as, id, known: page.search.slice(1) };
  }

  /** Presses a button on the gateway's page; gives the way on which its form would send the browser. */
  async function press({ known }: Started, decision: Decision, manner: Manner = 'plain'): Promise<Way> {
    const payload = `${known}&decision=${decision}&manner=${manner}`;
    const answer = await app.server.inject({
      method: 'POST',
      url: '/sandbox-bank/pay',
      headers: FORM,
      payload,
    });
    const { body } = await app.server.inject({ url: String(answer.headers.location) });
    const [, method = '', action = ''] = /<form method="(\w+)" id="return" action="([^"]+)"/.exec(body) ?? [];
    const fields = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value.replace(/&(lt|gt|amp);/g, unescaped)],
    );
    const own = new URLSearchParams(fields).toString();
    return method === 'get'
      ? { method: 'GET', url: `${action}?${own}`, payload: '' }
      : { method: 'POST', url: action, payload: own };
  }

  /** The browser's way back; to which address it is sent. */
  async function comeBack({ method, url, payload }: Way): Promise<string> {
    const answer = await app.server.inject({
      method,
      url,
      ...(method === 'POST' && { headers: FORM, payload }),
    });
    expect(answer.statusCode).toBe(303);
    return String(answer.headers.location);
  }

  const kept = (id: string) =>
    one<Kept>(
      app.db,
      sql`select p.state, (select count(*)::int from ledger.journals j where j.source_id = p.id) as journals,
        array(select a.kind from payments.alarms a where a.payment_id = p.id order by a.kind) as alarms,
        coalesce(o.unknown_since is not null, false) as "isUnknown"
      from payments.payments p left join payments.orders o on o.payment_id = p.id where p.id = ${id}`,
    );
  const complete = ({ as, id }: ReadyPayment) =>
    app.call(gatewayContract.completeGatewayPayment, { as, body: { paymentId: id } });
  const inboxOf = (id: string) =>
    all<{ deliveries: number; state: string }>(
      app.db,
      sql`select deliveries, state from payments.inbox where payment_id = ${id}`,
    );
  return { startPayment, atTheGateway, press, comeBack, kept, complete, inboxOf };
}
