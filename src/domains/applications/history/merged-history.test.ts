/** One history: steps, visits that were planned, and what the applicant was told, for who may see which of it. */
import { expect, test } from 'vitest';
import { paymentsOfNotes } from '#domains/payments/note-payments.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { asConsumer } from '#platform/http/binder.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { makeApplication, type Wanted } from '../factory.ts';
import { runDailyRound } from '../pipeline/actions/run-daily-round.ts';
import { MONEY_KINDS, messages } from '../pipeline/message-texts.ts';

const app = await testApp();
const admin = await app.staff('admin');
const [TOMORROW, LATER] = ['2026-11-16', '2026-11-18'];
const history = async (as: Person, applicationId: string) =>
  (await app.call(contract.getTimeline, { as, query: { applicationId } })).items;
const told = async (as: Person, id: string) =>
  (await history(as, id)).filter(({ action }) => action === 'message');
const kindsTold = async (as: Person, id: string) =>
  (await told(as, id)).map(({ details }) => details.message);
const visits = async (as: Person, id: string) =>
  (await history(as, id)).flatMap(({ action, details }) => (action === 'visit' ? [details] : []));
const version = async (id: string) =>
  (await app.call(contract.getApplication, { as: admin, params: { id } })).version;
const plan = async (id: string, visitOn?: string, remark?: string) =>
  app.call(contract.assignUser, {
    as: admin,
    body: {
      ...{ applicationId: id, version: await version(id), userId: admin.userId },
      ...(visitOn ? { visitOn } : {}),
      ...(remark ? { remark } : {}),
    },
  });
/** The sender has brought them; tests have none. */
const deliver = (id: string) =>
  execute(
    app.db,
    sql`update platform.outbox set state = 'delivered' where event like ${`application.%:${id}:%`}`,
  );
async function own(wanted: Omit<Wanted, 'consumerId'>) {
  const owner = await app.consumer('Owner');
  const made = await makeApplication(app, { ...wanted, consumerId: String(owner.consumerId) });
  return { owner, id: made.id };
}

test('a household reads the text messages that reached it, each below the step that it tells of', async () => {
  const { owner, id } = await own({ upTo: 'READY_TO_PAY' });
  // A text message that was not brought yet is the office's to know; the bell has told the same.
  const before = await told(owner, id);
  expect(before.map(({ details }) => [details.message, details.channel])).toContainEqual([
    'applications.pay',
    'bell',
  ]);
  expect(before.filter(({ details }) => details.channel === 'sms')).toEqual([]);
  const waiting = await told(admin, id);
  expect(waiting.find(({ details }) => details.message === 'pay')?.details.delivery).toBe('waiting');
  await deliver(id);
  const entries = await history(owner, id);
  const at = entries.findIndex(({ details }) => details.message === 'pay');
  expect(entries[at]).toMatchObject({
    details: { channel: 'sms', delivery: 'delivered' },
    actorName: '',
    fromState: null,
  });
  expect(entries[at]?.text).toContain('1,825');
  expect(entries[at - 1]?.action).toBe('approve-survey');
  // One event is told by one entry: the bell's is left out if there is a text message.
  expect(await kindsTold(owner, id)).toEqual(['pay', 'letter', 'submitted']);
  expect(await kindsTold(admin, id)).toEqual(['pay', 'letter', 'submitted']);
});

test('what failed, the office sees, and what was withheld, nobody', async () => {
  const { owner, id } = await own({ upTo: 'WAITING_FOR_METER_NUMBER' });
  await execute(app.owner.db, sql`delete from platform.notices where user_id = ${owner.userId}`);
  const state = (state: string) =>
    execute(
      app.db,
      sql`update platform.outbox set state = ${state} where event like ${`application.%:${id}:%`}`,
    );
  await state('failed');
  expect(await told(owner, id)).toEqual([]);
  expect((await told(admin, id)).map(({ details }) => details.delivery)).toEqual(['failed']);
  await state('expired');
  expect([await told(owner, id), await told(admin, id)]).toEqual([[], []]);
});

