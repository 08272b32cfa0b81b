/** An officer or a deputy who gets another role: the desk goes to somebody of the role of before, and the deputy decides no more. */
import { expect, test } from 'vitest';
import { editUser, getOpenWork, getUser } from '#domains/identity/users/contract.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { forwardNoc } from './contract.ts';
import { deskBench } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, officer, colleague, deputy } = bench.people;

async function give(person: Person, role: string, more: { handOverTo?: string } = {}) {
  const { id, version, name, phone } = await app.call(getUser, { as: admin, params: { id: person.userId } });
  const body = { id, version, name, phone: String(phone), email: `d${id}@example.org`, role, ...more };
  return app.codeOf(editUser, { as: admin, body });
}

test('an officer gets another role only with a successor of the role of the desk, and their deputy decides no more', async () => {
  await bench.cleanDesks();
  await bench.handOver();
  const params = { id: officer.userId };
  const lost = await app.call(getOpenWork, { as: admin, params, query: { role: 'cashier' } });
  expect(lost).toMatchObject({
    items: [{ kind: 'desks', count: 1 }],
    successors: [{ id: colleague.userId }],
  });
  for (const role of ['cashier', 'rajukAE']) expect(await give(officer, role)).toBe('identity.open_work');
  expect(await give(officer, 'cashier', { handOverTo: deputy.userId })).toBe('identity.successor_may_not');
  expect((await bench.deskOf('rajukSAE')).delegations).toHaveLength(1);
  expect(await give(officer, 'cashier', { handOverTo: colleague.userId })).toBeUndefined();
  expect(await bench.deskOf('rajukSAE')).toMatchObject({ officerId: colleague.userId, delegations: [] });
  expect(await bench.toldOf('applications.deputy_ended', '/noc-from-rajuk')).toEqual([deputy.userId]);
  expect(await give(officer, 'rajukSAE')).toBeUndefined();
});

test('what was forwarded to somebody who gets another role is with the desk again', async () => {
  await bench.cleanDesks();
  const [third, made] = [await app.staff('rajukSAE'), await bench.waiting()];
  const body = { version: made.version, officerId: third.userId, remark: 'Knows the plot' };
  await app.call(forwardNoc, { as: officer, params: { id: made.id }, body });
  expect(await bench.isInQueue(third, made)).toBe(true);
  expect(await give(third, 'cashier')).toBeUndefined();
  expect(await bench.isInQueue(officer, made)).toBe(true);
  // When it came, and now.
  expect(await bench.toldOf('applications.desk', `/noc-from-rajuk?id=${made.id}`)).toEqual([
    ...[officer.userId, officer.userId],
  ]);
  // Nothing of it comes back with the role.
  expect(await give(third, 'rajukSAE')).toBeUndefined();
  expect(await bench.isInQueue(officer, made)).toBe(true);
});

test('a deputy stays one by a role that decides at desks, and is none any more by another', async () => {
  await bench.cleanDesks();
  await bench.handOver();
  expect(await give(deputy, 'rajukPM')).toBeUndefined();
  expect((await bench.deskOf('rajukSAE')).delegations).toHaveLength(1);
  expect(await give(deputy, 'cashier')).toBeUndefined();
  expect((await bench.deskOf('rajukSAE')).delegations).toEqual([]);
  expect(await bench.toldOf('applications.deputy_ended', '/noc-from-rajuk')).toEqual([deputy.userId]);
});
