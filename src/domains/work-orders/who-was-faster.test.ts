/** Of two people who take a step at the same moment the later one is told who made the version that is there now; a household is told no name. */
import { expect, test } from 'vitest';
import * as users from '#domains/identity/users/contract.ts';
import { makeCharges } from '#domains/payments/factory-charges.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import { reopenRequest } from './requests/contract.ts';
import { resumeDue } from './steps/actions/pause-order.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const { yard, charged, pay } = await makeCharges(app);
const { clerk, engineer, step } = yard;
const other = await app.staff('reviewer');
const rename = (name: string, { userId }: Person) =>
  execute(app.db, sql`update identity.users set name = ${name} where id = ${userId}`);
await rename('Karim Uddin', clerk);
await rename('Nusrat Jahan', engineer);

type At = { orderId: string; version: number };
const remark = 'It is not our pipe';
const cancelled = async (at: At, as = engineer) => {
  const { code, params = {} } = await app.refused(steps.cancelOrder, { as, body: { ...at, remark } });
  return [code, params];
};

test('who takes a request is told who took it', async () => {
  const { id } = await yard.order();
  const at = await yard.at(id);
  await step(steps.takeOrder, clerk, id);
  const late = await app.refused(steps.takeOrder, { as: other, body: at });
  expect([late.code, late.params]).toEqual(['common.stale_version', { name: 'Karim Uddin' }]);
  // Not who changed it before: the last one.
  await step(steps.acceptOrder, clerk, id);
  await step(steps.cancelOrder, engineer, id, { remark });
  expect((await app.refused(steps.takeOrder, { as: other, body: at })).params).toEqual({
    name: 'Nusrat Jahan',
  });
  // A version that nobody has noted: nobody is named wrongly.
  await execute(app.db, sql`update work_orders.orders set version = version + 1 where id = ${id}`);
  expect((await app.refused(steps.takeOrder, { as: other, body: at })).params ?? {}).toEqual({});
});

test('a household reads no name of the office', async () => {
  const { id, household } = await charged();
  await step(steps.rejectOrder, clerk, id, { remark });
  const seen = await yard.at(id);
  await step(reopenRequest, clerk, id, { remark });
  const late = await app.refused(reopenRequest, { as: household, body: { ...seen, remark } });
  expect([late.code, late.params ?? {}]).toEqual(['common.stale_version', {}]);
});

test('who cancels it with nothing paid on the screen is refused if the charge was paid meanwhile, and reads that', async () => {
  const { id } = await charged();
  const seen = await yard.at(id);
  await pay(id);
  expect(await cancelled(seen)).toEqual(['common.stale_version', { by: 'payment' }]);
});

test('a hold that the program has ended is nobody’s', async () => {
  const { id } = await yard.order({ upTo: 'ASSIGNED' });
  const until = addDays(app.system().today, 2);
  await step(steps.pauseOrder, engineer, id, { remark, until });
  const seen = await yard.at(id);
  await resumeDue(app.db, systemActor(new Date(`${addDays(until, 1)}T12:00:00Z`), addDays(until, 1)));
  expect(await cancelled(seen)).toEqual(['common.stale_version', {}]);
});

test('who handed the work of a leaving person over is named', async () => {
  const [leaver, next] = [await app.staff('installer'), await app.staff('installer')];
  await rename('Salma Khatun', yard.admin);
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  await step(steps.assignOrder, engineer, id, { crewId: leaver.userId });
  const seen = await yard.at(id);
  await app.call(users.deleteUser, {
    ...{ as: yard.admin, params: { id: leaver.userId } },
    body: { handOverTo: next.userId },
  });
  expect(await cancelled(seen)).toEqual(['common.stale_version', { name: 'Salma Khatun' }]);
});
