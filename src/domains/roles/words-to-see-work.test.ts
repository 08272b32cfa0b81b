/**
 * A role loses the word to see records, and keeps the one to work on them: its people cannot open their work any more. It leaves them
 * as if the other word was taken; it is not given to them, and their home offers none of it. The same if the role is put out of use.
 */
import { beforeEach, expect, test } from 'vitest';
import { assignUser, getApplication, listApplications, listWorkers } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { createDesk, forwardNoc, listDesks } from '#domains/applications/noc/contract.ts';
import { deskBench } from '#domains/applications/noc/factory-desks.ts';
import { ownWork } from '#domains/dashboard/work/contract.ts';
import { holdersOf } from '#domains/identity/notices/receivers.ts';
import { getOpenWork } from '#domains/identity/users/contract.ts';
import { listAgents } from '#domains/support/contract.ts';
import { makeDesk } from '#domains/support/factory-calls.ts';
import { assignTicket } from '#domains/support/steps/contract.ts';
import { listCrew } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import { assignOrder } from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { at } from '#test/zone.ts';
import { takenBench } from './factory-taken.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const admin = await app.staff('admin');
const { preview, previewOfEnd, take, putOutOfUse, audited, pair } = takenBench(app, admin);

const queuesOf = async (as: Person) => (await app.call(ownWork, { as })).queues.map(({ name }) => name);
const has = (people: readonly { id: string }[], { userId }: Person) => people.some(({ id }) => id === userId);

async function assigned(person: Person, state: 'READY_TO_SURVEY' | 'PENDING' = 'READY_TO_SURVEY') {
  const { id } = await makeApplication(app, { upTo: state });
  const { version } = await app.call(getApplication, { as: admin, params: { id } });
  await app.call(assignUser, { as: admin, body: { applicationId: id, version, userId: person.userId } });
  return id;
}
const stateOf = (id: string) =>
  one<{ state: string; crew: string | null }>(
    app.owner.db,
    sql`select state, crew_id as crew from work_orders.orders where id = ${id}`,
  );

beforeEach(() => execute(app.owner.db, sql`update applications.desks set officer_id = null`));

test('orders of crews who cannot open them are assigned again, and no crew is made of such people', async () => {
  const yard = await makeYard(app);
  const [leader, member] = await pair('dashboard:view', 'work-orders:view', 'work-orders:work');
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  await yard.step(assignOrder, yard.engineer, id, { crewId: leader.userId, memberIds: [member.userId] });
  expect(await queuesOf(leader)).toEqual(['work-order-visits']);
  expect(await preview(leader, 'work-orders:view')).toEqual([{ kind: 'work-orders', people: 2, count: 2 }]);
  expect(has((await app.call(listCrew, { as: yard.engineer })).items, leader)).toBe(true);
  await take(leader, 'work-orders:view');
  expect(await stateOf(id)).toEqual({ state: 'ACCEPTED', crew: null });
  expect((await audited()).after.handedOver).toEqual({ 'work-orders': 2 });
  expect(has((await app.call(listCrew, { as: yard.engineer })).items, leader)).toBe(false);
  const { version } = await one<{ version: number }>(
    app.owner.db,
    sql`select version from work_orders.orders where id = ${id}`,
  );
  const body = { orderId: id, version, crewId: leader.userId };
  expect(await app.codeOf(assignOrder, { as: yard.engineer, body })).toBe('work-orders.crew_unknown');
});

