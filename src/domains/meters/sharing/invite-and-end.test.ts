/** Invitations: sent, accepted once by the owner of the phone, withdrawn, left; of two at once one decides. */
import { expect, test } from 'vitest';
import { mergeConsumers } from '#domains/consumers/merge/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';
import { sharingOf } from './factory.ts';

const app = await testApp();
const { phoneOf, codeTo, invite, share, again } = sharingOf(app);

async function connectionOf(person: Person): Promise<string> {
  const consumerId = String(person.consumerId);
  return (await transaction(app.db, (tx) => makeConnection(tx, app.system(), { consumerId }))).id;
}

/** Two people, and a connection of the first. */
async function pair() {
  const [holder, guest] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  return { holder, guest, connectionId: await connectionOf(holder) };
}

const receivedBy = async (as: Person) =>
  (await app.call(contract.listSharedAccess, { as })).received.map(({ connectionId }) => connectionId);

const givenBy = async (as: Person) =>
  (await app.call(contract.listSharedAccess, { as })).given.flatMap(({ accesses }) => accesses);

const audits = async (objectId: string) =>
  (
    await all<{ action: string }>(
      app.db,
      sql`select action from platform.audit where object = 'access' and object_id = ${objectId} order by at, id`,
    )
  ).map(({ action }) => action);

const nameInBengali = ({ consumerId }: Person) =>
  execute(app.owner.db, sql`update consumers.consumers set name_bn = 'রহিমা' where id = ${consumerId}`);

const setWebsite = (website: object) =>
  execute(
    app.owner.db,
    sql`insert into settings.entries (key, value) values ('website', ${JSON.stringify(website)}::jsonb)
      on conflict (key) do update set value = excluded.value`,
  );

const accept = (as: Person, code: string) => app.codeOf(contract.acceptInvitation, { as, body: { code } });

test('an invitation goes to the phone and the e-mail, is accepted with the code, and both sides see it', async () => {
  const { holder, guest, connectionId } = await pair();
  const phone = await phoneOf(guest);
  await nameInBengali(holder);
  const body = {
    ...{ connectionId, name: 'Tenant', phone, email: 'tenant@example.com' },
    ...{ mayPay: true, endsOn: '2026-12-31', language: 'bn' as const },
  };
  const { id } = await app.call(contract.inviteToConnection, { as: holder, body });
  const messages = await all<{ channel: string; body: string; secret: boolean }>(
    app.db,
    sql`select channel, body, secret from platform.outbox where event = ${`meters.invitation:${id}`} order by channel`,
  );
  expect(messages.map(({ channel, secret }) => [channel, secret])).toEqual([
    ['email', true],
    ['sms', true],
  ]);
  const code = /code=(\d{8})/.exec(messages[1]?.body ?? '')?.[1] ?? '';
  expect(messages.every((message) => message.body.includes('রহিমার সংযোগ'))).toBe(true);
  expect(messages[1]?.body).toContain(`/invited?code=${code}`);
  expect(await givenBy(holder)).toMatchObject([{ id, state: 'WAITING', mayPay: true, endsOn: '2026-12-31' }]);
  expect(await receivedBy(guest)).toEqual([]);
  for (const _ of ['once', 'again'])
    expect(await app.call(contract.acceptInvitation, { as: guest, body: { code } })).toEqual({
      connectionId,
    });
  expect(await receivedBy(guest)).toEqual([connectionId]);
  expect(await givenBy(holder)).toMatchObject([{ id, state: 'ACTIVE' }]);
  expect(await audits(id)).toEqual(['access.invite', 'access.accept']);
  const { told } = await one<{ told: number }>(
    app.db,
    sql`select count(*)::int as told from platform.outbox where event = ${`meters.access-accepted:${id}`}`,
  );
  expect(told).toBe(1);
  const seen = await app.call(contract.consumerAccess, {
    as: await app.staff('reviewer'),
    params: { id: String(guest.consumerId) },
  });
  expect(seen.items).toMatchObject([
    { id, isGiven: false, otherName: 'Rahima', otherNameBn: 'রহিমা', state: 'ACTIVE' },
  ]);
});