test('what is secret is never shown, also if it were noted for an application', async () => {
  const { owner, id } = await own({ upTo: 'PENDING' });
  await deliver(id);
  await execute(
    app.owner.db,
    sql`with code as (
        insert into platform.outbox (event, channel, recipient, language, body, secret, state)
        values (${`identity.code:${id}`}, 'sms', '8801700000000', 'en', '482911', true, 'delivered') returning id)
      insert into applications.messages (outbox_id, application_id, consumer_id, kind, at)
      select code.id, ${id}, ${owner.consumerId}::uuid, 'submitted', now() from code`,
  );
  for (const as of [owner, admin]) {
    expect(await kindsTold(as, id)).toEqual(['submitted']);
    expect(JSON.stringify(await history(as, id))).not.toContain('482911');
  }
});

test('a one-time code for the same telephone is in no history', async () => {
  const { owner, id } = await own({ upTo: 'PENDING', phone: '01719000111' });
  await execute(
    app.owner.db,
    sql`insert into platform.outbox (event, channel, recipient, language, body, secret, state)
      values ('identity.code:x', 'sms', '8801719000111', 'en', '771122', true, 'delivered')`,
  );
  for (const as of [owner, admin]) expect(JSON.stringify(await history(as, id))).not.toContain('771122');
});

