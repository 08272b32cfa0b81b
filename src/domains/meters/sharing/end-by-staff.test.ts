/** Accesses that somebody gave who was not the holder: staff end them, and the undoing of a claim does. */
import { expect, test } from 'vitest';
import { claimConsumer } from '#domains/consumers/claim/contract.ts';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { agreeClaim, undoClaim } from '#domains/consumers/claim/waiting/contract.ts';
import { all, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { sharingOf } from './factory.ts';

const app = await testApp();
const { newPhone, register, signedIn, household, codeAt, claimedBy } = townOf(app);
const { phoneOf, invite, share } = sharingOf(app);
const clerk = await app.staff('reviewer');

const receivedBy = async (as: Person) =>
  (await app.call(contract.listSharedAccess, { as })).received.map(({ connectionId }) => connectionId);

const toldOf = async (id: string) =>
  (
    await all<{ event: string; recipient: string }>(
      app.db,
      sql`select event, recipient from platform.outbox where event like ${`meters.access-%:${id}`} order by id`,
    )
  ).map(({ event, recipient }) => [event.split(':')[0], recipient]);

const endedAs = async (id: string) =>
  (
    await one<{ as: string | null }>(
      app.db,
      sql`select ended_as as "as" from meters.accesses where id = ${id}`,
    )
  ).as;

/**
 * A stranger whose claim of a household was agreed to. The stranger's entry goes into the household's, or, if they have a
 * connection of their own, the household's into theirs.
 */
async function claimed({ hasOwn, of }: { hasOwn: boolean; of?: Awaited<ReturnType<typeof household>> }) {
  const home = of ?? (await household(newPhone()));
  const phone = newPhone();
  if (hasOwn) await household(phone);
  await register(phone);
  const before = await signedIn(phone);
  const body = { customerNumber: home.number, evidence: home.last.number };
  await app.call(claimConsumer, { as: before, body });
  const { id } = await claimedBy(phone);
  await app.call(agreeClaim, { as: before, body: { id, code: await codeAt(home.phone) } });
  return { home, phone, id, stranger: await signedIn(phone) };
}

const undo = (id: string) =>
  app.call(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });

test.each([[false], [true]])(
  'a claim that is undone ends what the stranger shared meanwhile (connection of their own: %s)',
  async (hasOwn) => {
    const { home, id, stranger } = await claimed({ hasOwn });
    const [guest, other] = [await app.consumer('Karim'), await app.consumer('Jamila')];
    const connectionId = home.connection.id;
    const access = await share({ holder: stranger, guest, connectionId, mayPay: true });
    const open = await invite({ holder: stranger, guest: other, connectionId });
    expect(await receivedBy(guest)).toEqual([connectionId]);
    await undo(id);
    expect(await receivedBy(guest)).toEqual([]);
    expect(await endedAs(access)).toBe('CLAIM_UNDONE');
    expect(await toldOf(access)).toContainEqual(['meters.access-over', await phoneOf(guest)]);
    expect(await toldOf(open.id)).toEqual([]);
    const body = { code: open.code };
    expect(await app.codeOf(contract.acceptInvitation, { as: other, body })).toBe('meters.access_code_wrong');
    const audited = await all<{ id: string }>(
      app.db,
      sql`select object_id as id from platform.audit where action = 'access.end' and actor_id = ${clerk.userId}`,
    );
    expect(audited.map((row) => row.id)).toEqual(expect.arrayContaining([access, open.id]));
  },
);

test.each([[false], [true]])(
  'what the stranger was given meanwhile stays theirs, and not the household’s (connection of their own: %s)',
  async (hasOwn) => {
    const { home, phone, id, stranger } = await claimed({ hasOwn });
    const giver = await household(newPhone());
    await register(giver.phone);
    const holder = await signedIn(giver.phone);
    const access = await share({ holder, guest: stranger, connectionId: giver.connection.id });
    await undo(id);
    const audited = await all<{ by: string }>(
      app.db,
      sql`select actor_id as "by" from platform.audit where action = 'access.consumer' and object_id = ${access}`,
    );
    // With a connection of their own the stranger's entry had it all the time.
    expect(audited).toEqual(hasOwn ? [] : [{ by: clerk.userId }]);
    expect(await receivedBy(await signedIn(phone))).toEqual([giver.connection.id]);
    await register(home.phone);
    expect(await receivedBy(await signedIn(home.phone))).toEqual([]);
  },
);

test('what was shared before the claim, and what the stranger shares of their own, stays', async () => {
  const home = await household(newPhone());
  const guest = await app.consumer('Karim');
  const { id: before } = await one<{ id: string }>(
    app.db,
    sql`insert into meters.accesses (connection_id, holder_id, phone, name, may_pay, code_hash, invited_at, expires_at,
        consumer_id, accepted_at)
      values (${home.connection.id}, ${home.id}, ${await phoneOf(guest)}, 'Tenant', false, '\\x01',
        ${app.clock.now()}, ${app.clock.now()}, ${guest.consumerId}, ${app.clock.now()}) returning id`,
  );
  app.clock.advance(60);
  const claim = await claimed({ hasOwn: true, of: home });
  const { connectionId } = await one<{ connectionId: string }>(
    app.db,
    sql`select id as "connectionId" from meters.connections
      where consumer_id = ${claim.stranger.consumerId} and id <> ${home.connection.id}`,
  );
  const own = await share({ holder: claim.stranger, guest: await app.consumer('Jamila'), connectionId });
  expect(await receivedBy(guest)).toEqual([home.connection.id]);
  await undo(claim.id);
  expect([await endedAs(before), await endedAs(own)]).toEqual([null, null]);
  expect(await receivedBy(guest)).toEqual([home.connection.id]);
});

test('staff end an access with a reason; both sides are told, once', async () => {
  const home = await household(newPhone());
  await register(home.phone);
  const holder = await signedIn(home.phone);
  const guest = await app.consumer('Karim');
  const id = await share({ holder, guest, connectionId: home.connection.id });
  const body = { id, reason: 'The holder asked at the counter' };
  for (const _ of ['once', 'again']) await app.call(contract.endAccess, { as: clerk, body });
  expect(await receivedBy(guest)).toEqual([]);
  expect((await toldOf(id)).slice(-2).toSorted()).toEqual(
    [
      ['meters.access-ended', home.phone],
      ['meters.access-over', await phoneOf(guest)],
    ].toSorted(),
  );
  const rows = await all(
    app.db,
    sql`select reason, actor_id as "by" from platform.audit where action = 'access.end' and object_id = ${id}`,
  );
  expect(rows).toEqual([{ reason: body.reason, by: clerk.userId }]);
  const nobody = { id: '0190ffff-ffff-7fff-8fff-ffffffffffff', reason: 'x' };
  expect(await app.codeOf(contract.endAccess, { as: clerk, body: nobody })).toBe('common.not_found');
  const reader = await app.staff('reader');
  expect((await app.refused(contract.endAccess, { as: reader, body })).status).toBe(402);
});
