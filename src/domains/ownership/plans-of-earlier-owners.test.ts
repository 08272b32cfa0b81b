/** A payment plan ends with the change of owner: the new one took its bills over in writing, and pays them without it. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import * as plans from '#domains/billing/payment-plans/contract.ts';
import { ruleOfPlans } from '#domains/billing/payment-plans/factory.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';

const app = await testApp({ now: '2026-12-05T04:00:00Z' });
const office = await makeOffice(app);
const BILL = 115_00;

/** ৳115 of October are late since the first of December. */
async function owing(person: Person) {
  const connection = await office.connect({ consumerId: String(person.consumerId) });
  const given = {
    connectionId: connection.id,
    period: '2026-10-01',
    issuedOn: '2026-11-01',
    dueOn: '2026-12-01',
  };
  const { id: billId } = await transaction(app.db, (tx) => makeInvoice(tx, app.system(), given));
  return { connection, billId };
}
const sell = (connection: Awaited<ReturnType<typeof owing>>['connection']) =>
  office.request({ connection, upTo: 'COMPLETED', liabilityMinor: BILL });
const standOf = (id: string) =>
  one(
    app.db,
    sql`select p.state, p.ended_because as because, (select count(*)::int from billing.collection_holds h
      where h.cause_id = p.id and h.to_day is null) as held from billing.payment_plans p where p.id = ${id}`,
  );

test('an accepted plan ends in the same transaction, and its bill is not held any more', async () => {
  await ruleOfPlans(app, { aloneUpToMinor: 1_000_00 });
  const [owner, officer] = [await app.consumer('Rahima'), await app.staff('engineer')];
  const { connection, billId } = await owing(owner);
  const body = {
    ...{ connectionId: connection.id, billIds: [billId], sumMinor: BILL },
    ...{ firstMinor: 50_00, instalments: 1, dayOfMonth: 10 },
  };
  const { id } = await app.call(plans.proposePlan, { as: officer, body });
  const { version } = await app.call(plans.getPlan, { as: owner, params: { id } });
  await app.call(plans.acceptOwnPlan, { as: owner, params: { id }, body: { version } });
  expect(await standOf(id)).toEqual({ state: 'ACTIVE', because: null, held: 1 });
  await sell(connection);
  expect(await standOf(id)).toEqual({ state: 'ENDED', because: 'OWNER_CHANGED', held: 0 });
  const told = await all(
    app.owner.db,
    sql`select event from platform.outbox where event like ${`billing.plan:ended:${id}%`} and channel = 'sms'`,
  );
  expect(told).toHaveLength(1);
});

test('what the earlier owner asked for ends, too, and what nobody decided about', async () => {
  const owner = await app.consumer('Rahima');
  const { connection } = await owing(owner);
  const ask = { connectionId: connection.id, words: 'My shop was closed' };
  const { id } = await app.call(plans.requestPlan, { as: owner, body: ask });
  await sell(connection);
  expect(await standOf(id)).toEqual({ state: 'ENDED', because: 'OWNER_CHANGED', held: 0 });
});
