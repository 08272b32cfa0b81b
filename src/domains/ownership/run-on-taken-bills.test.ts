/** A correction run and single corrections on bills that were taken over: who has the credit, and who is told what by bell and SMS. */
import { afterEach, expect, test } from 'vitest';
import {
  announce,
  at,
  correct,
  documentsOf,
  makeTown,
} from '#domains/billing/correction-run/factory-corrections.ts';
import { listNotices } from '#domains/identity/notices/contract.ts';
import { balanceOf, invariants } from '#domains/ledger/queries.ts';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { myPayables } from '#domains/payments/payables/contract.ts';
import { differences } from '#domains/payments/queries.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Person, TestApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';
import { PROVEN } from './factory-sale.ts';
import { CREDIT, LESS, takenOffice } from './factory-taken.ts';

const single = await takenOffice();
const apps: TestApp[] = [single.app];

afterEach(async () => {
  for (const { db } of apps)
    expect({ ...(await invariants(db)), ...(await differences(db)) }).toEqual(PROVEN);
});

const bell = async (app: TestApp, as: Person) =>
  (await app.call(listNotices, { as, query: {} })).items
    .filter(({ kind }) => /^billing\..*(credit|taken)/.test(kind))
    .map(({ kind, params }) => `${kind.replace('billing.', '')} ${params.minor}`)
    .toSorted();
const smsTo = async (app: TestApp, phone: string) =>
  (
    await one<{ body: string }>(
      app.owner.db,
      sql`select coalesce(string_agg(body, ' | ' order by id), '') as body from platform.outbox
        where recipient = ${phone} and channel = 'sms' and event like 'billing.credit-%'`,
    )
  ).body.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));

test('a correction run: the credit goes to who paid the bill or owes it, and each is told what is theirs', async () => {
  const town = await makeTown(1);
  const { app } = town;
  apps.push(app);
  const office = await makeOffice(app);
  const cashier = await app.staff('cashier');
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const [connection] = town.made;
  if (!connection) throw new Error('no connection');
  await execute(
    app.owner.db,
    sql`with moved as (update meters.connections set consumer_id = ${before.consumerId} where id = ${connection.id})
      update billing.invoices set consumer_id = ${before.consumerId} where connection_id = ${connection.id}`,
  );
  const owed = await balanceOf(app.db, { partyId: connection.id, account: '1100' });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  await office.request({
    ...{ connection, phone, upTo: 'COMPLETED' as const, liabilityMinor: owed, registerLitres: 32_000 },
  });
  const successor = await one<{ id: string; number: string }>(
    app.db,
    sql`select id, number from meters.connections where follows_id = ${connection.id}`,
  );
  const bills = await documentsBefore(app, connection.id);
  // The bill of September is paid by who took it over, that of October is open.
  await app.call(makePayment, {
    as: cashier,
    body: {
      ...{ connectionId: connection.id, amountMinor: bills[0] ?? 0, tender: { method: 'CASH' as const } },
      takenOver: true,
    },
  });
  await correct(town, await announce(town, at('8')));
  const documents = await documentsOf(town, connection.id);
  const [september, october] = documents.map(({ amount }) => -amount);
  expect(september).toBeGreaterThan(0);
  expect(await balanceOf(app.db, { partyId: successor.id, account: '2200' })).toBe(-Number(september));
  expect(await balanceOf(app.db, { partyId: connection.id, account: '2200' })).toBe(0);
  const left = Number(bills[1]) - Number(october);
  const { items } = await app.call(myPayables, { as: after });
  expect(items.find(({ id }) => id === connection.id)?.dueMinor).toBe(left);
  expect(await bell(app, after)).toEqual([`taken_credited ${september}`, `taken_lowered ${october}`]);
  expect(await bell(app, before)).toEqual(
    [`credit_of_taker ${september}`, `credit_of_taker ${october}`].toSorted(),
  );
  const told = await smsTo(app, phone);
  expect(told).toContain(successor.number);
  expect(told.split(' | ')).toHaveLength(2);
});

const documentsBefore = async (app: TestApp, connectionId: string) =>
  (
    await one<{ totals: number[] }>(
      app.db,
      sql`select array_agg(total_minor::int order by period) as totals from billing.invoices where connection_id = ${connectionId}`,
    )
  ).totals;

test('a single correction of a bill that is not paid: who took it over owes less, and both are told', async () => {
  const { app, adjust, sold } = single;
  const house = await sold();
  await adjust(house.billId, LESS);
  expect(await bell(app, house.after)).toEqual([`taken_lowered ${CREDIT}`]);
  expect(await bell(app, house.before)).toEqual([`credit_of_taker ${CREDIT}`]);
  expect(await smsTo(app, house.phone)).toContain('402.50');
});

test('a single correction of a bill that both have paid: each is told of their part', async () => {
  const { app, adjust, sold } = single;
  const house = await sold(40_000);
  await house.payTaken();
  await adjust(house.billId, LESS);
  expect(await bell(app, house.after)).toEqual(['taken_credited 26250']);
  expect(await bell(app, house.before)).toEqual(
    [`bill_credited ${CREDIT - 26_250}`, 'credit_of_taker 26250'].toSorted(),
  );
});

test('a single correction of a bill that nobody took over is told to its consumer by bell', async () => {
  const { app, adjust, billed } = single;
  const owner = await app.consumer('Salma');
  const { bills } = await billed(undefined, String(owner.consumerId));
  await adjust(String(bills[0]?.id), LESS);
  expect(await bell(app, owner)).toEqual([`bill_credited ${CREDIT}`]);
});

test('a cancelled bill: who took it over and has not paid is told that they owe nothing of it', async () => {
  const { app, cancel, sold } = single;
  const house = await sold(40_000);
  const paid = await house.payTaken();
  await app.call(reversePayment, {
    as: await app.staff('admin'),
    body: { paymentId: paid.id, reason: 'bounced' },
  });
  await cancel(house.billId, true);
  expect(await bell(app, house.after)).toEqual(['taken_lowered 26250']);
  expect(await bell(app, house.before)).toEqual([]);
  expect(await smsTo(app, house.phone)).toContain('262.50');
});
