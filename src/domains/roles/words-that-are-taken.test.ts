/**
 * A role loses a word: what its people have open by it leaves them in the same transaction, as at the end of an account whose work
 * nobody takes over. The dialog says before what that is.
 */
import { expect, test } from 'vitest';
import { assignUser, getApplication, listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { forwardNoc } from '#domains/applications/noc/contract.ts';
import { deskBench } from '#domains/applications/noc/factory-desks.ts';
import { makeDesk } from '#domains/support/factory-calls.ts';
import { assignTicket } from '#domains/support/steps/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { assignOrder } from '#domains/work-orders/steps/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { at } from '#test/zone.ts';
import { getLostWork, setPermission } from './contract.ts';
import { takenBench } from './factory-taken.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');

const { roleOf, preview, take, audited, pair } = takenBench(app, admin);

test('tickets of its agents are new again, and others keep theirs', async () => {
  const desk = await makeDesk(app);
  const [agent, colleague] = await pair('support:view', 'support:answer');
  const other = await app.staff('reviewer');
  const given = async (person: Person) => (await desk.ticket({ upTo: 'IN_PROGRESS', agent: person })).id;
  const ids = [await given(agent), await given(agent), await given(colleague)];
  const kept = await given(other);
  expect(await preview(agent, 'support:create')).toEqual([]);
  expect(await preview(agent, 'support:view', 'support:answer')).toEqual([
    { kind: 'tickets', people: 2, count: 3 },
  ]);
  for (const id of ids) expect((await desk.stand(id)).agentId).not.toBeNull();
  await take(agent, 'support:answer');
  for (const id of ids) expect(await desk.stand(id)).toMatchObject({ state: 'OPEN', agentId: null });
  expect(await desk.stand(kept)).toMatchObject({ state: 'IN_PROGRESS', agentId: other.userId });
  expect((await audited()).after.handedOver).toEqual({ tickets: 3 });
  const told = await one<{ count: number }>(
    app.owner.db,
    sql`select count(*)::int as count from platform.notices where user_id = ${desk.lead.userId} and kind = 'support.left'`,
  );
  expect(told.count).toBe(3);
});

