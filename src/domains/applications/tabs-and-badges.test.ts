/** The number of the menu, the number on a stage's tab and the rows of its list are one, for each role. */
import { beforeAll, expect, test } from 'vitest';
import { counterItems } from '#domains/dashboard/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import type { State } from './application.rules.ts';
import { holdApplication, listApplications } from './contract.ts';
import { makeApplication } from './factory.ts';
import { forwardNoc, listNoc } from './noc/contract.ts';
import { deskBench } from './noc/factory-desks.ts';

const app = await testApp();

const STAGES = {
  pending: 'PENDING',
  waiting_for__meter__number: 'WAITING_FOR_METER_NUMBER',
  ready_to__survey: 'READY_TO_SURVEY',
  ready_to__pay: 'READY_TO_PAY',
  ready_for__meter__installation: 'READY_FOR_METER_INSTALLATION',
} as const satisfies Record<string, State>;

const [surveyor, installer, colleague] = [
  await app.staff('surveyor'),
  await app.staff('installer'),
  await app.staff('surveyor'),
];

beforeAll(async () => {
  const states = [...Object.values(STAGES), 'WAITING_FOR_REVIEW'] as const;
  for (const upTo of states) await makeApplication(app, { upTo });
  const worker = { READY_TO_SURVEY: surveyor, READY_FOR_METER_INSTALLATION: installer };
  for (const [upTo, person] of Object.entries(worker) as [keyof typeof worker, Person][]) {
    // Their own one, one of theirs that is on hold, and one of which nobody has taken the work.
    for (const overlay of [null, 'HOLD']) {
      const { id } = await makeApplication(app, { upTo });
      await execute(
        app.owner.db,
        sql`update applications.applications set assignee_id = ${person.userId}::uuid, overlay = ${overlay},
            overlay_reason = ${overlay && 'The lane is closed.'}
          where id = ${id}`,
      );
    }
  }
});

/** As the page asks: who has own work only begins with what waits for them. */
async function seen(as: Person, stateId: State) {
  const { counts } = await app.call(listApplications, { as, query: { limit: 1 } });
  const own = counts.waiting?.[stateId];
  const ask = async (waits?: boolean) => {
    const asked = { stateId, limit: 1, ...(waits === undefined ? {} : { waits }) };
    return (await app.call(listApplications, { as, query: asked })).total;
  };
  if (own === undefined) return { tab: counts.states[stateId] ?? 0, list: await ask() };
  const both = [await ask(true), await ask(false)] as const;
  expect([stateId, both[0] + both[1]]).toEqual([stateId, counts.states[stateId] ?? 0]);
  return { tab: own, list: both[0] };
}

const people: [string, Person][] = [
  ...(await Promise.all(
    (['admin', 'reviewer', 'engineer', 'cashier'] as const).map(
      async (role): Promise<[string, Person]> => [role, await app.staff(role)],
    ),
  )),
  ['surveyor', surveyor],
  ['another surveyor', colleague],
  ['installer', installer],
  ['somebody with a word of own work', await app.staffWith(['applications:view', 'applications:letter'])],
];

test.each(people)('%s', async (_name, as) => {
  const { application_count: badges } = await app.call(counterItems, { as });
  for (const key of Object.keys(STAGES) as (keyof typeof STAGES)[]) {
    const state = STAGES[key];
    const { tab, list } = await seen(as, state);
    expect([state, badges[key], tab]).toEqual([state, list, list]);
  }
});

test('a surveyor’s number is what waits for that surveyor, and what is on hold is in the other tab', async () => {
  const { application_count: badges } = await app.call(counterItems, { as: surveyor });
  const { counts } = await app.call(listApplications, { as: surveyor, query: { limit: 1 } });
  // The pool's one and their own; beside these the one on hold.
  expect([badges.ready_to__survey, counts.states.READY_TO_SURVEY]).toEqual([2, 3]);
  const other = await app.call(counterItems, { as: colleague });
  expect(other.application_count.ready_to__survey).toBe(1);
});

test.each(['admin', 'reviewer'] as const)('applications at the authority, for %s', async (role) => {
  const as = await app.staff(role);
  const { application_count: badges } = await app.call(counterItems, { as });
  const { total } = await app.call(listNoc, { as, query: { desk: 'chain', limit: 1 } });
  expect([total > 0, badges.waiting_for__review]).toEqual([true, total]);
});

test('each desk of the authority, and a deputy, has one number: in the menu, on the tab and of the list', async () => {
  const desks = await deskBench(app);
  const { officer, assistant, deputy, director, admin } = desks.people;
  const manager = await app.staff('rajukPM');
  await desks.cleanDesks();
  // Two more at the first desk, one of them on hold and one forwarded; one at each of the others.
  const forwarded = await desks.waiting();
  const body = { version: await desks.versionOf(forwarded.id), officerId: desks.people.colleague.userId };
  await app.call(forwardNoc, {
    as: officer,
    params: { id: forwarded.id },
    body: { ...body, remark: 'Knows it' },
  });
  const held = await desks.waiting();
  const hold = { applicationId: held.id, version: await desks.versionOf(held.id), remark: 'Court' };
  await app.call(holdApplication, { as: admin, body: hold });
  const atDesks = [1, 2, 3];
  for (const steps of atDesks) {
    const made = await desks.waiting();
    for (const person of [officer, assistant, manager].slice(0, steps))
      expect(await desks.approve(person, made)).toBeUndefined();
  }
  const numbers = async (as: Person) => {
    const { application_count: badges } = await app.call(counterItems, { as });
    const { total, counts, items } = await app.call(listNoc, { as, query: { desk: 'mine', limit: 100 } });
    // The panel and the first page of a desk ask for this list.
    const all = [badges.waiting_for__review, counts.mine, items.length];
    expect(all).toEqual([total, total, total]);
    return total;
  };
  // The one of before, and the one on hold; what was forwarded is at the colleague.
  const own = { officer: 2, colleague: 1, assistant: 1, manager: 1, director: 1, deputy: 0 };
  const people = { officer, colleague: desks.people.colleague, assistant, manager, director, deputy };
  const found = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(people).map(
          async ([name, as]): Promise<[string, number]> => [name, await numbers(as)],
        ),
      ),
    );
  expect(await found()).toEqual(own);
  await desks.handOver({ firstDay: '2026-11-15' });
  expect(await found()).toEqual({ ...own, officer: 0, deputy: 2 });
});

test('the tabs of a list that is narrowed to a sector count that sector', async () => {
  const as = await app.staff('reviewer');
  const { roadId } = await makeApplication(app, { upTo: 'PENDING' });
  const { rows } = await app.owner.pool.query('select sector_id from settings.roads where id = $1', [roadId]);
  const sectorId = String(rows[0].sector_id);
  const narrowed = await app.call(listApplications, {
    as,
    query: { sectorId, stateId: 'PENDING', limit: 50 },
  });
  const all = await app.call(listApplications, { as, query: { stateId: 'PENDING', limit: 50 } });
  expect(narrowed.total).toBe(narrowed.items.length);
  expect(narrowed.counts.states.PENDING).toBe(narrowed.total);
  expect(narrowed.total).toBeLessThan(all.total);
  expect(all.counts.states.PENDING).toBe(all.total);
});
