/** Somebody who leaves: what they had to do goes to one successor who may do it, all at once or not at all. */
import { expect, test } from 'vitest';
import { deleteUser, getOpenWork, getUser, setUserStatus } from '#domains/identity/users/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { assignUser } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { createDesk } from '../noc/contract.ts';
import { deskCall } from '../noc/factory-desks.ts';

const app = await testApp();
const admin = await app.staff('admin');

async function assigneeOf(id: string): Promise<string | null> {
  const row = await one<{ assignee: string | null }>(
    app.db,
    sql`select assignee_id as assignee from applications.applications where id = ${id}`,
  );
  return row.assignee;
}

test('a surveyor with open surveys is deleted only with a successor who may survey', async () => {
  const surveyor = await app.staff('surveyor');
  const other = await app.staff('surveyor');
  const cashier = await app.staff('cashier');
  const assigned = async () => {
    const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
    const body = { applicationId: made.id, version: made.version, userId: surveyor.userId };
    await app.call(assignUser, { as: admin, body });
    return made;
  };
  const [open, second] = [await assigned(), await assigned()];
  const over = await makeApplication(app, { upTo: 'CONNECTED', surveyorId: surveyor.userId });
  const params = { id: surveyor.userId };

  const work = await app.call(getOpenWork, { as: admin, params });
  expect(work.items).toEqual([expect.objectContaining({ kind: 'applications', count: 2 })]);
  const may = work.successors.map(({ id }) => id);
  expect(may).toEqual(expect.arrayContaining([other.userId, admin.userId]));
  expect(may).not.toContain(cashier.userId);

  const alone = await app.refused(deleteUser, { as: admin, params });
  expect(alone).toMatchObject({ code: 'identity.open_work', params: { count: 2 }, status: 409 });
  const body = { handOverTo: cashier.userId };
  const wrong = await app.refused(deleteUser, { as: admin, params, body });
  expect(wrong.code).toBe('identity.successor_may_not');
  expect(await assigneeOf(open.id)).toBe(surveyor.userId);

  await app.call(deleteUser, { as: admin, params, body: { handOverTo: other.userId } });
  expect(await assigneeOf(open.id)).toBe(other.userId);
  expect(await assigneeOf(second.id)).toBe(other.userId);
  expect(await assigneeOf(over.id)).not.toBe(other.userId);
  const audited = await all<{ id: string }>(
    app.db,
    sql`select object_id as id from platform.audit
      where action = 'application.assign' and before ? 'assignee' order by id`,
  );
  expect(audited.map(({ id }) => id).sort()).toEqual([open.id, second.id].sort());
  const told = await all<{ params: unknown }>(
    app.db,
    sql`select params from platform.notices
      where user_id = ${other.userId} and kind = 'applications.handed_over'`,
  );
  expect(told).toEqual([{ params: { count: 2, name: 'Karim Uddin' } }]);
  expect((await app.call(getOpenWork, { as: admin, params: { id: other.userId } })).items[0]?.count).toBe(2);
});

test('a desk goes to somebody of the same role; deactivating hands over only when a successor is named', async () => {
  const officer = await app.staff('rajukSAE');
  const next = await app.staff('rajukSAE');
  const body = { roleCode: 'rajukSAE', name: 'SAE', position: 1, active: true };
  await app.call(createDesk, await deskCall(app, admin, { ...body, officerId: officer.userId }));
  const params = { id: officer.userId };
  const work = await app.call(getOpenWork, { as: admin, params });
  expect(work).toMatchObject({ items: [{ kind: 'desks', count: 1 }], successors: [{ id: next.userId }] });

  const officerOf = () =>
    one<{ officer: string }>(
      app.db,
      sql`select officer_id as officer from applications.desks where role_code = 'rajukSAE'`,
    );
  const { version } = await app.call(getUser, { as: admin, params });
  const disable = { id: officer.userId, version, status: 'disabled' as const, reason: 'Transferred' };
  const disabled = await app.call(setUserStatus, { as: admin, body: disable });
  expect(await officerOf()).toEqual({ officer: officer.userId });
  const again = { ...disable, version: disabled.version, handOverTo: next.userId };
  await app.call(setUserStatus, { as: admin, body: again });
  expect(await officerOf()).toEqual({ officer: next.userId });
});
