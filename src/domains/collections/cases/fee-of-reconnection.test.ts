/** The fee of a reconnection is of rules that two persons approved: no reviewer lets it go in an estimate, who may waive it does, with a reason. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { getOrder } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as steps from '#domains/work-orders/steps/contract.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { BILL, dunningCalls, RULES } from '../factory.ts';
import { sendingCalls } from '../factory-sending.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const calls = dunningCalls(app);
const { rules, look, pay } = calls;
const { disconnected, reconnectionOf } = sendingCalls(app, calls);
const FEE = 50_000;

beforeAll(() => rules({ ...RULES, reconnectionFeeMinor: FEE }));
beforeEach(async () => {
  await look();
});

test('an estimate is not below the fee; it is waived by who may, with a reason', async () => {
  const { id } = await disconnected();
  await pay(id, 2 * BILL);
  await look();
  const order = await reconnectionOf(id);
  const yard = await makeYard(app);
  const page = () => app.call(getOrder, { as: yard.clerk, params: { id: order } });
  const { chargeMinor } = await page();
  const estimate = async (labourMinor: number, charged: boolean) =>
    app.refused(steps.estimateOrder, {
      as: yard.clerk,
      body: {
        ...{ ...(await yard.at(order)), charged, labourMinor: labourMinor as Minor, materials: [] },
        ...{ unusual: true, despitePayment: true },
      },
    });
  for (const [labour, charged] of [
    [FEE, false],
    [FEE - 1, true],
    [0, false],
  ] as const)
    expect(await estimate(labour, charged)).toMatchObject({
      ...{ code: 'work-orders.fee_of_rules', params: { least: FEE } },
    });
  expect((await page()).chargeMinor).toBe(chargeMinor);
  // More than the fee may be charged, and the fee again.
  for (const labourMinor of [FEE + 10_000, FEE] as Minor[])
    await yard.step(steps.estimateOrder, yard.clerk, order, {
      ...{ labourMinor, charged: true, materials: [], unusual: true, despitePayment: true },
    });
  const reason = 'The water was cut off by mistake.';
  expect(await yard.codeOf(steps.waiveCharge, yard.clerk, order, { reason })).toBe('common.not_permitted');
  await yard.step(steps.waiveCharge, yard.engineer, order, { reason });
  expect(await page()).toMatchObject({ chargeMinor, isWaived: true });
});
