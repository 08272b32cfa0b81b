/** What calls about staff accounts refuse although nobody's rights are in question. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const [cashier, reader] = [await app.staff('cashier'), await app.staff('reader')];
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

const account = (person: Person) => app.call(contract.getUser, { as: admin, params: { id: person.userId } });

/** What an edit of the cashier saves, with these changes. */
async function edited(changes: Partial<Record<'id' | 'role' | 'phone' | 'email', string>>) {
  const { id, version, name, phone } = await account(cashier);
  const email = 'cashier-of-this-test@example.org';
  return { id, version, name, phone: String(phone), email, role: 'cashier', ...changes };
}

test.each([
  ['an account that nobody has', { id: NOBODY }, 'common.not_found'],
  ['a role that nobody has', { role: 'no-such-role' }, 'identity.unknown_role'],
])('an edit of %s', async (_what, changes, code) => {
  expect(await app.codeOf(contract.editUser, { as: admin, body: await edited(changes) })).toBe(code);
});

test('an edit of a version that has been changed since', async () => {
  const body = await edited({});
  await app.call(contract.editUser, { as: admin, body });
  expect(await app.codeOf(contract.editUser, { as: admin, body })).toBe('common.stale_version');
});

test('an edit with the e-mail of a colleague, in other letters', async () => {
  await execute(
    app.db,
    sql`update identity.users set email = 'reader@example.org' where id = ${reader.userId}`,
  );
  const body = await edited({ email: 'Reader@Example.org' });
  expect(await app.codeOf(contract.editUser, { as: admin, body })).toBe('identity.email_taken');
});

test('a new account with the phone of a colleague', async () => {
  const { phone } = await account(reader);
  const body = { name: 'Salma', email: 'salma@example.org', phone: String(phone), role: 'cashier' };
  expect(await app.codeOf(contract.createUser, { as: admin, body })).toBe('identity.phone_taken');
});

test('an edit with the phone of a colleague', async () => {
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${reader.userId}`,
  );
  expect(await app.codeOf(contract.editUser, { as: admin, body: await edited({ phone }) })).toBe(
    'identity.phone_taken',
  );
});

test('open work does not go to somebody who may not do it', async () => {
  const { id, version } = await account(cashier);
  const body = { id, version, status: 'disabled', reason: 'left', handOverTo: NOBODY } as const;
  expect(await app.codeOf(contract.setUserStatus, { as: admin, body })).toBe('identity.successor_may_not');
  expect((await account(cashier)).status).toBe('active');
});
