/** What the tests of paid work orders call over HTTP: work with a charge, its payment, what the books say of it. */
import { makeConnection } from '#domains/meters/factory.ts';
import { getOrder } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import type { Person, TestApp } from '#test/app.ts';
import * as contract from './contract.ts';

export const LABOUR = 100_050;
/** 15 % of 1,000.50 is 150.075: half up. */
export const DUE = 115_058;
export const CASH = { method: 'CASH' } as const;

export async function makeCharges(app: TestApp) {
  await execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', ${JSON.stringify({ vatPercent: '15' })}::jsonb),
      ('payments', ${JSON.stringify({ reverseAloneUpToMinor: 120_000 })}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );
  const yard = await makeYard(app);
  const [cashier, second] = [await app.staff('cashier'), await app.staff('reviewer')];

  const estimate = async (orderId: string, labourMinor = LABOUR) =>
    app.call(steps.estimateOrder, {
      as: yard.clerk,
      body: {
        ...(await yard.at(orderId)),
        ...{ labourMinor: labourMinor as Minor, charged: true, materials: [] },
        // Who estimates knows of what is at the bank (charge-at-bank.test.ts asks about that).
        despitePayment: true,
      },
    });
  /** An order of a household with a charge that waits for its money. */
  const charged = async (
    labourMinor = LABOUR,
  ): Promise<{ id: string; number: string; household: Person }> => {
    const household = await app.consumer('Rahima Khatun');
    const { number } = await transaction(app.db, (tx) =>
      makeConnection(tx, app.system(), { consumerId: String(household.consumerId) }),
    );
    const made = await yard.order({ upTo: 'ON_REVIEW', by: household, connectionNumber: number });
    await estimate(made.id, labourMinor);
    return { ...made, household };
  };
  const paying = (orderId: string, amountMinor = DUE) => ({ orderId, amountMinor, tender: CASH });
  const pay = (orderId: string, as: Person = cashier) =>
    app.call(contract.payWorkOrder, { as, body: paying(orderId) });
  const codeOf = (orderId: string, amountMinor?: number, as: Person = cashier) =>
    app.codeOf(contract.payWorkOrder, { as, body: paying(orderId, amountMinor) });
  const detail = (id: string, as: Person = yard.admin) => app.call(getOrder, { as, params: { id } });
  /** The sums of the accounts that anything about the order has moved. */
  const booked = async (orderId: string) => {
    const rows = await all<{ account: string; minor: number }>(
      app.db,
      sql`select e.account_code as account, sum(e.amount_minor)::bigint as minor from ledger.journals j
        join ledger.entries e on e.journal_id = j.id
        where j.source_id = ${orderId} or j.source_id in (select id from payments.payments where work_order_id = ${orderId})
          or j.source_id in (select id from payments.refunds where work_order_id = ${orderId})
        group by 1 having sum(e.amount_minor) <> 0 order by 1`,
    );
    return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]));
  };
  return { yard, cashier, second, estimate, charged, paying, pay, codeOf, detail, booked };
}
