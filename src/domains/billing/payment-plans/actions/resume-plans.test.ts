/** A plan that was paid, and whose money is taken back: by the bank, which returns a cheque, or by the office. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import { chequeCalls } from '#domains/payments/cheques/factory-cheques.ts';
import * as payments from '#domains/payments/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { BILL, planningOffice, START } from '../factory.ts';

const office = await planningOffice();
const { app, goTo, rule, debtor, propose, get, accept, active, until, kept, log, messages, states } = office;
const { paying, depositing, returning } = await chequeCalls(app);

beforeAll(() => rule({ firstPercent: 20, brokenAYear: 12, aloneUpToMinor: 1_000_00 }));
afterEach(async () => {
  await goTo(START);
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
});

const find = async (number: string) => {
  const as = await app.staff('reviewer');
  const { items } = await app.call(cheques.listCheques, { as, query: { search: number } });
  if (!items[0]) throw new Error('no cheque');
  return items[0];
};
/** All of a plan by one cheque, which is at the bank. */
async function byCheque(connectionId: string, amountMinor = 3 * BILL): Promise<string> {
  const as = await app.staff('cashier');
  const paid = await app.call(payments.makePayment, { ...paying(connectionId, {}, minor(amountMinor)), as });
  const cheque = await find(paid.slipNumber ?? '');
  await app.call(cheques.depositCheques, { ...depositing([cheque]), as });
  return cheque.number;
}
const comesBack = async (number: string) =>
  app.call(cheques.dishonourCheque, { ...returning(await find(number)), as: await app.staff('reviewer') });

describe('a paid plan', () => {
  test('goes on if the cheque that paid it comes back; its bills were held all the time', async () => {
    const { id, connectionId } = await active();
    const number = await byCheque(connectionId);
    expect(await kept(id)).toMatchObject({ state: 'COMPLETED', held: 0 });
    await until('2026-12-09');
    await comesBack(number);
    expect(await kept(id)).toEqual({ state: 'ACTIVE', because: null, held: 3 });
    expect(await get(id)).toMatchObject({ state: 'ACTIVE', leftMinor: 3 * BILL });
    expect(await states(id)).toEqual(['DUE 0', 'DUE 0', 'DUE 0']);
    expect(await log(id)).toEqual(['propose', 'accept', 'complete', 'resume']);
    expect((await messages(id)).map((told) => told.split(':')[0])).toEqual([
      ...['proposed', 'active', 'completed', 'resumed'],
    ]);
    const { gaps } = await one<{ gaps: number }>(
      app.owner.db,
      sql`select count(*)::int as gaps from billing.collection_holds h where h.cause_id = ${id} and h.to_day is not null
        and not exists (select from billing.collection_holds n where n.invoice_id = h.invoice_id and n.from_day = h.to_day)`,
    );
    expect(gaps).toBe(0);
  });

  test('that goes on breaks by its own rules, and counts as broken', async () => {
    const { id, connectionId } = await active();
    await comesBack(await byCheque(connectionId));
    await until('2026-12-25');
    expect(await kept(id)).toMatchObject({ state: 'BROKEN', because: 'INSTALMENT_MISSED', held: 0 });
  });

  test('goes on if the office takes its money back', async () => {
    const { id, connectionId } = await active();
    const { id: paymentId } = await office.pay(connectionId, 3 * BILL);
    expect((await kept(id)).state).toBe('COMPLETED');
    const as = await app.staff('admin');
    await app.call(payments.reversePayment, { as, body: { paymentId, reason: 'wrong house' } });
    expect(await kept(id)).toMatchObject({ state: 'ACTIVE', held: 3 });
  });

  test('is broken if the connection has another plan by now', async () => {
    const { id, connectionId } = await active();
    const number = await byCheque(connectionId);
    await until('2027-01-10');
    const { id: other } = await propose(connectionId, { firstMinor: 50_00, instalments: 1 });
    await comesBack(number);
    expect(await kept(id)).toMatchObject({ state: 'BROKEN', because: 'MONEY_BACK', held: 0 });
    expect((await kept(other)).state).toMatch(/PROPOSED|ENDED/);
  });
});

test('what was agreed and accepted cannot be rewritten, in no column', async () => {
  const { id } = await active();
  const free = [
    'state',
    'version',
    'ended_at',
    'ended_on',
    'ended_by_name',
    'ended_because',
    'end_reason',
    'end_left_minor',
  ];
  const columns = await all<{ name: string; type: string }>(
    app.owner.db,
    sql`select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
      where a.attrelid = 'billing.payment_plans'::regclass and a.attnum > 0 and not a.attisdropped`,
  );
  const others: Record<string, string> = {
    uuid: 'uuidv7()',
    text: "'PAPER'",
    integer: '27',
    bigint: '1',
    date: "'2020-01-01'",
    jsonb: "'{}'",
    'timestamp with time zone': "'2020-01-01'",
    'uuid[]': "'{}'",
  };
  const written: string[] = [];
  for (const { name, type } of columns.filter((column) => !free.includes(column.name))) {
    const change = sql`update billing.payment_plans set ${sql.ref(name)} = ${sql.raw(`${others[type]}::${type}`)} where id = ${id}`;
    const refusal = await execute(app.db, change).then(
      () => 'written',
      (error: { constraint?: string }) => error.constraint ?? 'refused',
    );
    if (refusal !== 'payment_plans_frozen') written.push(`${name} ${refusal}`);
  }
  expect(written).toEqual([]);
});

test('accepting by is a fact as soon as it is proposed', async () => {
  const { connectionId } = await debtor();
  const { id } = await propose(connectionId);
  await expect(
    execute(app.db, sql`update billing.payment_plans set accept_by = accept_by + 30 where id = ${id}`),
  ).rejects.toMatchObject({ constraint: 'payment_plans_frozen' });
  await accept(id);
});
