/** Photos are of who asked for the work, of the office that reviews it, and of who does it. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { getOrder } from './contract.ts';
import { makeYard } from './factory-calls.ts';
import { addPhoto } from './steps/contract.ts';

const app = await testApp();
const yard = await makeYard(app);

test('the counter, which takes the charge, adds no photo to an order that it sees', async () => {
  const { id } = await yard.order();
  const cashier = await app.staff('cashier');
  const query = { orderId: id, moment: 'REQUEST' as const };
  const sent = await app.sendFile(addPhoto, {
    as: cashier,
    content: Buffer.from('GIF89a'),
    name: 'a.gif',
    query,
  });
  expect(sent.code).toBe('common.not_permitted');
  expect((await app.call(getOrder, { as: cashier, params: { id } })).can.photo).toBe('no');
});
