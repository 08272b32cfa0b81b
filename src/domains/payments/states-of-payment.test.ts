/** The machine of a payment: the database's table is the program's, and random walks of both agree. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeDebtor } from './factory.ts';
import { isUndecided, mayGo, nextCheckSeconds, PAYMENT_STATES, type PaymentState } from './payment.rules.ts';

const app = await testApp();
const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));

/** The payment stays in this transaction, which is undone: any state may be a start. */
async function tries(path: readonly PaymentState[]): Promise<(PaymentState | 'refused')[]> {
  const seen: (PaymentState | 'refused')[] = [];
  const undo = new Error('undo');
  const walk = transaction(app.db, async (tx) => {
    const paidOn = ['APPROVED', 'REVERSED'].includes(path[0] ?? '') ? '2026-11-15' : null;
    const { id } = await one<{ id: string }>(
      tx,
      sql`insert into payments.payments (source, method, state, amount_minor, connection_id, paid_on, created_at)
        values ('INVOICE', 'GATEWAY', ${path[0]}, 100, ${connectionId}, ${paidOn}, now()) returning id`,
    );
    let current = path[0];
    for (const next of path.slice(1)) {
      await execute(tx, sql`savepoint step`);
      try {
        await execute(
          tx,
          sql`update payments.payments set state = ${next}, paid_on = case when ${next} = 'APPROVED' then date '2026-11-15'
          else paid_on end where id = ${id}`,
        );
        current = next;
        seen.push(next);
      } catch {
        await execute(tx, sql`rollback to savepoint step`);
        seen.push('refused');
      }
      const { state } = await one<{ state: string }>(
        tx,
        sql`select state from payments.payments where id = ${id}`,
      );
      expect(state).toBe(current);
    }
    throw undo;
  });
  await expect(walk).rejects.toBe(undo);
  return seen;
}

function model(path: readonly PaymentState[]): (PaymentState | 'refused')[] {
  let current = path[0] as PaymentState;
  return path.slice(1).map((next) => {
    if (!mayGo(current, next)) return 'refused';
    current = next;
    return next;
  });
}

test('every step of every state, in the program and in the database', async () => {
  for (const from of PAYMENT_STATES) {
    for (const to of PAYMENT_STATES)
      expect(await tries([from, to]), `${from} > ${to}`).toEqual(model([from, to]));
  }
});

test('random walks', async () => {
  const state = fc.constantFrom(...PAYMENT_STATES);
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 2, maxLength: 12 }), async (path) => {
      expect(await tries(path)).toEqual(model(path));
    }),
    { numRuns: 60 },
  );
});

test('success is reachable from all that is not decided, canceled or expired; reversed and declined are ends', () => {
  const toApproved = PAYMENT_STATES.filter((state) => mayGo(state, 'APPROVED'));
  expect(toApproved).toEqual(['CREATED', 'PROCESSING', 'CANCELED', 'EXPIRED']);
  expect(PAYMENT_STATES.filter((from) => !PAYMENT_STATES.some((to) => mayGo(from, to)))).toEqual([
    'DECLINED',
    'REVERSED',
  ]);
  for (const state of PAYMENT_STATES) {
    expect(nextCheckSeconds(state, 0) !== undefined).toBe(
      isUndecided(state) || state === 'CANCELED' || state === 'EXPIRED',
    );
  }
});

test('amount, payer and target of a payment never change, and none is deleted (G2)', async () => {
  const code = async (text: string) => {
    try {
      await app.database.pool.query(text);
    } catch (error) {
      return (error as { constraint?: string; code: string }).constraint ?? (error as { code: string }).code;
    }
    return 'accepted';
  };
  await execute(
    app.db,
    sql`insert into payments.payments (source, method, state, amount_minor, connection_id, paid_on, created_at)
    values ('INVOICE', 'CASH', 'APPROVED', 100, ${connectionId}, '2026-11-15', now())`,
  );
  expect(await code('update payments.payments set amount_minor = 1')).toBe('payments_frozen');
  expect(await code("update payments.payments set paid_on = '2026-11-14'")).toBe('payments_frozen');
  for (const table of [
    'payments.payments',
    'payments.allocations',
    'payments.receipts',
    'billing.advance_uses',
  ]) {
    expect(await code(`delete from ${table}`), table).toBe('42501');
    expect(await code(`truncate ${table} cascade`), table).toBe('42501');
  }
  expect(await code("update payments.receipts set number = '1'")).toBe('42501');
});
