/** What a merge, an entry out of use and a second claim do to a claim: nobody's entry goes along with somebody else's. */
import { expect, test } from 'vitest';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { createDraft } from '#domains/applications/intake/contract.ts';
import { mergeConsumers, previewMerge } from '#domains/consumers/merge/contract.ts';
import { listConnections } from '#domains/meters/contract.ts';
import { listTickets } from '#domains/support/contract.ts';
import { createTicket } from '#domains/support/steps/contract.ts';
import { all, execute, one, sql, type Tx } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { editConsumer, getConsumer } from '../../contract.ts';
import { claimConsumer } from '../contract.ts';
import { townOf } from '../factory.ts';
import { agreeClaim, decideClaim, undoClaim } from './contract.ts';

const app = await testApp();
const { newPhone, register, signedIn, household, audited, seenBy, codeAt, claimedBy } = townOf(app);
const head = await app.staff('admin');
const clerk = await app.staff('reviewer');

/** Somebody with an entry of their own who has claimed a household. */
async function claimant() {
  const home = await household(newPhone());
  const phone = newPhone();
  await register(phone, { claim: { customerNumber: home.number, evidence: home.last.number } });
  const person = await signedIn(phone);
  return { home, phone, person, ownId: String(person.consumerId), id: (await claimedBy(phone)).id };
}

async function merge(fromId: string, intoId: string) {
  const { from, into } = await app.call(previewMerge, { as: head, query: { fromId, intoId } });
  const versions = { fromVersion: from.version, intoVersion: into.version };
  const body = { fromId, intoId, ...versions, confirmNumber: from.number, reason: 'registered twice' };
  await app.call(mergeConsumers, { as: head, body });
}

const accept = (id: string) =>
  app.codeOf(decideClaim, { as: clerk, params: { id }, body: { accept: true, reason: 'papers' } });
const undo = (id: string) =>
  app.codeOf(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });
const intoOf = (id: string) =>
  one<{ into: string | null }>(
    app.db,
    sql`select merged_into as into from consumers.consumers where id = ${id}`,
  );

test('a merge that closes the account of a claimant ends the claim: nothing of theirs goes into the claimed entry', async () => {
  const { home, phone, ownId, id } = await claimant();
  const kept = await app.consumer('Rahima Khatun');
  await merge(ownId, String(kept.consumerId));
  const claim = await one(
    app.db,
    sql`select state, decided_by as who, reason from consumers.claims where id = ${id}`,
  );
  expect(claim).toEqual({ state: 'REFUSED', who: head.userId, reason: 'registered twice' });
  const messages = await all(
    app.db,
    sql`select recipient from platform.outbox where event = ${`consumers.claim-refused:${id}`}`,
  );
  expect(messages).toEqual([{ recipient: phone }]);
  expect(await audited(home.id, 'consumer.claim-decide')).toEqual([
    { phone: `•••${phone.slice(-4)}`, state: 'REFUSED' },
  ]);
  expect(await accept(id)).toBe('consumers.claim_decided');
  expect(await intoOf(ownId)).toEqual({ into: kept.consumerId });
  expect(await register(home.phone)).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
});

test('an entry that goes into another one while its claim is decided is joined with nobody', async () => {
  const { ownId, id } = await claimant();
  const other = await household(newPhone());
  const merged = (tx: Tx) =>
    execute(
      tx,
      sql`update consumers.consumers set status = 'merged', merged_into = ${other.id}, merged_at = now() where id = ${ownId}`,
    );
  expect(await duringChange(app, merged, () => accept(id))).toBe('consumers.claim_not_joinable');
  expect(await intoOf(ownId)).toEqual({ into: other.id });
});

/** The office puts an entry out of use, or in use again. */
async function set(id: string, status: 'active' | 'inactive') {
  const { name, phone, version } = await app.call(getConsumer, { as: clerk, params: { id } });
  const body = { id, name, phone, version, status, reason: 'left the town' };
  await app.call(editConsumer, { as: head, body });
}

test('while the entry of a claimant is out of use, its claim is not accepted', async () => {
  const { home, person, ownId, id } = await claimant();
  await set(ownId, 'inactive');
  expect(await accept(id)).toBe('consumers.claim_not_joinable');
  await set(ownId, 'active');
  await execute(app.db, sql`update identity.users set status = 'disabled' where id = ${person.userId}`);
  expect(await accept(id)).toBe('consumers.claim_not_joinable');
  await execute(app.db, sql`update identity.users set status = 'active' where id = ${person.userId}`);
  expect(await accept(id)).toBeUndefined();
  expect(await intoOf(ownId)).toEqual({ into: home.id });
});

