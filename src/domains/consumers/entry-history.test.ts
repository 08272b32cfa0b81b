/** What is done to an entry of the register, and to the account that goes with it, is in the audit log. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';

const app = await testApp();
const clerk = await app.staffWith(['consumers:view', 'consumers:edit', 'consumers:delete']);

const auditOf = (id: string) =>
  all(
    app.db,
    sql`select action, actor_id as "by", before ->> 'status' as was, after ->> 'status' as now
      from platform.audit where object_id = ${id} and actor_id = ${clerk.userId} order by id`,
  );

test('an entry that is changed and one that is deleted have a line each', async () => {
  const body = { name: 'Momena Begum', phone: '01711223391' };
  const { id, version } = await app.call(contract.createConsumer, { as: clerk, body });
  const edit = { ...body, id, version, status: 'inactive' as const, reason: 'moved away' };
  await app.call(contract.editConsumer, { as: clerk, body: edit });
  await app.call(contract.deleteConsumer, { as: clerk, params: { id } });
  const audited = await auditOf(id);
  expect(audited.slice(-2)).toEqual([
    { action: 'consumer.edit', by: clerk.userId, was: 'active', now: 'inactive' },
    { action: 'consumer.delete', by: clerk.userId, was: null, now: null },
  ]);
});

test('the account of an entry that is put out of use has its own line, and its session is over', async () => {
  const person = await app.consumer();
  const id = String(person.consumerId);
  const { version, name, phone } = await app.call(contract.getConsumer, { as: clerk, params: { id } });
  const body = { id, version, name, phone, status: 'inactive' as const, reason: 'moved away' };
  await app.call(contract.editConsumer, { as: clerk, body });
  expect(await auditOf(person.userId)).toEqual([
    { action: 'user.deactivate', by: clerk.userId, was: 'active', now: 'disabled' },
  ]);
  const sessions = await all(
    app.db,
    sql`select end_reason as reason from identity.sessions where user_id = ${person.userId}`,
  );
  expect(sessions).toEqual([{ reason: 'consumer inactive' }]);
});