test('an invitation in English has the holder in Latin letters, and so has the end of the access; a language that is not offered is not taken', async () => {
  const { holder, guest, connectionId } = await pair();
  await nameInBengali(holder);
  const phone = await phoneOf(guest);
  const asked = { connectionId, name: 'Tenant', phone, mayPay: false };
  const { id } = await app.call(contract.inviteToConnection, {
    as: holder,
    body: { ...asked, language: 'en' },
  });
  expect(await accept(guest, await codeTo(phone))).toBeUndefined();
  await execute(app.owner.db, sql`update identity.users set language = 'en' where id = ${guest.userId}`);
  await app.call(contract.withdrawAccess, { as: holder, body: { id } });
  const sent = async (event: string) =>
    one<{ language: string; body: string }>(
      app.db,
      sql`select language, body from platform.outbox where event = ${`${event}:${id}`} and channel = 'sms'`,
    );
  const [invitation, withdrawn] = [await sent('meters.invitation'), await sent('meters.access-withdrawn')];
  expect([invitation.language, withdrawn.language]).toEqual(['en', 'en']);
  for (const { body } of [invitation, withdrawn]) {
    expect(body).toContain(' Rahima ');
    expect(body).not.toMatch(/[\u0980-\u09ff]/);
  }
  await setWebsite({ languages: 'en' });
  const again = await app.call(contract.inviteToConnection, {
    as: holder,
    body: { ...asked, language: 'bn' },
  });
  await setWebsite({ languages: 'en_bn' });
  const fallen = await one<{ language: string; body: string }>(
    app.db,
    sql`select language, body from platform.outbox where event = ${`meters.invitation:${again.id}`}`,
  );
  expect(fallen.language).toBe('en');
  expect(fallen.body).toContain(' Rahima lets you see');
});

test('the code is for the invited phone only, for seven days, and once', async () => {
  const { holder, guest, connectionId } = await pair();
  const stranger = await app.consumer('Stranger');
  const { code } = await invite({ holder, guest, connectionId });
  expect(await accept(stranger, code)).toBe('meters.access_code_wrong');
  const { phone } = await one<{ phone: string }>(app.db, sql`select '+8801999000111'::text as phone`);
  await execute(app.db, sql`update identity.users set phone = ${phone} where id = ${guest.userId}`);
  expect(await accept(guest, code)).toBe('meters.access_code_wrong');

  const late = await pair();
  const old = await invite(late);
  app.clock.advance(7 * 86_400);
  late.guest = await again(late.guest);
  late.holder = await again(late.holder);
  expect(await accept(late.guest, old.code)).toBe('meters.access_code_wrong');
  expect(await givenBy(late.holder)).toMatchObject([{ state: 'EXPIRED' }]);
  // It makes room for a new one.
  const fresh = await invite(late);
  expect(await accept(late.guest, old.code)).toBe('meters.access_code_wrong');
  expect(await accept(late.guest, fresh.code)).toBeUndefined();
  expect((await givenBy(late.holder)).map(({ state }) => state)).toEqual(['ACTIVE', 'ENDED']);
});

test('an access with an end counts on its last day and not on the next, and makes room for a new invitation', async () => {
  const { today } = app.system();
  const given = { ...(await pair()), endsOn: today };
  const waiting = await pair();
  const { code } = await invite({ ...waiting, endsOn: today });
  await share(given);
  expect(await receivedBy(given.guest)).toEqual([given.connectionId]);
  app.clock.advance(86_400);
  const [holder, guest] = [await again(given.holder), await again(given.guest)];
  expect(await receivedBy(guest)).toEqual([]);
  expect(await givenBy(holder)).toMatchObject([{ state: 'OVER' }]);
  expect(await accept(await again(waiting.guest), code)).toBe('meters.access_code_wrong');
  await share({ holder, guest, connectionId: given.connectionId });
  expect(await receivedBy(guest)).toEqual([given.connectionId]);
});