/** The account of the phone joins a household by the code of the household's phone. */
async function join(phone: string) {
  const home = await household(newPhone());
  const body = { customerNumber: home.number, evidence: home.last.number };
  await app.call(claimConsumer, { as: await signedIn(phone), body });
  const { id } = await claimedBy(phone);
  const agreed = { id, code: await codeAt(home.phone) };
  await app.call(agreeClaim, { as: await signedIn(phone), body: agreed });
  return { home, id };
}

test('an account that joined two entries gives the later one back first; what came into its own entry waits for nothing', async () => {
  const phone = newPhone();
  await register(phone, { isNew: true });
  const { consumerId: ownId } = await signedIn(phone);
  const [first, second] = [await join(phone), await join(phone)];
  expect(await intoOf(second.home.id)).toEqual({ into: first.home.id });
  expect(await undo(first.id)).toBe('consumers.claim_later_first');
  expect(await undo(second.id)).toBeUndefined();
  expect(await undo(first.id)).toBeUndefined();
  expect(await intoOf(second.home.id)).toEqual({ into: null });
  expect((await signedIn(phone)).consumerId).toBe(ownId);

  const owner = newPhone();
  const own = await household(owner);
  await register(owner);
  const [third, fourth] = [await join(owner), await join(owner)];
  expect(await undo(third.id)).toBeUndefined();
  expect(await intoOf(fourth.home.id)).toEqual({ into: own.id });
});

test('applications and tickets that the account of an undone claim made meanwhile follow it; those of the office stay', async () => {
  const phone = newPhone();
  await register(phone, { isNew: true });
  const { home, id } = await join(phone);
  const person = await signedIn(phone);
  const draft = await app.call(createDraft, { as: person, body: {} });
  const connected = await makeApplication(app, { upTo: 'CONNECTED', consumerId: home.id });
  await execute(
    app.db,
    sql`update applications.applications set created_by = ${person.userId} where id = ${connected.id}`,
  );
  const atCounter = await makeApplication(app, { upTo: 'PENDING', consumerId: home.id });
  const { categoryId } = await one<{ categoryId: string }>(
    app.db,
    sql`select id as "categoryId" from support.categories where code = 'NO_WATER'`,
  );
  const words = { categoryId, subject: 'No water', text: 'Nothing comes out of any tap.' };
  const ticket = await app.call(createTicket, { as: person, body: words });
  const counter = await app.call(createTicket, { as: clerk, body: { ...words, consumerId: home.id } });
  expect(await undo(id)).toBeUndefined();

  const seen = async (at: string) => {
    const as = await signedIn(at);
    const applications = await app.call(listApplications, { as });
    const tickets = await app.call(listTickets, { as });
    return {
      applications: applications.items.map((item) => item.id).toSorted(),
      tickets: tickets.items.map((item) => item.id),
    };
  };
  await register(home.phone);
  expect(await seen(home.phone)).toEqual({ applications: [atCounter.id], tickets: [counter.id] });
  expect(await seen(phone)).toEqual({
    applications: [connected.id],
    tickets: [ticket.id],
  });
  const ownId = String((await signedIn(phone)).consumerId);
  const { items } = await app.call(listConnections, { as: clerk, query: { consumerId: ownId } });
  expect(items).toHaveLength(1);
  expect((await seenBy(await signedIn(home.phone))).connections).toEqual([home.connection.id]);
  const way = [{ before: { consumerId: home.id }, after: { consumerId: ownId } }];
  for (const [record, action] of [
    [ticket.id, 'ticket.consumer'],
    [draft.id, 'application.consumer'],
  ])
    expect(
      await all(
        app.db,
        sql`select before, after from platform.audit where object_id = ${record} and action = ${action}`,
      ),
    ).toEqual(way);
});

const statusOf = async ({ userId }: { userId: string | null }) =>
  (await one<{ status: string }>(app.db, sql`select status from identity.users where id = ${userId}`)).status;

test('after a merge the account works as long as the entry that is left is in use', async () => {
  const [out, inUse] = [await household(newPhone()), await household(newPhone())];
  await set(out.id, 'inactive');
  const person = await app.consumer('Rahima Khatun');
  await merge(String(person.consumerId), out.id);
  expect(await statusOf(person)).toBe('disabled');
  const other = await app.consumer('Rahima Khatun');
  await set(String(other.consumerId), 'inactive');
  expect(await statusOf(other)).toBe('disabled');
  await merge(String(other.consumerId), inUse.id);
  expect(await statusOf(other)).toBe('active');
});

test('the account of an undone claim works again although the household was put out of use meanwhile', async () => {
  const phone = newPhone();
  await register(phone, { isNew: true });
  const { home, id } = await join(phone);
  const person = await signedIn(phone);
  await set(home.id, 'inactive');
  expect(await statusOf(person)).toBe('disabled');
  expect(await undo(id)).toBeUndefined();
  expect(await statusOf(person)).toBe('active');
});
