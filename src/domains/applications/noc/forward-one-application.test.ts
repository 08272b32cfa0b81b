/** One application of a desk with another officer of its role: who gives it, who gets it, and what goes with it. */
import { beforeEach, expect, test } from 'vitest';
import { all, execute, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { at } from '#test/zone.ts';
import { getApplication, getTimeline, holdApplication } from '../contract.ts';
import type { MadeApplication } from '../factory.ts';
import { openDesk } from './actions/open-desk.ts';
import { createDesk, decideNoc, forwardNoc, listDesks, listNoc, remindDesk } from './contract.ts';
import { deskBench } from './factory-desks.ts';

const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { admin, reviewer, officer, colleague, assistant, deputy, director } = bench.people;
const { approve, isInQueue, onDay, waiting, handOver, toldOf } = bench;
beforeEach(() => bench.cleanDesks());

const remark = 'Knows the plot';
async function input({ id }: MadeApplication, to: Person) {
  const version = await bench.versionOf(id);
  return { params: { id }, body: { version, officerId: to.userId, remark } };
}
const forward = async (as: Person, made: MadeApplication, to: Person = colleague) =>
  app.codeOf(forwardNoc, { as, ...(await input(made, to)) });
const queues = async (made: MadeApplication) =>
  Promise.all([officer, colleague, deputy].map((person) => isInQueue(person, made)));
const bellOf = (kind: string, { id }: MadeApplication) =>
  toldOf(`applications.${kind}`, `/noc-from-rajuk?id=${id}`);
const forgetBells = () => execute(app.owner.db, sql`delete from platform.notices`);

test('the officer gives one application to a colleague, who alone is told and decides; the others stay', async () => {
  const [made, other] = [await waiting(), await waiting()];
  expect(await forward(officer, made)).toBeUndefined();
  expect([await queues(made), await queues(other)]).toEqual([
    [false, true, false],
    [true, false, false],
  ]);
  expect(await bellOf('desk_forwarded', made)).toEqual([colleague.userId]);
  const { items } = await app.call(getTimeline, { as: colleague, query: { applicationId: made.id } });
  expect(items[0]).toMatchObject({
    ...{ action: 'noc-forward', remark, actorName: 'Rafiq Hasan' },
    details: { desk: 'rajukSAE', officer: 'Karim Uddin' },
  });
  expect(await bench.auditOf('noc.forward')).toMatchObject({
    ...{ before: { officer: 'Rafiq Hasan' }, after: { officer: 'Karim Uddin' }, reason: remark },
  });
  const { chain } = await app.call(getApplication, { as: officer, params: { id: made.id } });
  expect(chain[0]).toMatchObject({ officerName: 'Karim Uddin', isForwarded: true });
  expect(await approve(officer, made)).toBe('applications.not_your_desk');
  expect(await approve(colleague, made)).toBeUndefined();
});

const forwardedAs = async (as: Person, { id }: MadeApplication) =>
  (await app.call(getApplication, { as, params: { id } })).chain.map(({ forwarded }) => forwarded);

test('who had it reads who forwarded it, to whom, when and why, at the desk that has it alone', async () => {
  const made = await waiting();
  expect(await forwardedAs(officer, made)).toEqual([null, null, null, null]);
  await forward(officer, made);
  const told = { by: 'Rafiq Hasan', to: 'Karim Uddin', reason: remark };
  for (const as of [officer, colleague, assistant, reviewer])
    expect(await forwardedAs(as, made)).toMatchObject([told, null, null, null]);
  expect(Date.parse((await forwardedAs(officer, made))[0]?.at ?? '')).toBe(
    Date.parse(at('2026-11-15', '10:00')),
  );
  await forward(colleague, made, officer);
  expect(await forwardedAs(colleague, made)).toMatchObject([
    { by: 'Karim Uddin', to: 'Rafiq Hasan' },
    ...[null, null, null],
  ]);
  // An authority's officer is not told the names of the utility's people.
  await forward(admin, made);
  expect((await forwardedAs(officer, made))[0]).toMatchObject({ by: '', to: 'Karim Uddin' });
  expect((await forwardedAs(reviewer, made))[0]?.by).not.toBe('');
  await approve(colleague, made);
  expect(await forwardedAs(officer, made)).toEqual([null, null, null, null]);
});

test('the household reads nothing of it', async () => {
  const made = await waiting();
  await forward(officer, made);
  const shared = await all<{ shared: boolean }>(
    app.db,
    sql`select shared from applications.timeline where application_id = ${made.id} and action = 'noc-forward'`,
  );
  expect(shared).toEqual([{ shared: false }]);
});

test('who manages the desks gives it to somebody else; who does not have it and the utility do not', async () => {
  const made = await waiting();
  expect(await forward(colleague, made)).toBe('applications.forward_not_yours');
  expect(await forward(assistant, made)).toBe('applications.forward_not_yours');
  expect(await forward(reviewer, made)).toBe('common.not_permitted');
  expect(await forward(director, made)).toBeUndefined();
  expect(await forward(officer, made, officer)).toBe('applications.forward_not_yours');
  expect(await forward(admin, made, officer)).toBeUndefined();
  expect(await queues(made)).toEqual([true, false, false]);
});

test('a desk without an officer: one of the role takes it for themselves, or gives it to another', async () => {
  await app.call(createDesk, await bench.setDesk('rajukSAE', 1, null));
  const made = await waiting();
  expect(await queues(made)).toEqual([true, true, false]);
  expect(await forward(colleague, made, colleague)).toBeUndefined();
  expect(await queues(made)).toEqual([false, true, false]);
  expect(await bellOf('desk_forwarded', made)).toEqual([]);
});

test('given back to the officer of the desk it is with the desk, and goes with it', async () => {
  const made = await waiting();
  await forward(officer, made);
  expect(await forward(colleague, made, officer)).toBeUndefined();
  await app.call(createDesk, await bench.setDesk('rajukSAE', 1, colleague.userId));
  expect(await queues(made)).toEqual([false, true, false]);
});

test('nobody gets it who is of another role, not active, away, has it, or decided at another desk', async () => {
  const made = await waiting();
  expect(await forward(officer, made, assistant)).toBe('applications.officer_of_another_role');
  expect(await forward(officer, made, reviewer)).toBe('applications.officer_of_another_role');
  expect(await forward(officer, made, officer)).toBe('applications.officer_has_it');
  const gone = await app.staff('rajukSAE');
  await bench.disable(gone);
  expect(await forward(officer, made, gone)).toBe('applications.officer_not_active');
  const decided = (person: Person | null) =>
    execute(
      app.owner.db,
      sql`update applications.noc_steps set state = ${person ? 'APPROVED' : 'WAITING'}, decided_by = ${person?.userId ?? null}::uuid
        where application_id = ${made.id} and role_code = 'rajukAE'`,
    );
  await decided(colleague);
  expect(await forward(officer, made)).toBe('applications.officer_decided_another');
  await decided(null);
  expect(await forward(officer, made)).toBeUndefined();
  await handOver({ firstDay: '2026-11-15' });
  const refused = await app.refused(forwardNoc, { as: colleague, ...(await input(made, officer)) });
  expect(refused).toMatchObject({
    code: 'applications.officer_away',
    params: { name: 'Rafiq Hasan', until: '2026-11-18' },
    fields: [{ path: 'officerId' }],
  });
  expect(await queues(made)).toEqual([false, true, false]);
});

test('not as another version was seen, not without a reason, and not during a hold', async () => {
  const made = await waiting();
  const asked = await input(made, colleague);
  const { remark: _, ...without } = asked.body;
  const stale = { ...asked, body: { ...asked.body, version: asked.body.version + 1 } };
  expect(await app.codeOf(forwardNoc, { as: officer, ...stale })).toBe('common.stale_version');
  const blank = await app.refused(forwardNoc, {
    ...{ as: officer, params: asked.params },
    body: { ...without, remark: ' ' },
  });
  expect(blank).toMatchObject({ fields: [{ path: 'remark', code: 'common.required' }] });
  const { version } = asked.body;
  const hold = { applicationId: made.id, version, remark: 'wait' };
  await app.call(holdApplication, { as: admin, body: hold });
  expect(await forward(officer, made)).toBe('applications.on_hold');
  expect(await queues(made)).toEqual([true, false, false]);
});

test('of two who forward it at once one is refused', async () => {
  const [made, third] = [await waiting(), await app.staff('rajukSAE')];
  const both = [await input(made, colleague), await input(made, third)];
  const codes = await Promise.all(both.map((asked) => app.codeOf(forwardNoc, { as: officer, ...asked })));
  expect(codes.toSorted()).toEqual(['common.stale_version', undefined]);
});

test('a deputy has the desk, not what was forwarded before; what they have they forward', async () => {
  const [given, kept] = [await waiting(), await waiting()];
  await forward(officer, given);
  await handOver({ firstDay: '2026-11-15' });
  expect([await queues(given), await queues(kept)]).toEqual([
    [false, true, false],
    [false, false, true],
  ]);
  expect(await approve(deputy, given)).toBe('applications.not_your_desk');
  expect(await forward(officer, kept)).toBe('applications.forward_not_yours');
  expect(await forward(deputy, kept)).toBeUndefined();
  expect(await bench.auditOf('noc.forward')).toMatchObject({ before: { officer: 'Nasrin Akter' } });
  await onDay('2026-11-19');
  expect(await queues(kept)).toEqual([false, true, false]);
});

test('if the account of who got it ends, it is with the desk again, whose officer is told', async () => {
  const third = await app.staff('rajukSAE');
  const made = await waiting();
  await forward(officer, made, third);
  await bench.disable(third);
  // When it came, and now.
  expect(await bellOf('desk', made)).toEqual([officer.userId, officer.userId]);
  expect(await queues(made)).toEqual([true, false, false]);
});

test('it comes back to who had it after a correction, and they are reminded alone', async () => {
  const made = await waiting();
  await forward(officer, made);
  await forgetBells();
  await transaction(app.db, (tx) => openDesk(tx, app.system(), made.id));
  expect(await bellOf('desk', made)).toEqual([colleague.userId]);
  const body = { version: await bench.versionOf(made.id) };
  await app.call(remindDesk, { as: reviewer, params: { id: made.id }, body });
  expect(await bellOf('desk_reminder', made)).toEqual([colleague.userId]);
});

test('who gets it can be reminded on the same day', async () => {
  const made = await waiting();
  const remind = async () => {
    const body = { version: await bench.versionOf(made.id) };
    return app.codeOf(remindDesk, { as: reviewer, params: { id: made.id }, body });
  };
  expect([await remind(), await remind()]).toEqual([undefined, 'applications.reminded_already']);
  await forward(officer, made);
  expect(await remind()).toBeUndefined();
});

test('the filter by officer and the load of each officer follow it', async () => {
  const made = await waiting();
  const loads = async () => {
    const { officers } = await app.call(listDesks, { as: director });
    const of = (person: Person) => officers.find(({ id }) => id === person.userId)?.openApplications ?? 0;
    return [of(officer), of(colleague)] as const;
  };
  const found = async (person: Person) => {
    const query = { desk: 'chain', officerId: person.userId, limit: 100 } as const;
    return (await app.call(listNoc, { as: director, query })).items.some(({ id }) => id === made.id);
  };
  const before = await loads();
  expect([await found(officer), await found(colleague)]).toEqual([true, false]);
  await forward(officer, made);
  expect(await loads()).toEqual([before[0] - 1, before[1] + 1]);
  expect([await found(officer), await found(colleague)]).toEqual([false, true]);
});

test('an application that comes to a desk is told to its officer, to the deputy alone, or to the role of a desk without one', async () => {
  const toldAt = async (roleCode: string) => {
    await forgetBells();
    const made = await waiting();
    if (roleCode === 'rajukSAE') return bellOf('desk', made);
    const version = await bench.versionOf(made.id);
    const body = { version, decision: 'approve' as const };
    await app.call(decideNoc, { as: officer, params: { id: made.id }, body });
    return (await bellOf('desk', made)).filter((id) => id !== officer.userId);
  };
  expect(await toldAt('rajukSAE')).toEqual([officer.userId]);
  expect(await toldAt('rajukAE')).toEqual([assistant.userId]);
  await app.call(createDesk, await bench.setDesk('rajukAE', 2, null));
  expect((await toldAt('rajukAE')).toSorted()).toEqual([assistant.userId, deputy.userId].toSorted());
  await app.call(createDesk, await bench.setDesk('rajukAE', 2, assistant.userId));
  await handOver({ firstDay: '2026-11-15' });
  expect(await toldAt('rajukSAE')).toEqual([deputy.userId]);
});
