/** Only a case of late bills sends somebody to disconnect or to connect again: the connection and the bills follow no other order. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { dunningCalls } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { ordered } = sendingCalls(app, calls);

beforeAll(() => calls.rules());
beforeEach(async () => {
  await calls.look();
});

const ordersAt = (connectionId: string) =>
  all(app.db, sql`select id from work_orders.orders where connection_id = ${connectionId}`);

test('neither a household asks for it by hand nor the office', async () => {
  const yard = await makeYard(app);
  const household = await app.consumer();
  const { id, number } = await yard.connect({ consumerId: String(household.consumerId) });
  for (const as of [household, yard.clerk])
    for (const code of ['DISCONNECTION', 'RECONNECTION_PAID']) {
      const body = await yard.fields({ code, connectionNumber: number });
      expect(await app.codeOf(steps.createOrder, { as, body })).toBe('work-orders.category_unknown');
    }
  expect(await ordersAt(id)).toEqual([]);
});

test('other work does not become such work, and such work does not become other work', async () => {
  const { orderId } = await ordered();
  const yard = await makeYard(app);
  const leak = await yard.order();
  const corrected = async (id: string, code: string) =>
    yard.codeOf(steps.updateOrder, yard.clerk, id, {
      ...{ categoryId: await yard.category(code), description: 'Corrected' },
    });
  expect(await corrected(leak.id, 'DISCONNECTION')).toBe('work-orders.category_unknown');
  expect(await corrected(leak.id, 'RECONNECTION_PAID')).toBe('work-orders.category_unknown');
  expect(await corrected(orderId, 'LEAK')).toBe('work-orders.category_of_case');
  // Its words are corrected as those of any other one.
  expect(await corrected(orderId, 'DISCONNECTION')).toBeUndefined();
});
