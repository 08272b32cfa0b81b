/** Receipt numbers: no hole and none twice, and nothing that others wait for between the number and the end. */
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { giveReceipts } from './actions/give-receipts.ts';
import { makePayment } from './actions/make-payment.ts';
import * as contract from './contract.ts';
import { makeDebtor } from './factory.ts';

const app = await testApp();
const cashier = await app.staff('cashier');
const debtor = () => transaction(app.db, (tx) => makeDebtor(tx, app.system()));
const pay = (connectionId: string, amountMinor: number, key?: string) =>
  app.call(contract.makePayment, {
    as: cashier,
    body: { connectionId, amountMinor, tender: { method: 'CASH' } },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

afterEach(() => vi.restoreAllMocks());

/** What goes to the database from here on, by connection. */
function watch(): { client: unknown; text: string }[] {
  const sent: { client: unknown; text: string }[] = [];
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...given: unknown[]) {
    const asked = given[0] as string | { text?: string };
    sent.push({ client: this, text: (typeof asked === 'string' ? asked : asked?.text) ?? '' });
    return query.apply(this, given);
  } as never);
  return sent;
}

test('after the number nothing is waited for: the rest leaves with the commit, and the disk comes after it', async () => {
  const { connectionId } = await debtor();
  await pay(connectionId, 1000);
  const sent = watch();
  await pay(connectionId, 1000, 'one-payment');
  const taken = sent.findIndex(({ text }) => text.includes('take_numbers'));
  const { client } = sent[taken] ?? {};
  const after = sent.slice(taken + 1).filter((query) => query.client === client);
  const commit = after.findIndex(({ text }) => text === 'commit');
  expect(after.slice(0, commit).map(({ text }) => text.slice(0, 60))).toEqual([
    expect.stringContaining('/* sent ahead */'),
    expect.stringContaining('/* sent ahead */'),
    expect.stringContaining('/* sent ahead */'),
  ]);
  expect(after[commit + 1]?.text).toContain('pg_logical_emit_message');
  expect(sent[taken - 1]?.text).toContain("set_config('synchronous_commit'");
});

test('the series is free before the disk has the commit; the caller is not answered before that', async () => {
  const modes = await transaction(app.db, async (tx) => {
    const mode = () => one<{ mode: string }>(tx, sql`select current_setting('synchronous_commit') as mode`);
    // Tests commit without the disk.
    await execute(tx, sql`set local synchronous_commit = on`);
    const before = await mode();
    await giveReceipts(tx, app.system(), []);
    return [before.mode, (await mode()).mode];
  });
  expect(modes).toEqual(['on', 'off']);
});

test('twelve counters at once: each number once, without a hole, and each answer names its own', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, debtor));
  const answers = await Promise.all(people.map(({ connectionId }) => pay(connectionId, 11_500)));
  const stored = await all<{ id: string; number: string }>(
    app.db,
    sql`select payment_id as id, number from payments.receipts where payment_id = any(${answers.map(({ id }) => id)}::uuid[])`,
  );
  const numberOf = new Map(stored.map(({ id, number }) => [id, number]));
  expect(answers.map(({ id, receiptNumber }) => [id, receiptNumber])).toEqual(
    answers.map(({ id }) => [id, numberOf.get(id)]),
  );
  const counts = [...numberOf.values()].map((number) => Number(number.slice(1, 9))).sort((a, b) => a - b);
  expect(counts).toEqual(counts.map((_, index) => (counts[0] ?? 0) + index));
});

test('a payment that fails after its number leaves no hole', async () => {
  const { connectionId } = await debtor();
  const first = await pay(connectionId, 1000);
  const work = transaction(app.db, async (tx) => {
    await makePayment(
      tx,
      { ...app.actorOf(cashier), permissions: new Set(['payments:take']) },
      {
        connectionId,
        amountMinor: minor(1000),
        tender: { method: 'CASH' },
      },
    );
    throw new Error('the power is gone');
  });
  await expect(work).rejects.toThrow('the power is gone');
  const second = await pay(connectionId, 1000);
  const count = (number: string | null) => Number(number?.slice(1, 9));
  expect(count(second.receiptNumber)).toBe(count(first.receiptNumber) + 1);
});
