/** The money for bills that were taken over is of who took them over: the earlier owner reads nothing of it, and neither waits for the other. */
import { afterAll, expect, test } from 'vitest';
import { billPoints } from '#domains/dashboard/chart-queries.ts';
import * as payments from '#domains/payments/contract.ts';
import { getPayable } from '#domains/payments/payables/contract.ts';
import { getPayment, listPayments } from '#domains/payments/queries.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import type { Minor } from '#shared/money.ts';
import type { Person } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { DUE, PROVEN, saleOffice } from './factory-sale.ts';

const { app, cashier, sold, begin, atTheBank, comes, counter, proofs } = await saleOffice();

afterAll(closePdf);

const history = async (as: Person) => {
  const query = { source: 'INVOICE' as const, limit: 20, offset: 1 };
  const { items, total, sums } = await app.call(payments.paymentHistory, { as, query });
  return { ids: items.map(({ id }) => id), total, ...sums };
};
const told = (paymentId: string) =>
  all<{ user: string }>(
    app.owner.db,
    sql`select user_id as "user" from platform.notices where kind = 'payments.received' and path = ${`/payment-history/${paymentId}`}`,
  );

test('what the new owner pays at the counter or online is in their history and in that of the office, and nowhere of the earlier owner', async () => {
  const { before, after, connectionId } = await sold();
  const { id: cash } = await app.call(payments.makePayment, counter(connectionId, 5_000, true));
  const online = await atTheBank(after, connectionId, DUE - 5_000);
  const running = { as: before, query: { connectionId } };
  expect((await app.call(getPayable, running)).running).toBeNull();
  await comes(after, online);
  const ofSeller = await history(before);
  expect(ofSeller).toEqual({ ids: [], total: 0, amountMinor: 0, collectedMinor: 0 });
  expect(new Set((await history(after)).ids)).toEqual(new Set([cash, online]));
  for (const id of [cash, online]) {
    expect(await app.codeOf(payments.getPayment, { as: before, params: { id } })).toBe('common.not_found');
    expect(await told(id)).toEqual([{ user: after.userId }]);
    expect(await app.call(payments.getPayment, { as: cashier, params: { id } })).toMatchObject({
      payerName: 'Karim',
    });
  }
  // Also without row-level security.
  const seller = app.actorOf(before);
  const query = { source: 'INVOICE' as const, limit: 20, offset: 1, sort: '-createdAt' as const };
  const unlimited = await listPayments(app.db, seller, query);
  expect([unlimited.total, unlimited.sums]).toEqual([0, { amountMinor: 0, collectedMinor: 0 }]);
  await expect(getPayment(app.db, seller, cash)).rejects.toMatchObject({
    error: { code: 'common.not_found' },
  });
  expect(await proofs()).toEqual(PROVEN);
});

test('what the history says is collected is what its rows show: of who pays for the connection of another, and of the consumer whom the office asks for', async () => {
  const { before, after, connectionId, bill } = await sold();
  await bill('2026-11-01');
  const own = await app.call(payments.makePayment, counter(connectionId, 3_000, false));
  const taken = await app.call(payments.makePayment, counter(connectionId, 5_000, true));
  const seen = async (as: Person, consumerId?: string) => {
    const query = { source: 'INVOICE' as const, limit: 20, offset: 1, consumerId };
    const { items, sums } = await app.call(payments.paymentHistory, { as, query });
    expect(items.reduce((sum, item) => sum + item.collectedMinor, 0)).toBe(sums.collectedMinor);
    return { ids: new Set(items.map(({ id }) => id)), collectedMinor: sums.collectedMinor };
  };
  const ofTaker = { ids: new Set([taken.id]), collectedMinor: 5_000 };
  expect(await seen(after)).toEqual(ofTaker);
  expect(await seen(before)).toEqual({ ids: new Set([own.id]), collectedMinor: 3_000 });
  expect(await seen(cashier, String(after.consumerId))).toEqual(ofTaker);
  expect(await seen(cashier, String(before.consumerId))).toEqual({
    ...{ ids: new Set([own.id, taken.id]), collectedMinor: 8_000 },
  });
  // By the name of who paid, too.
  const named = { as: cashier, query: { source: 'INVOICE' as const, limit: 20, offset: 1, search: 'Karim' } };
  expect((await app.call(payments.paymentHistory, named)).items.map(({ id }) => id)).toContain(taken.id);
  // The page of the month of the earlier owner does not have it, also without row-level security.
  const { points } = await billPoints(app.db, app.actorOf(before), 1);
  expect(points.map(({ collectedMinor }) => collectedMinor)).toEqual([3_000]);
});

