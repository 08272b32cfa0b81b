/** Of two people who take a step at the same moment the later one is told who made the version that is there now; a household is told no name. */
import { expect, test } from 'vitest';
import { moneyOfFee } from '#domains/payments/fee-payments.ts';
import { systemActor } from '#platform/actor.ts';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest } from '../contract.ts';
import { makeFees } from '../fee/factory-fees.ts';
import { expireRequests } from './actions/end-request.ts';
import * as steps from './contract.ts';

const app = await testApp();
const { office, asked, pay, books } = await makeFees(app);
const { clerk, admin } = office;
const other = await app.staff('reviewer');
const rename = (name: string, { userId }: Person) =>
  execute(app.db, sql`update identity.users set name = ${name} where id = ${userId}`);
await rename('Karim Uddin', clerk);
await rename('Nusrat Jahan', other);

type At = { requestId: string; version: number };
const remark = 'The deed is of another plot';
const withdrawal = (as: Person, at: At) =>
  app.refused(steps.withdrawRequest, { as, body: { ...at, remark } });
const rejection = (at: At) =>
  app.refused(steps.rejectChange, {
    ...{ as: admin, query: { requestId: at.requestId } },
    body: { version: at.version, remark },
  });

test('who accepts is told who sent it back meanwhile, and the page has who, when and the remark', async () => {
  const { id } = await office.request({ upTo: 'READY_TO_APPROVE' });
  const seen = await office.at(id);
  await app.call(steps.returnRequest, { as: clerk, body: { ...seen, remark } });
  const accepting = { as: admin, body: seen };
  const late = await app.refused(steps.acceptChange, accepting);
  expect([late.status, late.code, late.params]).toEqual([
    ...[409, 'common.stale_version', { name: 'Karim Uddin' }],
  ]);
  const now = await app.call(getRequest, { as: admin, query: { requestId: id } });
  expect([now.state, now.can.accept, now.timeline.at(-1)]).toMatchObject([
    ...['RECORRECTION', 'no', { action: 'return', by: 'Karim Uddin', remark }],
  ]);
  // Not who changed it before: the last one.
  await app.call(steps.updateRequest, {
    as: other,
    body: { ...(await office.at(id)), ...(({ phone: _, ...rest }) => rest)(office.fields()) },
  });
  expect((await app.refused(steps.acceptChange, accepting)).params).toEqual({ name: 'Nusrat Jahan' });
  // A version that nobody has noted: nobody is named wrongly.
  await execute(app.db, sql`update ownership.requests set version = version + 1 where id = ${id}`);
  expect((await app.refused(steps.acceptChange, accepting)).params ?? {}).toEqual({});
});

test('an owner reads no name of the office or of the other owner, neither in the refusal nor on the page', async () => {
  const { id, owner, buyer } = await asked('CONSENTED');
  const seen = await office.at(id);
  await app.call(steps.returnRequest, { as: clerk, body: { ...seen, remark } });
  const late = await withdrawal(owner, seen);
  expect([late.code, late.params ?? {}]).toEqual(['common.stale_version', {}]);
  await app.call(steps.withdrawRequest, {
    as: owner,
    body: { ...(await office.at(id)), remark: 'It is not sold' },
  });
  expect((await withdrawal(buyer, seen)).params ?? {}).toEqual({});
  const page = await app.call(getRequest, { as: buyer, query: { requestId: id } });
  expect(page.timeline.map(({ by }) => by)).toEqual(page.timeline.map(() => ''));
  expect(page.can.withdraw).toBe('no');
  // The office is told which owner it was.
  expect((await rejection(seen)).params).toEqual({ name: 'Rahima Khatun' });
});

test('what the program ended is nobody’s', async () => {
  const { id } = await asked('REQUESTED');
  const seen = await office.at(id);
  await expireRequests(app.db, systemActor(app.clock.now(), '2027-01-30'), moneyOfFee);
  const late = await withdrawal(clerk, seen);
  expect([late.code, late.params ?? {}]).toEqual(['common.stale_version', {}]);
});

test('who ends it with nothing paid on the screen is refused if the fee came meanwhile, and reads that', async () => {
  const { id, owner } = await asked();
  const seen = await office.at(id);
  await pay(id);
  for (const late of [await rejection(seen), await withdrawal(owner, seen), await withdrawal(clerk, seen)])
    expect([late.code, late.params]).toEqual(['common.stale_version', { by: 'payment' }]);
  // Nothing went back, and the page has the sum that goes back.
  expect(Object.keys(await books(id))).not.toContain('2210');
  const page = await app.call(getRequest, { as: owner, query: { requestId: id } });
  expect([page.state, page.feePaidMinor]).toEqual(['READY_TO_APPROVE', page.feeMinor]);
  expect(page.feePaidMinor).toBeGreaterThan(0);
});
