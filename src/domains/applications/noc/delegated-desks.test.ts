/** A desk that is handed over for some days: on which of them its deputy decides, and in whose name. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication, getTimeline } from '../contract.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { createDesk, decideNoc, endDelegation, listNoc, remarkNoc, remindDesk } from './contract.ts';
import { deskBench } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, reviewer, officer, colleague, assistant, deputy, director } = bench.people;
const { onDay, setDesk, cleanDesks, deskOf, versionOf, DAYS, handOver, waiting, approve, isInQueue, toldOf } =
  bench;

test.each([
  ['2026-11-15', false],
  ['2026-11-16', true],
  ['2026-11-18', true],
  ['2026-11-19', false],
])('on %s the deputy has the desk: %s', async (day, isDeputys) => {
  await cleanDesks();
  await handOver();
  await onDay(day);
  const made = await waiting();
  const [has, hasNot] = isDeputys ? [deputy, officer] : [officer, deputy];
  expect([await isInQueue(has, made), await isInQueue(hasNot, made)]).toEqual([true, false]);
  const { can } = await app.call(getApplication, { as: officer, params: { id: made.id } });
  const reason = isDeputys ? 'desk_handed_over' : null;
  expect(can['noc-approve']).toEqual({ allowed: !isDeputys, reason });
  expect((await deskOf()).delegations.map(({ inForce }) => inForce)).toEqual(
    day > DAYS.lastDay ? [] : [isDeputys],
  );
  const refused = isDeputys ? 'desk_handed_over' : 'not_your_desk';
  expect(await approve(hasNot, made)).toBe(`applications.${refused}`);
  expect(await approve(colleague, made)).toBe('applications.not_your_desk');
  expect(await approve(has, made)).toBeUndefined();
});

test('the refusal of the officer names the deputy and the last day', async () => {
  await cleanDesks();
  await handOver();
  await onDay('2026-11-16');
  const { id, version } = await waiting();
  const asked = { params: { id }, body: { version, decision: 'approve' as const } };
  const refused = await app.refused(decideNoc, { as: officer, ...asked });
  expect(refused).toMatchObject({
    code: 'applications.desk_handed_over',
    params: { name: 'Nasrin Akter', until: '2026-11-18' },
  });
});

test('what a deputy decides has the name of the officer in the chain, the history, the remark and the audit log', async () => {
  await cleanDesks();
  await handOver();
  await onDay('2026-11-17');
  const made = await waiting();
  const { id } = made;
  const remark = { remark: 'Looked at the plot.', shared: false };
  expect(await app.codeOf(remarkNoc, { as: deputy, params: { id }, body: remark })).toBeUndefined();
  expect(await approve(deputy, made)).toBeUndefined();
  const { chain, remarks } = await app.call(getApplication, { as: officer, params: { id } });
  expect(chain[0]).toMatchObject({ decidedBy: 'Nasrin Akter', onBehalfOf: 'Rafiq Hasan' });
  expect(chain[0]).toMatchObject({ deputyName: 'Nasrin Akter', deputyUntil: '2026-11-18' });
  const ofDeputy = { name: 'Nasrin Akter', roleCode: 'rajukSAE', onBehalfOf: 'Rafiq Hasan' };
  expect(remarks).toMatchObject([
    { kind: 'remark', ...ofDeputy },
    { kind: 'approve', ...ofDeputy },
  ]);
  const { items } = await app.call(getTimeline, { as: officer, query: { applicationId: id } });
  const entry = items.find(({ action }) => action === 'noc-approve');
  expect(entry).toMatchObject({
    actorName: 'Nasrin Akter',
    details: { desk: 'rajukSAE', nextDesk: 'rajukAE', onBehalfOf: 'Rafiq Hasan' },
  });
  const audited = await one<{ name: string; after: unknown }>(
    app.db,
    sql`select actor_name as name, after from platform.audit where action = 'noc.approve' and object_id = ${id}`,
  );
  expect(audited).toMatchObject({ name: 'Nasrin Akter', after: { onBehalfOf: 'Rafiq Hasan' } });
});

test('what a deputy decided in the place of others is in their list while they have the desk, and counted one time', async () => {
  await cleanDesks();
  const made = await waiting();
  await onDay('2026-11-16');
  expect(await approve(officer, made)).toBeUndefined();
  await handOver({ firstDay: '2026-11-16' });
  await handOver({ roleCode: 'rajukAE', as: assistant, to: colleague, firstDay: '2026-11-16' });
  const decidedOf = async (as: Person) => {
    const { items, total, counts } = await app.call(listNoc, { as, query: { desk: 'decided', limit: 100 } });
    expect([total, counts.decided]).toEqual([items.length, items.length]);
    return items.filter(({ id }) => id === made.id).length;
  };
  const own = await decidedOf(colleague);
  expect([await decidedOf(deputy), own]).toEqual([1, 1]);
  // Decided at both desks of the colleague, it is one application.
  expect(await approve(colleague, made)).toBeUndefined();
  expect(await decidedOf(colleague)).toBe(1);
  await onDay('2026-11-19');
  expect(await decidedOf(officer)).toBe(1);
});

test('a deputy returns in the place of the officer; the applicant is told neither name', async () => {
  await cleanDesks();
  await handOver();
  await onDay('2026-11-17');
  const consumer = await app.consumer();
  const wanted = { upTo: 'WAITING_FOR_REVIEW', consumerId: String(consumer.consumerId) } as const;
  const { id, version } = await makeApplication(app, wanted);
  const items = [{ part: 'document' as const, kind: 'allotment_letter' as const, remark: 'blurred' }];
  const body = { version, decision: 'return' as const, remark: 'not readable', items };
  await app.call(decideNoc, { as: deputy, params: { id }, body });
  const toldTo = async (as: Person) =>
    (await app.call(getTimeline, { as, query: { applicationId: id } })).items[0];
  const known = { action: 'noc-return', actorName: 'Nasrin Akter', details: { onBehalfOf: 'Rafiq Hasan' } };
  expect(await toldTo(admin)).toMatchObject(known);
  const own = await toldTo(consumer);
  expect([own?.action, own?.actorName, own?.details.onBehalfOf]).toEqual(['noc-return', '', undefined]);
  const { remarks } = await app.call(getApplication, { as: consumer, params: { id } });
  expect(remarks).toMatchObject([{ kind: 'return', name: '', onBehalfOf: null }]);
});

test('nobody decides at two desks of one application: what the deputy decided waits for the officer of the other', async () => {
  await cleanDesks();
  await handOver();
  await handOver({ roleCode: 'rajukAE', as: assistant });
  await onDay('2026-11-16');
  const [made, other, third] = [await waiting(), await waiting(), await waiting()];
  for (const each of [made, third]) expect(await approve(deputy, each)).toBeUndefined();
  expect([await isInQueue(deputy, made), await isInQueue(assistant, made)]).toEqual([false, true]);
  expect(await approve(deputy, made)).toBe('applications.not_your_desk');
  const { chain, can } = await app.call(getApplication, { as: assistant, params: { id: made.id } });
  expect(chain[1]).toMatchObject({ roleCode: 'rajukAE', deputyName: null });
  expect(can['noc-approve']).toEqual({ allowed: true, reason: null });
  const path = `/noc-from-rajuk?id=${made.id}`;
  expect((await toldOf('applications.desk', path)).toSorted()).toEqual(
    [assistant.userId, deputy.userId].toSorted(),
  );
  await app.call(remindDesk, {
    ...{ as: reviewer, params: { id: made.id } },
    body: { version: await versionOf(made.id) },
  });
  expect(await toldOf('applications.desk_reminder', path)).toEqual([assistant.userId]);
  expect(await approve(assistant, made)).toBeUndefined();
  // The desk is theirs for good: what they decided in another place is still not theirs.
  for (const desk of ['rajukSAE', 'rajukAE'])
    await app.call(endDelegation, {
      as: director,
      params: { id: (await deskOf(desk)).delegations[0]?.id ?? '' },
    });
  await app.call(createDesk, await setDesk('rajukAE', 2, deputy.userId));
  expect(await approve(deputy, third)).toBe('applications.decided_another_desk');
  expect(await approve(officer, other)).toBeUndefined();
  expect(await approve(deputy, other)).toBeUndefined();
});

test('the bell and reminders go to the deputy on these days, and to the desk after them', async () => {
  await cleanDesks();
  await handOver();
  expect((await toldOf('applications.deputy', '/noc-from-rajuk')).includes(deputy.userId)).toBe(true);
  const remind = async ({ id }: MadeApplication) =>
    app.call(remindDesk, { as: reviewer, params: { id }, body: { version: await versionOf(id) } });
  await onDay('2026-11-18');
  const during = await waiting();
  const path = ({ id }: MadeApplication) => `/noc-from-rajuk?id=${id}`;
  expect(await toldOf('applications.desk', path(during))).toEqual([deputy.userId]);
  await remind(during);
  expect(await toldOf('applications.desk_reminder', path(during))).toEqual([deputy.userId]);
  await onDay('2026-11-19');
  const after = await waiting();
  expect(await toldOf('applications.desk', path(after))).toEqual([officer.userId]);
  await remind(after);
  expect(await toldOf('applications.desk_reminder', path(after))).toEqual([officer.userId]);
});

test('a deputy whose own desk is not in the chain sees and remarks what is at the desk', async () => {
  await cleanDesks();
  await app.call(createDesk, await setDesk('rajukPM', 3, null, false));
  const manager = await app.staff('rajukPM');
  const made = await waiting();
  const [params, body] = [{ id: made.id }, { remark: 'Seen.', shared: false }];
  expect(await app.codeOf(getApplication, { as: manager, params })).toBe('common.not_found');
  await handOver({ to: manager, firstDay: '2026-11-15' });
  expect(await isInQueue(manager, made)).toBe(true);
  expect(await app.codeOf(remarkNoc, { as: manager, params, body })).toBeUndefined();
});