test('what an earlier household was told is not the next one’s; the bell is that of the account', async () => {
  const { owner, id } = await own({ upTo: 'PENDING' });
  await deliver(id);
  const next = await app.consumer('Next');
  await execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${next.consumerId}::uuid where id = ${id}`,
  );
  expect(await told(next, id)).toEqual([]);
  expect(await kindsTold(admin, id)).toEqual(['submitted']);
  const read = (as: Person) => app.codeOf(contract.getTimeline, { as, query: { applicationId: id } });
  expect(await read(owner)).toBe('common.not_found');
  // Somebody of the staff who reads no application at all.
  expect(await read(await app.staff('reader'))).toBe('common.not_permitted');
});

test('below the calls, the functions give a consumer nothing of another one', async () => {
  const { id } = await own({ upTo: 'READY_TO_SURVEY' });
  await plan(id, TOMORROW);
  await deliver(id);
  const stranger = await app.consumer('Stranger');
  const counted = await transaction(app.db, async (tx) => {
    await asConsumer(tx, app.actorOf(stranger));
    const { rows } = await sql<{ told: number; visits: number }>`select
      (select count(*)::int from applications.sent_messages(${id})) as told,
      (select count(*)::int from applications.planned_visits(${id})) as visits`.execute(tx);
    return rows;
  });
  expect(counted).toEqual([{ told: 0, visits: 0 }]);
  const read = transaction(app.db, async (tx) => {
    await asConsumer(tx, app.actorOf(stranger));
    await execute(tx, sql`select 1 from applications.messages`);
  });
  await expect(read).rejects.toThrow('permission denied');
});

test('a message that names money has no text for who sees no demand notes', async () => {
  const { id } = await own({ upTo: 'READY_FOR_METER_INSTALLATION' });
  await deliver(id);
  const installer = await app.staff('installer');
  await execute(
    app.db,
    sql`update applications.applications set assignee_id = ${installer.userId} where id = ${id}`,
  );
  const text = (entries: Awaited<ReturnType<typeof told>>, kind: string) =>
    entries.find(({ details }) => details.message === kind)?.text;
  const [seen, open] = [await told(installer, id), await told(admin, id)];
  expect([text(seen, 'pay'), text(open, 'pay')]).toEqual([null, expect.stringContaining('1,825')]);
  expect(text(seen, 'letter')).toContain('connection letter');
});

test('while it is on hold, no message of before asks the household for money', async () => {
  const { owner, id } = await own({ upTo: 'READY_TO_PAY' });
  const body = async () => ({
    applicationId: id,
    version: await version(id),
    remark: 'The road is being built',
  });
  await app.call(contract.holdApplication, { as: admin, body: await body() });
  await deliver(id);
  const textOf = async (as: Person) =>
    (await told(as, id)).find(({ details }) => details.message === 'pay')?.text;
  expect(await textOf(owner)).toBeNull();
  expect(await textOf(admin)).toContain('1,825');
  await app.call(contract.resumeApplication, { as: admin, body: await body() });
  expect(await textOf(owner)).toContain('1,825');
});

test('exactly the messages that name money are listed as such', () => {
  const facts = {
    utility: '',
    number: '',
    remark: '',
    day: '1',
    earlier: '',
    amount: '#',
    customerNumber: '',
    link: '',
  };
  const naming = Object.entries(messages).filter(([, { en, bn }]) =>
    [en, bn].some((write) => write(facts).includes('#')),
  );
  expect(naming.map(([kind]) => kind).toSorted()).toEqual([...MONEY_KINDS].toSorted());
});

test('the planning authority sees neither visits nor messages', async () => {
  const { id } = await own({ upTo: 'READY_TO_SURVEY' });
  await plan(id, TOMORROW);
  await deliver(id);
  const planner = await app.staff('rajukSAE');
  const actions = (await history(planner, id)).map(({ action }) => action);
  expect(actions).toContain('noc-approve');
  expect(actions.filter((action) => action === 'visit' || action === 'message')).toEqual([]);
});

test('a reminder is in the history, too', async () => {
  const { owner, id } = await own({ upTo: 'READY_TO_PAY' });
  await execute(
    app.owner.db,
    sql`update applications.applications set expires_on = '2026-11-20' where id = ${id}`,
  );
  const night = { today: '2026-11-18', now: new Date('2026-11-18T01:00:00Z') };
  await runDailyRound(app.db, { ...app.system(), ...night }, paymentsOfNotes);
  await deliver(id);
  expect(await kindsTold(owner, id)).toContain('payReminder');
});

test('a visit is planned, moved and taken back; the household reads the days and neither person nor remark', async () => {
  const { owner, id } = await own({ upTo: 'READY_TO_SURVEY' });
  await plan(id, TOMORROW, 'Ask about the dog.');
  // Another person on the same day is no news for the household.
  await plan(id, TOMORROW);
  await plan(id, LATER);
  await plan(id);
  const expected = [{ earlierOn: LATER }, { visitOn: LATER, earlierOn: TOMORROW }, { visitOn: TOMORROW }];
  expect(await visits(owner, id)).toEqual(expected);
  expect(await visits(admin, id)).toEqual(expected);
  const all = await history(owner, id);
  expect(all.some(({ action }) => action === 'assign')).toBe(false);
  expect(all.filter(({ action }) => action === 'visit').map(({ actorName }) => actorName)).toEqual([
    '',
    '',
    '',
  ]);
  expect(JSON.stringify(all)).not.toContain('dog');
  const stranger = await app.consumer('Stranger');
  expect(
    (await app.refused(contract.getTimeline, { as: stranger, query: { applicationId: id } })).status,
  ).toBe(404);
});

test('the visit of the next state is planned for itself, and a hand-over of the work moves none', async () => {
  const { owner, id } = await own({ upTo: 'READY_TO_SURVEY' });
  await plan(id, TOMORROW);
  const entry = (details: object, [from, to]: [string, string]) =>
    execute(
      app.owner.db,
      sql`insert into applications.timeline (application_id, at, action, from_state, to_state, actor_name, role, shared, details)
        values (${id}, now(), ${from === to ? 'assign' : 'survey'}, ${from}, ${to}, 'Karim Uddin', 'admin', false, ${JSON.stringify(details)}::jsonb)`,
    );
  await entry({ assignee: 'B', from: 'A' }, ['READY_TO_SURVEY', 'READY_TO_SURVEY']);
  expect(await visits(owner, id)).toEqual([{ visitOn: TOMORROW }]);
  await entry({}, ['READY_TO_SURVEY', 'READY_FOR_METER_INSTALLATION']);
  await entry({ assignee: 'B', visitOn: LATER }, [
    'READY_FOR_METER_INSTALLATION',
    'READY_FOR_METER_INSTALLATION',
  ]);
  expect(await visits(owner, id)).toContainEqual({ visitOn: LATER });
  expect(await visits(owner, id)).not.toContainEqual({ visitOn: LATER, earlierOn: TOMORROW });
});
