/** A statement ties with the books: opening and closing, each line's balance, what each line is, and whose it is. */
import { expect, test } from 'vitest';
import { cancelInvoice, decideCorrection } from '#domains/billing/corrections/contract.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-05T04:00:00Z' });
const [admin, other, cashier] = [
  await app.staff('admin'),
  await app.staff('admin'),
  await app.staff('cashier'),
];

const connect = (person: Person) =>
  transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId: String(person.consumerId) }));
const bill = (connectionId: string, month: string) =>
  transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), {
      connectionId,
      issuedOn: `${month}-02`,
      dueOn: `${month}-20`,
      period: `${month}-01`,
    }),
  );
const pay = (connectionId: string, amountMinor: number) => {
  const body = {
    connectionId,
    amountMinor: minor(amountMinor),
    unusual: true,
    tender: { method: 'CASH' as const },
  };
  return app.call(makePayment, { as: cashier, body });
};

const owner = await app.consumer('Rokeya');
const [first, second] = [await connect(owner), await connect(owner)];
await bill(first.id, '2026-09');
const cancelled = await bill(first.id, '2026-10');
await bill(second.id, '2026-10');
const wrong = await pay(second.id, 15_00);
await app.call(reversePayment, { as: admin, body: { paymentId: wrong.id, reason: 'wrong customer' } });
await pay(first.id, 300_00);
const { version } = await one<{ version: number }>(
  app.db,
  sql`select version from billing.invoices where id = ${cancelled.id}`,
);
const asked = await app.call(cancelInvoice, {
  as: admin,
  body: { invoiceId: cancelled.id, version, reason: 'nobody lived there', freePayment: true },
});
if (asked.state === 'REQUESTED')
  await app.call(decideCorrection, { as: other, body: { correctionId: asked.id, accept: true } });

const of = (as: Person, query: Record<string, string> = {}) => app.call(contract.statement, { as, query });
const mine = { consumerId: String(owner.consumerId) };

test('each line is what it is, with what is owed after it; the last is what the books have', async () => {
  const { items, sums } = await of(cashier, mine);
  expect(
    items.map(({ kind, owedMinor, paidMinor }) => [kind, owedMinor ?? -(paidMinor ?? 0)]).toReversed(),
  ).toEqual([
    ['BILL', 115_00],
    ...(
      await all<{ id: string }>(app.db, sql`select id from billing.invoices where period = '2026-10-01'`)
    ).map(() => ['BILL', 115_00]),
    ['PAYMENT', -15_00],
    ['PAYMENT_REVERSED', 15_00],
    ['PAYMENT', -300_00],
    ['BILL_CANCELLED', -115_00],
  ]);
  let balance = 0;
  for (const { owedMinor, paidMinor, balanceMinor } of items.toReversed()) {
    balance += (owedMinor ?? 0) - (paidMinor ?? 0);
    expect(balanceMinor).toBe(balance);
  }
  const { books } = await one<{ books: number }>(
    app.db,
    sql`select sum(amount_minor)::bigint as books from ledger.entries where account_code in ('1100', '2200')
      and party_id in (${first.id}::uuid, ${second.id}::uuid)`,
  );
  expect([balance, sums.closingMinor]).toEqual([books, books]);
  expect(sums).toMatchObject({ openingMinor: 0, owedMinor: 360_00, paidMinor: 430_00 });
});

test('the oldest first is the newest first turned round, also of lines that were posted at the same time', async () => {
  const newest = (await of(cashier, mine)).items;
  expect((await of(cashier, { ...mine, sort: 'day' })).items).toEqual(newest.toReversed());
});

test('days: what was owed before them opens it, what is owed after them closes it, and balances count all before', async () => {
  const { items, sums } = await of(cashier, { ...mine, from: '2026-10-01', to: '2026-10-31' });
  expect(items.map(({ balanceMinor }) => balanceMinor)).toEqual([345_00, 230_00]);
  expect(sums).toEqual({ openingMinor: 115_00, owedMinor: 230_00, paidMinor: 0, closingMinor: 345_00 });
});

test('of one connection; pages leave nothing out', async () => {
  const { total, sums } = await of(cashier, { connectionId: second.id });
  expect([total, sums.closingMinor]).toEqual([3, 115_00]);
  const pages = await Promise.all(
    [1, 2, 3].map((offset) => of(cashier, { ...mine, limit: '3', offset: String(offset) })),
  );
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7);
});

test('a consumer reads the own one, also if another one is named; the office says whose', async () => {
  const stranger = await app.consumer('Karim');
  expect((await of(owner)).sums.closingMinor).toBe((await of(cashier, mine)).sums.closingMinor);
  expect((await of(stranger, mine)).items).toEqual([]);
  // No connection yet: the tab of the consumer's page is empty, not an error.
  expect(await of(cashier, { consumerId: String(stranger.consumerId) })).toMatchObject({
    items: [],
    sums: { closingMinor: 0 },
  });
  expect(await app.codeOf(contract.statement, { as: cashier, query: { consumerId: first.id } })).toBe(
    'common.not_found',
  );
  const codeOf = (as: Person, query: Record<string, string>) => app.codeOf(contract.statement, { as, query });
  expect(await codeOf(stranger, { connectionId: first.id })).toBe('common.not_found');
  expect(await codeOf(cashier, {})).toBe('common.not_found');
  expect(await codeOf(await app.staff('surveyor'), mine)).toBe('common.not_permitted');
});
