/** The first block of a home: what waits for this person, in the same rows as the list behind it and the badge beside it. */
import { describe, expect, test } from 'vitest';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { recordInstallation } from '#domains/applications/installation/actions/install-meter.ts';
import { submitSurvey } from '#domains/applications/survey/actions/save-survey.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import type { Permission } from '#shared/permissions.ts';
import { type Person, testApp } from '#test/app.ts';
import { counterItems, staffDashboard } from '../contract.ts';
import { ownWork } from './contract.ts';

const app = await testApp();
const workOf = (as: Person) => app.call(ownWork, { as });
const totals = async (as: Person) =>
  Object.fromEntries((await workOf(as)).queues.map(({ name, total }) => [name, total]));
const idsOf = async (as: Person) => (await workOf(as)).items.map(({ id }) => id);
const actorOf = (person: Person) => ({
  ...app.actorOf(person),
  permissions: new Set<Permission>([
    ...(['applications:view', 'applications:survey', 'applications:install'] as const),
  ]),
});
const update = (id: string, change: Parameters<typeof sql.join>[0][number]) =>
  execute(app.db, sql`update applications.applications set ${change} where id = ${id}`);
const assign = (id: string, to: Person) => update(id, sql`assignee_id = ${to.userId}::uuid`);
const due = (id: string, at: string) => update(id, sql`due_at = ${at}::timestamptz`);

describe('a surveyor, an installer and who decides after them', () => {
  test('a survey is the surveyor’s until it is submitted, then the engineer’s; nobody approves their own', async () => {
    const surveyor = await app.staff('surveyor');
    const both = await app.staffWith([
      ...(['dashboard:view', 'applications:view', 'applications:view-all'] as const),
      ...(['applications:survey', 'applications:approve-survey'] as const),
    ]);
    const names = { name: 'Shahana Akter', nameBn: 'শাহানা আকতার' };
    const make = () => makeApplication(app, { upTo: 'READY_TO_SURVEY', ...names });
    const [own, pool, theirs] = [await make(), await make(), await make()];
    const [held, archived, done] = [await make(), await make(), await make()];
    await assign(own.id, surveyor);
    await assign(theirs.id, await app.staff('surveyor'));
    await assign(held.id, surveyor);
    await update(held.id, sql`overlay = 'HOLD', overlay_reason = 'x', overlay_on = '2026-11-14'`);
    await assign(archived.id, surveyor);
    await update(archived.id, sql`archived_at = now(), archived_by = 'x', archive_reason = 'x'`);
    await due(pool.id, '2026-11-20T00:00:00Z');
    await due(own.id, '2026-11-10T00:00:00Z');
    for (const [person, { id, materialId }] of [
      [surveyor, done],
      [both, await make()],
    ] as const) {
      await assign(id, person);
      await transaction(app.db, (tx) =>
        submitSurvey(tx, actorOf(person), {
          ...{ applicationId: id, type: 'FIXED', visitedOn: '2026-11-15', distanceM: '7.5' },
          ...{ roadType: 'brick', pipeSizeMm: 20, materials: [{ materialId, quantity: '1' }] },
        }),
      );
    }
    const { queues, items, act } = await workOf(surveyor);
    expect(queues).toEqual([
      {
        ...{ name: 'surveys', total: 2, title: { en: 'Surveys', bn: 'জরিপ' } },
        list: { path: '/site-survey', query: { page: 1, waits: 'true' } },
      },
    ]);
    expect(items[0]).toMatchObject(names);
    // The first due is first; it is late, the other is not.
    expect(items.map(({ id, late }) => [id, late])).toEqual([
      [own.id, true],
      [pool.id, false],
    ]);
    expect(act?.to).toEqual({ path: `/all-new-connections/${own.id}`, query: { tab: 'survey' } });
    const list = { stateId: 'READY_TO_SURVEY', waits: 'true', sort: 'dueAt' } as const;
    const rows = await app.call(listApplications, { as: surveyor, query: list });
    expect(rows.items.map(({ id }) => id)).toEqual([own.id, pool.id]);
    const { application_count: badges } = await app.call(counterItems, { as: surveyor });
    expect(badges.ready_to__survey).toBe(2);
    expect((await app.call(staffDashboard, { as: surveyor })).own).toEqual({ waiting: 2, late: 1 });
    expect(await idsOf(await app.staff('engineer'))).toEqual(expect.arrayContaining([done.id]));
    expect(await totals(await app.staff('engineer'))).toEqual({ surveys: 2 });
    // Own and pool to survey; to approve only what the other one surveyed.
    const mixed = await idsOf(both);
    expect([mixed.includes(done.id), mixed.length]).toEqual([true, 2]);
  });

  test('an installation is the installer’s until it is recorded, then waits to be confirmed', async () => {
    const installer = await app.staff('installer');
    // Who surveyed stays written at it, and may not install.
    const { userId: surveyorId } = await app.staff('surveyor');
    const wanted = { upTo: 'READY_FOR_METER_INSTALLATION', surveyorId } as const;
    const [made, other] = [await makeApplication(app, wanted), await makeApplication(app, wanted)];
    expect(await totals(installer)).toEqual({ installations: 2 });
    const installed = {
      installedOn: '2026-11-15',
      sealNumber: 'S-1',
      openingLitres: 1000,
      unprovenReason: 'a test',
    };
    await transaction(app.db, (tx) =>
      recordInstallation(tx, actorOf(installer), {
        ...{ applicationId: made.id, meterNumber: made.meterNumber, ...installed },
      }),
    );
    expect(await idsOf(installer)).toEqual([other.id]);
    const { application_count: badges } = await app.call(counterItems, { as: installer });
    expect(badges.ready_for__meter__installation).toBe(1);
    expect(await totals(await app.staff('engineer'))).toMatchObject({ installations: 1 });
  });

  test('who surveyed has no badge of what waits for the applicant’s money', async () => {
    const surveyor = await app.staff('surveyor');
    await makeApplication(app, { upTo: 'READY_TO_PAY', surveyorId: surveyor.userId });
    const seen = await app.call(listApplications, { as: surveyor, query: { stateId: 'READY_TO_PAY' } });
    const { application_count: badges } = await app.call(counterItems, { as: surveyor });
    expect([seen.total, badges.ready_to__pay]).toEqual([1, 0]);
  });
});