test('of two at the same time nobody is given a ticket by a role that just lost the word', async () => {
  const desk = await makeDesk(app);
  const agent = await app.staffWith(['support:view', 'support:answer']);
  const { id } = await desk.ticket();
  const { id: roleId } = await roleOf(agent);
  const body = { ...(await desk.at(id)), agentId: agent.userId };
  const code = await duringChange(
    app,
    async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${agent.userId} for update`);
      await execute(tx, sql`delete from roles.role_permissions where role_id = ${roleId}`);
    },
    () => app.codeOf(assignTicket, { as: desk.lead, body }),
  );
  expect(code).toBe('support.agent_unknown');
});

test('orders of its crews are assigned again, and a crew goes on without who came along', async () => {
  const yard = await makeYard(app);
  const [leader, member] = await pair('work-orders:view', 'work-orders:work');
  const other = await app.staff('installer');
  const assigned = async (crew: Person, others: Person[]) => {
    const { id } = await yard.order({ upTo: 'ACCEPTED' });
    const memberIds = others.map(({ userId }) => userId);
    await yard.step(assignOrder, yard.engineer, id, { crewId: crew.userId, memberIds });
    return id;
  };
  const led = await assigned(leader, [other]);
  const joined = await assigned(other, [member]);
  const stand = (id: string) =>
    one<{ state: string; crew: string | null; others: number }>(
      app.owner.db,
      sql`select state, crew_id as crew, (select count(*)::int from work_orders.crew_members m
          where m.order_id = o.id and m.left_at is null) as others from work_orders.orders o where id = ${id}`,
    );
  expect(await preview(leader, 'work-orders:work')).toEqual([{ kind: 'work-orders', people: 2, count: 2 }]);
  await take(leader, 'work-orders:work');
  expect(await stand(led)).toEqual({ state: 'ACCEPTED', crew: null, others: 0 });
  expect(await stand(joined)).toEqual({ state: 'ASSIGNED', crew: other.userId, others: 1 });
  expect((await audited()).after.handedOver).toEqual({ 'work-orders': 2 });
});

test('a deputy decides no more, and what was forwarded is with the desk again', async () => {
  const desks = await deskBench(app);
  const { officer, colleague, deputy } = desks.people;
  await desks.cleanDesks();
  await desks.handOver({ firstDay: '2026-11-15' });
  const taken = await desks.waiting();
  const forwarded = await desks.waiting();
  const body = {
    version: await desks.versionOf(forwarded.id),
    officerId: colleague.userId,
    remark: 'Knows it',
  };
  await app.call(forwardNoc, { as: deputy, params: { id: forwarded.id }, body });
  expect(await desks.isInQueue(deputy, taken)).toBe(true);
  expect(await preview(deputy, 'noc:decide')).toEqual([{ kind: 'desks-of-deputies', people: 1, count: 1 }]);
  await take(deputy, 'noc:decide');
  expect(await desks.isInQueue(officer, taken)).toBe(true);
  expect((await desks.deskOf('rajukSAE')).delegations).toEqual([]);
  expect(await desks.toldOf('applications.deputy_ended', '/noc-from-rajuk')).toEqual([deputy.userId]);
  // What nobody else can have waits at the desk of the role.
  expect(await preview(colleague, 'noc:decide')).toEqual([
    { kind: 'desks-of-deputies', people: 1, count: 1 },
    { kind: 'desks-of-role', people: 1, count: 1 },
  ]);
  expect(await preview(colleague, 'noc:view')).toHaveLength(2);
  expect(await preview(colleague, 'noc:desks')).toEqual([]);
  await take(colleague, 'noc:decide');
  const step = await one<{ officer: string | null }>(
    app.db,
    sql`select officer_id as officer from applications.noc_steps where application_id = ${forwarded.id} and state = 'OPEN'`,
  );
  expect(step.officer).toBeNull();
});

test('what is assigned waits for everybody who may do it, at once', async () => {
  await execute(app.owner.db, sql`update applications.desks set officer_id = null`);
  const surveyor = await app.staffWith(['applications:view', 'applications:survey']);
  const other = await app.staff('surveyor');
  const made = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  const paying = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  for (const { id } of [made, paying]) {
    const { version } = await app.call(getApplication, { as: admin, params: { id } });
    const body = { applicationId: id, version, userId: id === made.id ? surveyor.userId : admin.userId };
    await app.call(assignUser, { as: admin, body });
  }
  // What waits for something else stays with who had it before.
  await execute(
    app.owner.db,
    sql`update applications.applications set assignee_id = ${surveyor.userId} where id = ${paying.id}`,
  );
  const seen = async () =>
    (await app.call(listApplications, { as: other, query: { waits: true, limit: 100 } })).items.some(
      ({ id }) => id === made.id,
    );
  expect(await seen()).toBe(false);
  expect(await preview(surveyor, 'applications:survey')).toEqual([
    { kind: 'applications', people: 1, count: 1 },
  ]);
  await take(surveyor, 'applications:survey');
  expect(await seen()).toBe(true);
  expect((await audited()).after.handedOver).toEqual({ applications: 1 });
});

test('nothing is handed over if words are given, or if the list is refused', async () => {
  const desk = await makeDesk(app);
  const agent = await app.staffWith(['support:view', 'support:answer']);
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS', agent });
  const { id: roleId, version, permissions } = await roleOf(agent);
  const more = { roleId, version, permissions: [...permissions, 'roads:view'] };
  await app.call(setPermission, { as: admin, body: more });
  expect((await audited()).after).toEqual({ permissions: ['roads:view'] });
  const old = { roleId, version, permissions: [] };
  expect(await app.codeOf(setPermission, { as: admin, body: old })).toBe('common.stale_version');
  expect(await desk.stand(id)).toMatchObject({ agentId: agent.userId });
  const unknown = {
    params: { id: '0190ffff-ffff-7fff-8fff-ffffffffffff' },
    query: { taken: 'support:answer' },
  };
  expect(await app.codeOf(getLostWork, { as: admin, ...unknown })).toBe('common.not_found');
});