test('after five wrong codes there is a wait, also for the right one, and each refusal is in the audit', async () => {
  const given = await pair();
  const { code, id } = await invite(given);
  const wrong = code === '00000000' ? '00000001' : '00000000';
  for (let n = 0; n < 5; n += 1) expect(await accept(given.guest, wrong)).toBe('meters.access_code_wrong');
  expect(await audits(String(given.guest.consumerId))).toEqual(Array(5).fill('access.refuse'));
  const refusal = await app.refused(contract.acceptInvitation, { as: given.guest, body: { code } });
  expect(refusal).toMatchObject({ code: 'meters.access_wait', status: 429 });
  app.clock.advance(31);
  expect(await accept(given.guest, wrong)).toBe('meters.access_code_wrong');
  // One new code to the own phone ends the wait, and the code before it; another one takes a new invitation.
  const renew = (as: Person) => app.codeOf(contract.sendInvitationCode, { as });
  expect(await renew(given.holder)).toBe('meters.access_no_new_code');
  const answers = await Promise.all([renew(given.guest), renew(given.guest)]);
  expect(answers.toSorted()).toEqual(['meters.access_no_new_code', undefined]);
  const fresh = await codeTo(await phoneOf(given.guest));
  expect(fresh).not.toBe(code);
  expect(await accept(given.guest, code)).toBe('meters.access_code_wrong');
  expect(await accept(given.guest, fresh)).toBeUndefined();
  expect(await audits(id)).toEqual(['access.invite', 'access.code', 'access.accept']);
  expect(await renew(given.guest)).toBe('meters.access_no_new_code');

  // Not for one that was taken back, is too old, or is of a connection that has another holder now.
  const back = await pair();
  const invitation = await invite(back);
  await app.call(contract.withdrawAccess, { as: back.holder, body: { id: invitation.id } });
  expect(await renew(back.guest)).toBe('meters.access_no_new_code');
  const sold = await pair();
  await invite(sold);
  await execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${given.holder.consumerId} where id = ${sold.connectionId}`,
  );
  expect(await renew(sold.guest)).toBe('meters.access_no_new_code');
  const late = await pair();
  await invite(late);
  app.clock.advance(7 * 86_400);
  expect(await renew(await again(late.guest))).toBe('meters.access_no_new_code');
});

test('what cannot be invited is refused', async () => {
  const { holder, guest, connectionId } = await pair();
  const phone = await phoneOf(guest);
  const ask = (as: Person, more: object = {}) =>
    app.codeOf(contract.inviteToConnection, {
      as,
      body: { connectionId, name: 'Tenant', phone, mayPay: false, ...more },
    });
  expect(await ask(guest)).toBe('common.not_found');
  expect(await ask(await app.staff('admin'))).toBe('common.not_permitted');
  expect(await ask(holder, { phone: await phoneOf(holder) })).toBe('meters.access_own_phone');
  expect(await ask(holder, { endsOn: '2026-01-01' })).toBe('meters.access_over_already');
  expect(await ask(holder)).toBeUndefined();
  expect(await ask(holder)).toBe('meters.access_exists');
  // Who has access may not pass it on.
  const shared = await pair();
  await share(shared);
  expect(await ask(shared.guest, { connectionId: shared.connectionId })).toBe('common.not_found');
});

test('a holder sends ten invitations a day, and one phone gets five from all of them', async () => {
  const { holder, connectionId } = await pair();
  const ask = (as: Person, connection: string, phone: string) =>
    app.codeOf(contract.inviteToConnection, {
      as,
      body: { connectionId: connection, name: 'Tenant', phone, mayPay: false },
    });
  for (let n = 0; n < 10; n += 1)
    expect(await ask(holder, connectionId, `+88015000000${10 + n}`)).toBeUndefined();
  expect(await ask(holder, connectionId, '+8801500000099')).toBe('common.too_many_requests');
  for (let n = 0; n < 5; n += 1) {
    const other = await app.consumer(`Holder ${n}`);
    expect(await ask(other, await connectionOf(other), '+8801600000001')).toBeUndefined();
  }
  const last = await app.consumer('Last');
  const lastConnection = await connectionOf(last);
  expect(await ask(last, lastConnection, '+8801600000001')).toBe('common.too_many_requests');
  app.clock.advance(86_401);
  expect(await ask(await again(last), lastConnection, '+8801600000001')).toBeUndefined();
});

test('the holder withdraws and the other one leaves, each of their own side only, and saying it again changes nothing', async () => {
  const given = await pair();
  const id = await share(given);
  const withdraw = (as: Person) => app.codeOf(contract.withdrawAccess, { as, body: { id } });
  const leave = (as: Person) => app.codeOf(contract.leaveConnection, { as, body: { id } });
  const stranger = await app.consumer('Stranger');
  expect(await withdraw(given.guest)).toBe('common.not_found');
  expect(await withdraw(stranger)).toBe('common.not_found');
  expect(await leave(given.holder)).toBe('common.not_found');
  expect(await leave(stranger)).toBe('common.not_found');
  const admin = await app.staff('admin');
  expect(await withdraw(admin)).toBe('common.not_permitted');
  expect(await leave(admin)).toBe('common.not_permitted');
  expect(await app.codeOf(contract.listSharedAccess, { as: admin })).toBe('common.not_permitted');
  expect(await accept(admin, '12345678')).toBe('common.not_permitted');
  expect(await receivedBy(given.guest)).toHaveLength(1);
  expect(await withdraw(given.holder)).toBeUndefined();
  expect(await receivedBy(given.guest)).toEqual([]);
  expect(await withdraw(given.holder)).toBeUndefined();
  expect(await leave(given.guest)).toBeUndefined();
  expect(await audits(id)).toEqual(['access.invite', 'access.accept', 'access.withdraw']);
  expect(await givenBy(given.holder)).toMatchObject([{ state: 'ENDED', endedAs: 'WITHDRAWN' }]);

  const second = await share(given);
  expect(
    await app.codeOf(contract.leaveConnection, { as: given.guest, body: { id: second } }),
  ).toBeUndefined();
  expect(await receivedBy(given.guest)).toEqual([]);
  expect(await audits(second)).toEqual(['access.invite', 'access.accept', 'access.leave']);
});

test('of two accepts at once one counts and the other says the same', async () => {
  const given = await pair();
  const { id, code } = await invite(given);
  const answers = await Promise.all([1, 2, 3].map(() => accept(given.guest, code)));
  expect(answers).toEqual([undefined, undefined, undefined]);
  expect(await audits(id)).toEqual(['access.invite', 'access.accept']);
});

test('who accepts while the holder withdraws finds nothing; who withdraws while the other accepts ends it', async () => {
  const given = await pair();
  const { id, code } = await invite(given);
  const end = sql`update meters.accesses set ended_at = ${app.clock.now()}, ended_as = 'WITHDRAWN' where id = ${id}`;
  const late = await duringChange(
    app,
    (tx) => execute(tx, end),
    () => accept(given.guest, code),
  );
  expect(late).toBe('meters.access_code_wrong');
  expect(await receivedBy(given.guest)).toEqual([]);

  const next = await invite(given);
  const ended = await duringChange(
    app,
    (tx) =>
      execute(
        tx,
        sql`update meters.accesses set consumer_id = ${given.guest.consumerId}, accepted_at = ${app.clock.now()}
          where id = ${next.id}`,
      ),
    () => app.codeOf(contract.withdrawAccess, { as: given.holder, body: { id: next.id } }),
  );
  expect(ended).toBeUndefined();
  expect(await receivedBy(given.guest)).toEqual([]);
});

test('a change of the holder ends every access for good; two entries of one holder that become one end none', async () => {
  const given = await pair();
  const id = await share(given);
  const changeTo = (consumerId: string | null) =>
    execute(
      app.owner.db,
      sql`update meters.connections set consumer_id = ${consumerId} where id = ${given.connectionId}`,
    );
  const { buyer } = { buyer: await app.consumer('Buyer') };
  await changeTo(buyer.consumerId);
  expect(await receivedBy(given.guest)).toEqual([]);
  const ended = await one<{ as: string }>(
    app.db,
    sql`select ended_as as "as" from meters.accesses where id = ${id}`,
  );
  expect(ended.as).toBe('HOLDER_CHANGED');
  await changeTo(given.holder.consumerId);
  expect(await receivedBy(given.guest)).toEqual([]);

  const merged = await pair();
  await share(merged);
  const twin = await transaction(app.db, async (tx) => {
    const { id: twinId } = await one<{ id: string }>(
      tx,
      sql`insert into consumers.consumers (number, name, phone) values ('2999999991', 'Rahima', '+8801700000009') returning id`,
    );
    return twinId;
  });
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from consumers.consumers where id = ${merged.holder.consumerId}`,
  );
  await app.call(mergeConsumers, {
    as: await app.staff('admin'),
    body: {
      ...{ fromId: String(merged.holder.consumerId), intoId: twin, fromVersion: 1, intoVersion: 1 },
      ...{ keepFrom: [], reason: 'one person', confirmNumber: number },
    },
  });
  expect(await receivedBy(merged.guest)).toEqual([merged.connectionId]);
});

test('an invitation to a connection that went to another holder is not accepted', async () => {
  const given = await pair();
  const { code } = await invite(given);
  const buyer = await app.consumer('Buyer');
  await execute(
    app.owner.db,
    sql`update meters.connections set consumer_id = ${buyer.consumerId} where id = ${given.connectionId}`,
  );
  expect(await accept(given.guest, code)).toBe('meters.access_code_wrong');
});
