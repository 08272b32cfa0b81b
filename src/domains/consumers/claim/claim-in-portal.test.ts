/** Who has an account adds the connection that they have already. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { townOf } from './factory.ts';

const app = await testApp();
const { newPhone, register, signedIn, household, entriesOf, audited, seenBy, triesKept } = townOf(app);

test('a claim in the portal takes their own entry along with its applications, and says the same again', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const applied = await makeApplication(app, { upTo: 'PENDING', consumerId: String(person.consumerId) });
  const drafted = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(person.consumerId) });
  const home = await household(phone);
  const body = { customerNumber: home.connection.number, evidence: home.connection.meterNumber };
  const bare = await app.refused(contract.claimConsumer, { as: person, body: { ...body, evidence: '1' } });
  expect(bare.code).toBe('consumers.claim_refused');
  for (const isOwn of [false, true]) {
    expect(await app.call(contract.claimConsumer, { as: person, body })).toEqual({
      consumerNumber: home.number,
      ...{ connections: 1, waits: false, isOwn },
    });
  }
  const seen = await seenBy(person);
  expect(seen.connections).toEqual([home.connection.id]);
  expect(seen.bills).toHaveLength(2);
  expect(seen.applications).toContain(applied.id);
  const { owner } = await one<{ owner: string }>(
    app.db,
    sql`select consumer_id as owner from applications.applications where id = ${drafted.id}`,
  );
  expect(owner).toBe(home.id);
  const empty = (await entriesOf(phone)).find(({ id }) => id === person.consumerId);
  expect(empty).toMatchObject({ status: 'merged', account: null });
  expect(await audited(home.id, 'consumer.claim')).toMatchObject([{ by: 'PHONE' }, { by: 'again' }]);
});

test('twice at once is one claim', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(phone);
  const body = { customerNumber: home.number, evidence: home.last.number };
  const answers = await Promise.all([1, 2].map(() => app.call(contract.claimConsumer, { as: person, body })));
  expect(answers.map(({ consumerNumber }) => consumerNumber)).toEqual([home.number, home.number]);
});

test('to a household with a connection of its own a second one comes; both are seen under their own number', async () => {
  const phone = newPhone();
  const own = await household(phone);
  await register(phone);
  const person = await signedIn(phone);
  const second = await household(phone);
  const body = { customerNumber: second.number, evidence: second.last.number };
  expect(await app.call(contract.claimConsumer, { as: person, body })).toEqual({
    consumerNumber: own.number,
    ...{ connections: 2, waits: false, isOwn: false },
  });
  const seen = await seenBy(person);
  expect(seen.connections).toHaveLength(2);
  expect(seen.bills).toHaveLength(4);
});

test('an entry with another national ID is another person: staff decide', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(phone);
  await execute(
    app.db,
    sql`update consumers.consumers set nid = '1111111111' where id = ${person.consumerId}`,
  );
  await execute(app.db, sql`update consumers.consumers set nid = '2222222222' where id = ${home.id}`);
  const body = { customerNumber: home.number, evidence: home.last.number };
  expect((await app.refused(contract.claimConsumer, { as: person, body })).code).toBe(
    'consumers.claim_refused',
  );
  expect((await audited(home.id, 'consumer.claim-refused')).at(-1)).toMatchObject({ why: 'other_person' });
  await execute(app.db, sql`update consumers.consumers set nid = null where id = ${home.id}`);
  await app.call(contract.claimConsumer, { as: person, body });
  const { nid } = await one<{ nid: string }>(
    app.db,
    sql`select nid from consumers.consumers where id = ${home.id}`,
  );
  expect(nid).toBe('1111111111');
});

test('staff claim nothing for themselves, and what an account has is claimed by nobody else', async () => {
  const home = await household(newPhone());
  const body = { customerNumber: home.number, evidence: home.last.number };
  expect((await app.refused(contract.claimConsumer, { as: await app.staff('cashier'), body })).status).toBe(
    402,
  );
  await register(home.phone);
  const late = await app.refused(contract.claimConsumer, { as: await app.consumer('Late One'), body });
  expect(late.code).toBe('consumers.claim_refused');
});

test('five wrong ones in the portal wait like those of the registration; a right one forgets them', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(phone);
  const right = { customerNumber: home.number, evidence: home.last.number };
  for (let at = 0; at < 5; at += 1) {
    const body = { customerNumber: `29998${at}`, evidence: '1' };
    expect((await app.refused(contract.claimConsumer, { as: person, body })).code).toBe(
      'consumers.claim_refused',
    );
  }
  expect((await app.refused(contract.claimConsumer, { as: person, body: right })).code).toBe(
    'consumers.claim_wait',
  );
  app.clock.advance(31);
  await app.call(contract.claimConsumer, { as: person, body: right });
  expect(await triesKept(phone, home.number)).toEqual([]);
});