test('a home offers nothing that its person cannot open, also of what is still theirs', async () => {
  const yard = await makeYard(app);
  const worker = await app.staffWith(['dashboard:view', 'work-orders:work', 'support:answer']);
  const { id } = await yard.order({ upTo: 'ACCEPTED' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set state = 'ASSIGNED', crew_id = ${worker.userId}, crew_name = 'X', assigned_at = now() where id = ${id}`,
  );
  expect(await queuesOf(worker)).toEqual([]);
  // The charge of work is taken at the counter, whose page asks for a word of its own.
  const charged = await yard.order({ upTo: 'ON_REVIEW' });
  await execute(
    app.owner.db,
    sql`update work_orders.orders set charge_minor = 50000 where id = ${charged.id}`,
  );
  const takes = [
    ...(['dashboard:view', 'work-orders:view', 'work-orders:view-all', 'work-orders:pay-counter'] as const),
  ];
  expect(await queuesOf(await app.staffWith([...takes]))).toEqual([]);
  const cashier = await app.staffWith([...takes, 'payments:take']);
  expect(await queuesOf(cashier)).toEqual(['work-order-charges']);
});

test('tickets of agents who cannot open them are new again, and are given to none of them', async () => {
  const desk = await makeDesk(app);
  const agent = await app.staffWith(['dashboard:view', 'support:view', 'support:answer']);
  const { id } = await desk.ticket({ upTo: 'IN_PROGRESS', agent });
  expect(await queuesOf(agent)).toEqual(['tickets-to-answer']);
  expect(await preview(agent, 'support:view')).toEqual([{ kind: 'tickets', people: 1, count: 1 }]);
  await take(agent, 'support:view');
  expect(await desk.stand(id)).toMatchObject({ state: 'OPEN', agentId: null });
  expect((await audited()).after.handedOver).toEqual({ tickets: 1 });
  expect(has((await app.call(listAgents, { as: desk.lead })).items, agent)).toBe(false);
  const body = { ...(await desk.at(id)), agentId: agent.userId };
  expect(await app.codeOf(assignTicket, { as: desk.lead, body })).toBe('support.agent_unknown');
});

test('applications of people who cannot open them wait for everybody who can, and are given to none of them', async () => {
  const surveyor = await app.staffWith(['dashboard:view', 'applications:view', 'applications:survey']);
  const other = await app.staff('surveyor');
  const id = await assigned(surveyor);
  const seen = async () =>
    has((await app.call(listApplications, { as: other, query: { waits: true, limit: 100 } })).items, {
      ...other,
      userId: id,
    });
  const workers = async () =>
    (await app.call(listWorkers, { as: admin, params: { id: 'READY_TO_SURVEY' } })).users;
  expect(await seen()).toBe(false);
  expect(await queuesOf(surveyor)).toEqual(['surveys']);
  expect(has(await workers(), surveyor)).toBe(true);
  expect(await preview(surveyor, 'applications:view')).toEqual([
    { kind: 'applications', people: 1, count: 1 },
  ]);
  await take(surveyor, 'applications:view');
  expect(await seen()).toBe(true);
  expect((await audited()).after.handedOver).toEqual({ applications: 1 });
  expect(await queuesOf(surveyor)).toEqual([]);
  expect(has(await workers(), surveyor)).toBe(false);
  const { version } = await app.call(getApplication, { as: admin, params: { id } });
  const body = { applicationId: id, version, userId: surveyor.userId };
  expect(await app.codeOf(assignUser, { as: admin, body })).toBe('applications.assignee_may_not');
});

test('a word to see takes nothing from who had not the word for the work', async () => {
  const [surveyor] = await pair('applications:view', 'applications:survey');
  await assigned(surveyor);
  await take(surveyor, 'applications:survey');
  expect(await preview(surveyor, 'applications:view')).toEqual([]);
});

test('who takes the work of somebody over can open it', async () => {
  const surveyor = await app.staffWith(['applications:view', 'applications:survey']);
  const [blind, other] = [await app.staffWith(['applications:survey']), await app.staff('surveyor')];
  await assigned(surveyor);
  const { successors } = await app.call(getOpenWork, { as: admin, params: { id: surveyor.userId } });
  expect([has(successors, blind), has(successors, other)]).toEqual([false, true]);
});

test('desks: what was forwarded or handed over goes back, and nobody who cannot open it gets it', async () => {
  const desks = await deskBench(app);
  const { officer, colleague, deputy, director } = desks.people;
  await desks.cleanDesks();
  await desks.handOver({ firstDay: '2026-11-15' });
  const forwarded = await desks.waiting();
  const forward = async () => ({
    as: deputy,
    params: { id: forwarded.id },
    body: {
      version: await desks.versionOf(forwarded.id),
      officerId: colleague.userId,
      remark: 'Knows it',
    },
  });
  await app.call(forwardNoc, await forward());
  const kind = 'desks-of-deputies';
  expect(await preview(deputy, 'noc:view')).toEqual([{ kind, people: 1, count: 1 }]);
  expect(await preview(colleague, 'noc:view')).toEqual([{ kind, people: 1, count: 1 }]);
  await take(colleague, 'noc:view');
  const step = await one<{ officer: string | null }>(
    app.db,
    sql`select officer_id as officer from applications.noc_steps where application_id = ${forwarded.id} and state = 'OPEN'`,
  );
  expect(step.officer).toBeNull();
  expect(await app.codeOf(forwardNoc, await forward())).toBe('applications.officer_may_not');
  const chosen = (await app.call(listDesks, { as: director })).officers;
  expect([has(chosen, colleague), has(chosen, officer), has(chosen, deputy)]).toEqual([false, true, true]);
  const next = await desks.setDesk('rajukSAE', 1, colleague.userId);
  expect(await app.codeOf(createDesk, next)).toBe('applications.officer_may_not');
  // Something else of the desk is changed, and its officer stays.
  const same = await desks.setDesk('rajukSAE', 1, officer.userId);
  await app.call(createDesk, { ...same, body: { ...same.body, name: 'First desk' } });
  await take(deputy, 'noc:view');
  expect((await desks.deskOf('rajukSAE')).delegations).toEqual([]);
  expect(await desks.refusal({ as: admin, firstDay: '2026-11-15' })).toBe('applications.deputy_may_not');
});

test('who cannot open what a notice is about is not told', async () => {
  const [blind, other] = [
    await app.staffWith(['work-orders:assign']),
    await app.staffWith(['work-orders:view', 'work-orders:assign']),
  ];
  const told = await all<{ id: string }>(app.db, sql`${holdersOf('work-orders:assign')}`);
  expect([has(told, blind), has(told, other)]).toEqual([false, true]);
});

test('a role that is put out of use: all open work of its people leaves them', async () => {
  const desk = await makeDesk(app);
  const yard = await makeYard(app);
  const [person, colleague] = await pair(
    ...(['applications:view', 'applications:survey', 'support:view', 'support:answer'] as const),
    ...(['work-orders:view', 'work-orders:work'] as const),
  );
  const other = await app.staff('surveyor');
  const ticket = await desk.ticket({ upTo: 'IN_PROGRESS', agent: person });
  const order = await yard.order({ upTo: 'ACCEPTED' });
  await yard.step(assignOrder, yard.engineer, order.id, { crewId: colleague.userId });
  const application = await assigned(person);
  const lost = [
    { kind: 'applications', people: 1, count: 1 },
    { kind: 'work-orders', people: 1, count: 1 },
    { kind: 'tickets', people: 1, count: 1 },
  ];
  expect(await previewOfEnd(person)).toEqual(lost);
  await putOutOfUse(person);
  expect(await desk.stand(ticket.id)).toMatchObject({ state: 'OPEN', agentId: null });
  expect(await stateOf(order.id)).toEqual({ state: 'ACCEPTED', crew: null });
  const { items } = await app.call(listApplications, { as: other, query: { waits: true, limit: 100 } });
  expect(items.some(({ id }) => id === application)).toBe(true);
  expect((await audited('role.edit')).after).toMatchObject({
    status: 'inactive',
    handedOver: { applications: 1, 'work-orders': 1, tickets: 1 },
  });
});

test('of two at the same time nobody is given a ticket while their role is put out of use', async () => {
  const desk = await makeDesk(app);
  const agent = await app.staffWith(['support:view', 'support:answer']);
  const { id } = await desk.ticket();
  const body = { ...(await desk.at(id)), agentId: agent.userId };
  // The ticket is given first; who puts the role out of use waits for it, and takes it back.
  const given = await duringChange(
    app,
    async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${agent.userId} for share`);
      await execute(
        tx,
        sql`update support.tickets set agent_id = ${agent.userId}, agent_name = 'X', state = 'ASSIGNED' where id = ${body.ticketId}`,
      );
    },
    () => putOutOfUse(agent),
  );
  expect(given.status).toBe('inactive');
  expect(await desk.stand(id)).toMatchObject({ state: 'OPEN', agentId: null });
});

test('a role that is renamed, or is out of use already, hands nothing over', async () => {
  const [person] = await pair('support:view', 'support:answer');
  await putOutOfUse(person);
  await putOutOfUse(person);
  expect((await audited('role.edit')).after).not.toHaveProperty('handedOver');
});