test('the badges of a consumer count their own applications', async () => {
  const consumer = await app.consumer();
  await makeApplication(app, { upTo: 'PENDING', consumerId: String(consumer.consumerId) });
  const { application_count: badges } = await app.call(counterItems, { as: consumer });
  expect(badges.pending).toBe(1);
});

describe('queues of all domains', () => {
  test('a row that is due comes before rows without a day, in one list of at most six', async () => {
    const reviewer = await app.staff('reviewer');
    for (let made = 0; made < 12; made += 1) {
      await transaction(app.db, (tx) => makeConnection(tx, app.system(), { connectedOn: '2026-09-01' }));
    }
    const pending = await makeApplication(app, { upTo: 'PENDING' });
    const { queues, items } = await workOf(reviewer);
    expect(queues.map(({ name, total }) => [name, total])).toEqual([
      ['new-applications', 2],
      ['unread-meters', 12],
    ]);
    expect(items.length).toBe(6);
    expect(items.slice(0, 2).map(({ id }) => id)).toContain(pending.id);
    expect(items.slice(2).every(({ queue }) => queue === 'unread-meters')).toBe(true);
  });

  test('each role has its own queues and its own act; a consumer has neither', async () => {
    const roles = ['reader', 'cashier', 'rajukSAE', 'admin'] as const;
    const seen = await Promise.all(
      roles.map(async (role) => {
        const { queues, act } = await workOf(await app.staff(role));
        return [role, queues.map(({ name }) => name), act?.to.path ?? null];
      }),
    );
    expect(seen).toEqual([
      ['reader', ['unread-meters'], '/meter-reading'],
      ['cashier', [], '/take-payment'],
      ['rajukSAE', [], null],
      ['admin', ['new-applications', 'surveys', 'installations', 'unread-meters'], null],
    ]);
    expect(await workOf(await app.consumer())).toEqual({ queues: [], items: [], act: null });
  });

  test('figures of the town are for who has the word, not for all who may open the lists', async () => {
    const [reviewer, engineer] = [await app.staff('reviewer'), await app.staff('engineer')];
    const desk = await app.call(staffDashboard, { as: reviewer });
    expect([desk.money, desk.pipeline, desk.connections?.active]).toEqual([null, null, null]);
    expect(desk.connections?.unread).toBe(12);
    const manager = await app.call(staffDashboard, { as: engineer });
    expect([manager.money, manager.pipeline].map((group) => group !== null)).toEqual([true, true]);
  });
});