test('both owners pay what is theirs at the same time; each of them one payment', async () => {
  const { before, after, connectionId, bill } = await sold();
  await bill('2026-11-01');
  const ofBuyer = await atTheBank(after, connectionId, DUE);
  const ofSeller = await atTheBank(before, connectionId, 3_000);
  const again = (as: Person, amountMinor: number) =>
    app.codeOf(payments.makePayment, {
      as,
      body: { connectionId, amountMinor: amountMinor as Minor, tender: { method: 'GATEWAY' } },
    });
  expect([await again(before, 3_000), await again(after, DUE)]).toEqual([
    ...['payments.other_running', 'payments.other_running'],
  ]);
  expect((await comes(before, ofSeller)).state).toBe('APPROVED');
  expect((await comes(after, ofBuyer)).state).toBe('APPROVED');
  expect(await proofs()).toEqual(PROVEN);
});

test('a receipt names what its payer still owes, not what the other one does', async () => {
  const { before, after, connectionId, bill } = await sold();
  const paid = await app.call(payments.makePayment, counter(connectionId, 5_000, true));
  await bill('2026-11-01');
  const own = await app.call(payments.makePayment, counter(connectionId, 2_000, false));
  const { dueMinor } = await app.call(getPayable, { as: before, query: { connectionId } });
  const receipt = async (as: Person, id: string) => {
    const answer = await app.server.inject({
      url: `/api/billing${payments.paymentReceipt.path.replace('{id}', id)}?language=en`,
      headers: { authorization: `Bearer ${as.idToken}` },
    });
    return /Still due\s+৳([\d,.]+)/.exec(textOfPdf(answer.rawPayload))?.[1];
  };
  expect(dueMinor).toBe(DUE - 2_000);
  for (const [as, id, minor] of [
    [after, paid.id, DUE - 5_000],
    [before, own.id, DUE - 2_000],
  ] as const)
    expect([await receipt(as, id), await receipt(cashier, id)]).toEqual([
      String(minor / 100),
      String(minor / 100),
    ]);
});

test('a payment of the other one that has not come to the bank yet is left alone', async () => {
  const { before, after, connectionId, bill } = await sold();
  await bill('2026-11-01');
  const { id } = await begin(after, connectionId, DUE);
  await begin(before, connectionId, 3_000);
  const { state } = await one<{ state: string }>(
    app.db,
    sql`select state from payments.payments where id = ${id}`,
  );
  expect(state).toBe('CREATED');
  await begin(after, connectionId, DUE);
  const { state: left } = await one<{ state: string }>(
    app.db,
    sql`select state from payments.payments where id = ${id}`,
  );
  expect(left).toBe('EXPIRED');
});

test('the page of a connection that ended promises no next bill, and that of taken-over bills takes no more', async () => {
  const { before, after, connectionId, successorId } = await sold();
  const surplus = async (as: Person, of: string) =>
    (await app.call(getPayable, { as, query: { connectionId: of } })).surplus;
  expect(await surplus(before, connectionId)).toBe('PAID_BACK');
  expect(await surplus(after, connectionId)).toBe('NOT_TAKEN');
  expect(await surplus(after, successorId)).toBe('NEXT_BILL');
  expect(await surplus(cashier, connectionId)).toBe('PAID_BACK');
});

test('the exact sum of taken-over bills is not unusual, also above the setting', async () => {
  const { connectionId } = await sold();
  const limits = JSON.stringify({ unusualAboveMinor: 1_000, unusualTimes: 2 });
  await all(
    app.owner.db,
    sql`insert into settings.entries (key, value) values ('payments', ${limits}::jsonb)
      on conflict (key) do update set value = settings.entries.value || excluded.value returning key`,
  );
  expect(await app.codeOf(payments.makePayment, counter(connectionId, 5_000))).toBe(
    'payments.unusual_amount',
  );
  expect(await app.codeOf(payments.makePayment, counter(connectionId, DUE, true))).toBeUndefined();
  expect(await proofs()).toEqual(PROVEN);
});

test('a bill of the earlier owner moves nothing of what who took bills over saw as due; money for those does', async () => {
  const { after, connectionId, bill } = await sold();
  const as = after;
  const seenDueMinor = (await app.call(getPayable, { as, query: { connectionId } })).dueMinor;
  expect(seenDueMinor).toBe(DUE);
  await bill('2026-11-01');
  const body = {
    ...{ connectionId, amountMinor: 5_000 as Minor, seenDueMinor },
    tender: { method: 'GATEWAY' as const },
  };
  expect((await app.call(payments.makePayment, { as, body })).state).toBe('CREATED');
  await app.call(payments.makePayment, counter(connectionId, 2_000, true));
  const late = await app.refused(payments.makePayment, { as, body });
  expect([late.code, late.params]).toEqual(['payments.due_moved', { open: DUE - 2_000 }]);
});
