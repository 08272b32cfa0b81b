/** What is done to an account of staff is in the audit log, and its sessions say why they ended. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

test('made, changed, deactivated, activated and deleted: a line each, by whom, with before and after', async () => {
  const body = { name: 'Shefali Das', email: 'shefali@example.org', phone: '01811000701', role: 'cashier' };
  const { id, version } = await app.call(contract.createUser, { as: admin, body });
  const edit = { ...body, id, version, name: 'Shefali Roy', role: 'reader' };
  const edited = await app.call(contract.editUser, { as: admin, body: edit });
  const off = { id, version: edited.version, status: 'disabled' as const, reason: 'On leave' };
  const disabled = await app.call(contract.setUserStatus, { as: admin, body: off });
  const on = { id, version: disabled.version, status: 'active' as const };
  await app.call(contract.setUserStatus, { as: admin, body: on });
  await app.call(contract.deleteUser, { as: admin, params: { id }, body: { reason: 'Left' } });
  const audited = await all(
    app.db,
    sql`select action, actor_id as "by", before ->> 'name' as "wasName", after ->> 'name' as name,
        before ->> 'status' as "wasStatus", after ->> 'status' as status, reason
      from platform.audit where object = 'user' and object_id = ${id} and action in
        ('user.create', 'user.edit', 'user.deactivate', 'user.activate', 'user.delete') order by id`,
  );
  const line = { by: admin.userId, wasName: null, name: null, wasStatus: null, status: null, reason: null };
  expect(audited).toEqual([
    { ...line, action: 'user.create', name: 'Shefali Das' },
    { ...line, action: 'user.edit', wasName: 'Shefali Das', name: 'Shefali Roy' },
    { ...line, action: 'user.deactivate', wasStatus: 'active', status: 'disabled', reason: 'On leave' },
    { ...line, action: 'user.activate', wasStatus: 'disabled', status: 'active' },
    { ...line, action: 'user.delete', wasName: 'Shefali Roy', reason: 'Left' },
  ]);
});

test('sessions of a deactivated and of a deleted account are over', async () => {
  const [disabled, deleted] = [await app.staff('cashier'), await app.staff('cashier')];
  const { version } = await app.call(contract.getUser, { as: admin, params: { id: disabled.userId } });
  const body = { id: disabled.userId, version, status: 'disabled' as const, reason: 'On leave' };
  await app.call(contract.setUserStatus, { as: admin, body });
  await app.call(contract.deleteUser, { as: admin, params: { id: deleted.userId } });
  const ended = await all(
    app.db,
    sql`select user_id as id, end_reason as reason from identity.sessions
      where user_id in (${disabled.userId}, ${deleted.userId}) order by end_reason`,
  );
  expect(ended).toEqual([
    { id: disabled.userId, reason: 'account deactivated' },
    { id: deleted.userId, reason: 'account deleted' },
  ]);
});

test('the phone of a consumer is not free for a member of staff', async () => {
  const consumer = await app.consumer();
  const [{ phone } = { phone: '' }] = await all<{ phone: string }>(
    app.db,
    sql`select phone from identity.users where id = ${consumer.userId}`,
  );
  const check = (id?: string) => app.call(contract.checkUser, { as: admin, body: { phone, id } });
  expect((await check()).phoneFree).toBe(false);
  expect((await check(consumer.userId)).phoneFree).toBe(true);
});
