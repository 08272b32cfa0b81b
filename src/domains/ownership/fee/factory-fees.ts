/** What the tests of fees call over HTTP: a utility with a fee, a request that waits for it, its payment, what the books say of it. */
import * as payments from '#domains/payments/contract.ts';
import { completeGatewayPayment, openOrder } from '#domains/payments/gateway/contract.ts';
import { all, execute, first, sql } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import { makeOffice } from '../factory-calls.ts';
import type { RequestState } from '../ownership.rules.ts';

/** Without VAT. */
export const NET = 100_050;
/** 15 % of 1,000.50 is 150.075: half up. */
export const VAT = 15_008;
export const FEE = 115_058;
export const CASH = { method: 'CASH' } as const;

/** What a change costs from now on. */
export const setFee = (app: TestApp, feeMinor: number, reverseAloneUpToMinor = 120_000): Promise<unknown> =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', ${JSON.stringify({ vatPercent: '15' })}::jsonb),
        ('ownership', ${JSON.stringify({ feeMinor })}::jsonb), ('payments', ${JSON.stringify({ reverseAloneUpToMinor })}::jsonb)
      on conflict (key) do update set value = excluded.value`,
  );

export async function makeFees(app: TestApp) {
  await setFee(app, NET);
  const office = await makeOffice(app);
  const [cashier, second] = [await app.staff('cashier'), await app.staff('reviewer')];

  const phoneOf = async ({ consumerId }: Person) =>
    (
      await all<{ phone: string }>(
        app.db,
        sql`select phone from consumers.consumers where id = ${consumerId}`,
      )
    )[0]?.phone ?? '';
  /** A request of two households. */
  const asked = async (
    upTo: 'REQUESTED' | 'DOCS_VERIFIED' | 'READY_TO_PAY' | 'CONSENTED' = 'READY_TO_PAY',
  ) => {
    const [owner, buyer] = [await app.consumer('Rahima Khatun'), await app.consumer('Shirin Akhter')];
    const connection = await office.connect({ consumerId: String(owner.consumerId) });
    const made = await office.request({ upTo, connection, by: owner, phone: await phoneOf(buyer) });
    return { ...made, owner, buyer };
  };
  const paying = (requestId: string, amountMinor = FEE) => ({ requestId, amountMinor, tender: CASH });
  const pay = (requestId: string, as: Person = cashier) =>
    app.call(payments.payOwnershipFee, { as, body: paying(requestId) });
  const codeOf = (requestId: string, amountMinor?: number, as: Person = cashier) =>
    app.codeOf(payments.payOwnershipFee, { as, body: paying(requestId, amountMinor) });
  const begin = (requestId: string, as: Person, amountMinor = FEE) =>
    app.call(payments.payOwnershipFee, {
      as,
      body: { requestId, amountMinor, tender: { method: 'GATEWAY' } },
    });
  /** A payment that the bank has not decided. */
  const atBank = async (requestId: string, as: Person) => {
    const { id } = await begin(requestId, as);
    await app.call(openOrder, { as, body: { paymentId: id } });
    return id;
  };
  /** The bank takes the money; the program has not asked it yet. */
  const approve = (paymentId: string) =>
    execute(
      app.db,
      sql`update payments.sandbox_orders s set status = 'APPROVED', decided_at = ${app.clock.now()}
        from payments.orders o where o.order_id = s.order_id and o.payment_id = ${paymentId}`,
    );
  const complete = (paymentId: string, as: Person) =>
    app.call(completeGatewayPayment, { as, body: { paymentId } });
  const reverse = (paymentId: string, as: Person = second) =>
    app.call(payments.reversePayment, { as, body: { paymentId, reason: 'another request' } });
  const state = async (requestId: string): Promise<RequestState> => (await office.stand(requestId)).state;
  const kept = (requestId: string) =>
    first<{ state: string; fee: number; vat: number; paid: number }>(
      app.db,
      sql`select state, fee_minor as fee, fee_vat_minor as vat, fee_paid_minor as paid from ownership.requests where id = ${requestId}`,
    );
  /** Sums of the accounts that name the request, and of its own journals the others. */
  const books = async (requestId: string): Promise<Record<string, Minor>> => {
    const rows = await all<{ account: string; sum: Minor }>(
      app.db,
      sql`select e.account_code as account, sum(e.amount_minor)::bigint as sum from ledger.entries e
        where e.journal_id in (select journal_id from ledger.entries where party_id = ${requestId}
          union select id from ledger.journals where source_id = ${requestId})
        group by 1 having sum(e.amount_minor) <> 0 order by 1`,
    );
    return Object.fromEntries(rows.map(({ account, sum }) => [account, sum]));
  };
  const refunds = (requestId: string) =>
    all<{
      id: string;
      state: string;
      minor: number;
      reason: string;
      askedBy: string | null;
      payer: string | null;
    }>(
      app.db,
      sql`select id, state, amount_minor as minor, reason, asked_by as "askedBy", consumer_id as payer from payments.refunds
        where ownership_request_id = ${requestId} order by asked_at, id`,
    );
  return {
    ...{ office, cashier, second, asked, paying, pay, codeOf, begin, atBank, approve, complete, reverse },
    ...{ state, kept, books, refunds, phoneOf },
  };
}
