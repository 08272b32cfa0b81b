/** A house that was sold with an open bill of ৳115, which the new owner took over in writing. */
import { makeInvoice } from '#domains/billing/factory.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { getPayment, makePayment } from '#domains/payments/contract.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';

export const DUE = 11_500;

export async function saleOffice() {
  const app = await testApp();
  const office = await makeOffice(app);
  const cashier = await app.staff('cashier');

  /** @param atBank a payment of this much that the earlier owner began at the bank before */
  async function sold(atBank?: number) {
    const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
    const connection = await office.connect({ consumerId: String(before.consumerId) });
    const connectionId = connection.id;
    const bill = (period: string) =>
      transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId, period }));
    const taken = await bill('2026-10-01');
    const waits = atBank === undefined ? undefined : await atTheBank(before, connectionId, atBank);
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from consumers.consumers where id = ${after.consumerId}`,
    );
    app.clock.set(new Date(app.clock.now().getTime() + 60_000).toISOString());
    const { id: requestId } = await office.request({
      connection,
      phone,
      upTo: 'COMPLETED',
      liabilityMinor: DUE,
    });
    // The last bill of the earlier owner was made; `lastBillToCome` takes that back.
    await execute(
      app.owner.db,
      sql`update meters.readings set state = 'BILLED' where connection_id = ${connectionId} and living`,
    );
    const { id: successorId } = await one<{ id: string }>(
      app.db,
      sql`select id from meters.connections where follows_id = ${connectionId}`,
    );
    return {
      before,
      after,
      connectionId,
      number: connection.number,
      successorId,
      taken,
      bill,
      requestId,
      waits,
      phone,
    };
  }

  /** The reading of the handover is not billed yet. */
  const lastBillToCome = (connectionId: string) =>
    execute(
      app.owner.db,
      sql`update meters.readings set state = 'APPROVED' where connection_id = ${connectionId} and living`,
    );
  const begin = (as: Person, connectionId: string, amountMinor: number) =>
    app.call(makePayment, { as, body: { connectionId, amountMinor, tender: { method: 'GATEWAY' } } });
  async function atTheBank(as: Person, connectionId: string, amountMinor: number): Promise<string> {
    const { id } = await begin(as, connectionId, amountMinor);
    await app.call(openOrder, { as, body: { paymentId: id } });
    return id;
  }
  /** The bank says yes, and its answer comes. */
  async function comes(as: Person, paymentId: string) {
    await execute(
      app.db,
      sql`update payments.sandbox_orders set status = 'APPROVED', decided_at = ${app.clock.now()}
        where order_id = (select order_id from payments.orders where payment_id = ${paymentId})`,
    );
    await app.call(completeGatewayPayment, { as, body: { paymentId } });
    return app.call(getPayment, { as, params: { id: paymentId } });
  }
  /** @param takenOver of who took the bills over; else of the earlier owner, with the word that what pays no bill is kept */
  const counter = (connectionId: string, amountMinor: number, takenOver = false) => ({
    as: cashier,
    body: {
      connectionId,
      amountMinor,
      tender: { method: 'CASH' as const },
      takenOver,
      toPayBack: !takenOver,
    },
  });
  const of = (partyId: string, account: '1100' | '2200' | '2210') => balanceOf(app.db, { partyId, account });
  const sms = async (event: string) =>
    (
      await one<{ body: string }>(
        app.owner.db,
        sql`select coalesce(string_agg(body, ' | '), '') as body from platform.outbox where event like ${`${event}%`} and channel = 'sms'`,
      )
    ).body;
  /** What the books and the documents say must be the same after each test. */
  const proofs = async () => ({ ...(await invariants(app.db)), ...(await differences(app.db)) });
  const settled = async (invoiceId: string) =>
    (
      await one<{ minor: number }>(
        app.db,
        sql`select settled_minor as minor from billing.invoices where id = ${invoiceId}`,
      )
    ).minor;
  return {
    app,
    office,
    cashier,
    sold,
    lastBillToCome,
    begin,
    atTheBank,
    comes,
    counter,
    of,
    sms,
    proofs,
    settled,
  };
}

export const PROVEN = {
  ...{ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 },
  ...{ receivableMinor: 0, advancesMinor: 0, unsettledMinor: 0 },
};
