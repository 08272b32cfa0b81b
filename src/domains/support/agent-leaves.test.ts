/** An agent leaves, or gets a role that answers no tickets: their open tickets go to a successor, or are assigned again. */
import { expect, test } from 'vitest';
import * as users from '#domains/identity/users/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeDesk } from './factory-calls.ts';
import * as steps from './steps/contract.ts';
import type { TicketState } from './ticket.rules.ts';

const app = await testApp();
const desk = await makeDesk(app);
const { home, lead } = desk;
const admin = await app.staff('admin');
const cashier = await app.staff('cashier');
const LIVE = ['ASSIGNED', 'IN_PROGRESS', 'WAITING_CUSTOMER', 'WAITING_FIELD'] as const;

const given = async (agent: Person, upTo: TicketState) => (await desk.ticket({ upTo, agent })).id;
const work = (person: Person, query: { role?: string } = {}) =>
  app.call(users.getOpenWork, { as: admin, params: { id: person.userId }, query });
const remove = (person: Person, to?: Person) => ({
  ...{ as: admin, params: { id: person.userId } },
  body: to ? { handOverTo: to.userId } : {},
});
const userOf = (person: Person) => app.call(users.getUser, { as: admin, params: { id: person.userId } });
const disable = async (person: Person) => {
  const body = { id: person.userId, status: 'disabled', reason: 'Transferred' } as const;
  return app.call(users.setUserStatus, {
    as: admin,
    body: { ...body, version: (await userOf(person)).version },
  });
};
const told = async (person: Person, id: string) =>
  (
    await all<{ kind: string }>(
      app.owner.db,
      sql`select replace(kind, 'support.', '') as kind from platform.notices
        where user_id = ${person.userId} and path like ${`%${id}`} order by id`,
    )
  ).map(({ kind }) => kind);
const audited = (id: string, action: string) =>
  one<object>(
    app.owner.db,
    sql`select before, after from platform.audit where object_id = ${id} and action = ${action} order by id desc limit 1`,
  );

test('open tickets go to a successor who answers tickets; each stays as it was, and the successor is told', async () => {
  const [leaver, next] = [await app.staff('reviewer'), await app.staff('reviewer')];
  const ids = await Promise.all(LIVE.map((state) => given(leaver, state)));
  const ended = await given(leaver, 'RESOLVED');
  const before = await Promise.all(ids.map((id) => desk.stand(id)));

  const open = await work(leaver);
  expect(open.items).toEqual([expect.objectContaining({ kind: 'tickets', count: LIVE.length })]);
  const may = open.successors.map(({ id }) => id);
  expect(may).toEqual(expect.arrayContaining([next.userId, lead.userId, admin.userId]));
  expect(may).not.toContain(cashier.userId);
  const alone = await app.refused(users.deleteUser, remove(leaver));
  expect(alone).toMatchObject({ code: 'identity.open_work', params: { count: LIVE.length } });
  expect(await app.codeOf(users.deleteUser, remove(leaver, cashier))).toBe('identity.successor_may_not');
  expect(await Promise.all(ids.map((id) => desk.stand(id)))).toEqual(before);

  await app.call(users.deleteUser, remove(leaver, next));
  expect(await Promise.all(ids.map((id) => desk.stand(id)))).toEqual(
    before.map((row) => ({ ...row, agentId: next.userId })),
  );
  expect(await desk.stand(ended)).toMatchObject({ state: 'RESOLVED', agentId: leaver.userId });
  for (const id of ids) expect((await told(next, id)).at(-1)).toBe('assigned');
  expect(await told(next, ended)).toEqual([]);
  const [first = ''] = ids;
  const names = { before: { agent: 'Karim Uddin' }, after: { state: 'ASSIGNED', agent: 'Karim Uddin' } };
  expect(await audited(first, 'ticket.assign')).toMatchObject(names);
  await desk.reply(next, first);
});

test('without a successor they are new again with their clocks, and who assigns is told, not the consumer', async () => {
  const leaver = await app.staff('reviewer');
  const ids = await Promise.all(LIVE.map((state) => given(leaver, state)));
  const ended = await given(leaver, 'RESOLVED');
  const [, , asked = ''] = ids;
  const messages = async () =>
    (await one<{ count: number }>(app.owner.db, sql`select count(*)::int as count from platform.outbox`))
      .count;
  const sent = await messages();
  await disable(leaver);

  for (const id of ids) {
    expect(await desk.stand(id)).toMatchObject({ state: 'OPEN', agentId: null, minutesLeft: null });
    expect((await told(lead, id)).at(-1)).toBe('left');
    expect((await desk.see(lead, id)).timeline.at(-1)).toMatchObject({ action: 'leave', side: 'SYSTEM' });
    expect((await desk.see(home.person, id)).timeline.map(({ action }) => action)).not.toContain('leave');
  }
  expect((await desk.stand(asked)).solveDueAt).not.toBeNull();
  expect(await messages()).toBe(sent);
  expect(await desk.stand(ended)).toMatchObject({ state: 'RESOLVED', agentId: leaver.userId });
  expect(await audited(asked, 'ticket.leave')).toMatchObject({
    before: { state: 'WAITING_CUSTOMER', agent: 'Karim Uddin' },
    after: { state: 'OPEN', agent: null },
  });
  expect((await work(leaver)).items).toEqual([]);
  const next = await app.staff('reviewer');
  await desk.assign(asked, next);
  expect(await desk.stand(asked)).toMatchObject({ state: 'ASSIGNED', agentId: next.userId });
});

test('a ticket that was opened again for the second time does not go back to who had it last', async () => {
  const [former, leaver] = [await app.staff('reviewer'), await app.staff('reviewer')];
  const { id } = await desk.ticket({ upTo: 'REOPENED', agent: leaver });
  const again = { remark: 'Still no water.' };
  await desk.assign(id, former);
  await desk.update(former, id, 'RESOLVED', { remark: 'The valve is open.' });
  await desk.update(home.person, id, 'REOPENED', again);
  await desk.assign(id, leaver);
  expect((await work(leaver)).successors.map((row) => row.id)).not.toContain(former.userId);
  expect(await app.codeOf(users.deleteUser, remove(leaver, former))).toBe('identity.successor_may_not');
});

test('a role that answers no tickets is given only if they are handed over', async () => {
  const changed = await app.staff('reviewer');
  await given(changed, 'ASSIGNED');
  expect((await work(changed, { role: 'engineer' })).items).toEqual([]);
  expect((await work(changed, { role: 'cashier' })).items).toEqual([
    expect.objectContaining({ kind: 'tickets', count: 1 }),
  ]);
});

test('nobody takes a ticket while their account ends', async () => {
  const ended = await app.staff('reviewer');
  const { id } = await desk.ticket();
  const body = await desk.at(id);
  const taken = await duringChange(
    app,
    (tx) => execute(tx, sql`update identity.users set status = 'disabled' where id = ${ended.userId}`),
    () => app.codeOf(steps.takeTicket, { as: ended, body }),
  );
  expect(taken).toBe('common.not_permitted');
  expect(await desk.stand(id)).toMatchObject({ state: 'OPEN', agentId: null });
});
