/** Numbers that staff lists show join nobody with an entry: its phone agrees, or staff do; both are told, and it is undone. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { consumerInfo } from '#domains/applications/intake/contract.ts';
import { counterItems } from '#domains/dashboard/contract.ts';
import { listMeters } from '#domains/meters/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { editConsumer, getConsumer, registration } from '../../contract.ts';
import { claimConsumer } from '../contract.ts';
import { townOf } from '../factory.ts';
import { agreeClaim, decideClaim, listClaims, listOwnClaims, sendClaimCode, undoClaim } from './contract.ts';

const app = await testApp();
const town = townOf(app);
const { newPhone, register, signedIn, household, audited, seenBy, codeAt, claimedBy } = town;
const office = await app.staff('reviewer');
const NOBODY = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** Messages to a phone about claims, by what they say. */
const toldTo = async (phone: string) =>
  (
    await all<{ event: string; body: string; secret: boolean }>(
      app.db,
      sql`select event, body, secret from platform.outbox where recipient = ${phone} and event like 'consumers.claim-%' order by id`,
    )
  ).map(({ event, ...message }) => ({
    what: event.slice('consumers.claim-'.length).split(':')[0],
    ...message,
  }));

/** Somebody with a new phone who has claimed a household by its numbers. */
async function claimant(home?: Awaited<ReturnType<typeof household>>) {
  const claimed = home ?? (await household(newPhone()));
  const phone = newPhone();
  const claim = { customerNumber: claimed.connection.number, evidence: claimed.connection.meterNumber };
  const made = await register(phone, { claim });
  const person = await signedIn(phone);
  const { id } = await claimedBy(phone);
  return { home: claimed, phone, claim, made, person, id };
}

const mine = async (as: Person) => (await app.call(listOwnClaims, { as })).items;

test('what a meter reader reads in the list of meters opens nobody’s account; the household is told', async () => {
  const home = await household(newPhone());
  const reader = await app.staff('reader');
  const meters = await app.call(listMeters, { as: reader, query: { search: home.connection.meterNumber } });
  const shown = JSON.stringify(meters.items);
  expect(shown).toContain(home.connection.number);
  expect(shown).toContain(home.connection.meterNumber);
  const thief = await claimant(home);
  expect(thief.made).toMatchObject({ consumer: 'WAITING' });
  expect(thief.made.consumerNumber).not.toBe(home.number);
  expect(await seenBy(thief.person)).toEqual({ connections: [], bills: [], applications: [] });
  const info = await app.call(consumerInfo, { as: thief.person });
  expect(JSON.stringify(info)).not.toContain(home.number);
  expect(JSON.stringify(info)).not.toContain(home.phone);
  const [asked, ...more] = await toldTo(home.phone);
  expect([asked?.what, asked?.secret, more.length]).toEqual(['asked', true, 0]);
  // Nobody knows in which language its owner reads: it is the utility's own.
  expect(asked?.body).toContain(home.number);
  expect(asked?.body).toContain('If you agree');
  expect(asked?.body).toContain(thief.phone.slice(-4));
  expect(await mine(thief.person)).toMatchObject([
    { state: 'WAITING', takesCode: true, phoneEnd: home.phone.slice(-2) },
  ]);
  expect(await audited(home.id, 'consumer.claim-ask')).toEqual([
    { customerNumber: home.number, phone: `•••${thief.phone.slice(-4)}` },
  ]);
  // The owner comes later and gets to their own entry; the claim leads to nothing any more.
  expect(await register(home.phone)).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
  const code = await codeAt(home.phone);
  const late = await app.refused(agreeClaim, { as: thief.person, body: { id: thief.id, code } });
  expect(late.code).toBe('consumers.claim_not_joinable');
  const decide = { as: office, params: { id: thief.id }, body: { accept: true, reason: 'papers seen' } };
  expect(await app.codeOf(decideClaim, decide)).toBe('consumers.claim_not_joinable');
});

test('with the code of the register’s phone the two become one, and the phone is told again', async () => {
  const { home, person, id, phone } = await claimant();
  const body = { id, code: await codeAt(home.phone) };
  const stranger = await app.consumer();
  expect(await app.codeOf(agreeClaim, { as: stranger, body })).toBe('consumers.claim_code_wrong');
  const stand = await app.call(agreeClaim, { as: person, body });
  expect(stand).toEqual({ consumerNumber: home.number, connections: 1, waits: false, isOwn: false });
  expect((await seenBy(person)).connections).toEqual([home.connection.id]);
  expect((await toldTo(home.phone)).map(({ what }) => what)).toEqual(['asked', 'joined']);
  expect(await audited(home.id, 'consumer.claim')).toEqual([
    { by: 'CODE', customerNumber: home.number, phone: `•••${phone.slice(-4)}` },
  ]);
  expect(await app.codeOf(agreeClaim, { as: person, body })).toBe('consumers.claim_code_wrong');
});

test('a code is tried five times, also if all come at once, and is good for three days', async () => {
  const { home, person, id } = await claimant();
  const code = await codeAt(home.phone);
  const wrong = code === '111111' ? '222222' : '111111';
  const tries = Array.from({ length: 8 }, () =>
    app.codeOf(agreeClaim, { as: person, body: { id, code: wrong } }),
  );
  const wrongAnswers = (await Promise.all(tries)).filter((answer) => answer === 'consumers.claim_code_wrong');
  expect(wrongAnswers).toHaveLength(4);
  const { tried } = await one<{ tried: number }>(
    app.db,
    sql`select tries as tried from consumers.claims where id = ${id}`,
  );
  expect(tried).toBe(5);
  expect(await app.codeOf(agreeClaim, { as: person, body: { id, code } })).toBe('consumers.claim_code_over');
  expect((await mine(person))[0]).toMatchObject({ takesCode: false, mayRenewCode: true });
  // One new code to the same phone, for the claimant only; after it staff decide.
  app.clock.advance(60);
  const renew = (as: Person) => app.codeOf(sendClaimCode, { as, body: { id } });
  expect(await renew(await app.consumer())).toBe('consumers.claim_no_new_code');
  expect((await Promise.all([renew(person), renew(person)])).toSorted()).toEqual([
    'consumers.claim_no_new_code',
    undefined,
  ]);
  expect((await mine(person))[0]).toMatchObject({ takesCode: true, mayRenewCode: false });
  expect((await toldTo(home.phone)).map(({ what, secret }) => [what, secret])).toEqual([
    ['asked', true],
    ['asked', true],
  ]);
  expect(await audited(home.id, 'consumer.claim-code')).toEqual([{ customerNumber: home.connection.number }]);
  const fresh = { as: person, body: { id, code: await codeAt(home.phone) } };
  expect((await app.call(agreeClaim, fresh)).consumerNumber).toBe(home.number);

  const other = await claimant();
  const late = { id: other.id, code: await codeAt(other.home.phone) };
  app.clock.advance(3 * 86_400 + 1);
  const again = await signedIn(other.phone);
  expect(await app.codeOf(agreeClaim, { as: again, body: late })).toBe('consumers.claim_code_over');
  // Staff still can.
  const body = { accept: true, reason: 'came to the counter with the bill' };
  const clerk = await app.staff('reviewer');
  expect(await app.call(decideClaim, { as: clerk, params: { id: other.id }, body })).toEqual({ done: true });
});

test('staff see what waits with a number in the menu, decide once and with a reason; both are told', async () => {
  const clerk = await app.staff('reviewer');
  const cashier = await app.staff('cashier');
  const waiting = async () => (await app.call(counterItems, { as: clerk })).claim_count?.item_count ?? 0;
  const before = await waiting();
  const [yes, no] = [await claimant(), await claimant()];
  expect(await waiting()).toBe(before + 2);
  expect((await app.call(counterItems, { as: cashier })).claim_count).toEqual({ item_count: 0 });
  expect((await app.refused(listClaims, { as: cashier, query: {} })).status).toBe(402);
  const list = await app.call(listClaims, { as: clerk, query: { state: 'WAITING' } });
  expect(list.items.find(({ id }) => id === yes.id)).toMatchObject({
    entry: { number: yes.home.number, phone: yes.home.phone, hasAccount: false },
    claimant: { name: 'Rahima Khatun', phone: yes.phone, number: yes.made.consumerNumber },
    sameNid: null,
  });
  const decide = (id: string, accept: boolean) => ({
    as: clerk,
    params: { id },
    body: { accept, reason: 'papers' },
  });
  expect(await app.codeOf(decideClaim, decide(NOBODY, true))).toBe('common.not_found');
  const answers = await Promise.all([1, 2].map(() => app.codeOf(decideClaim, decide(yes.id, true))));
  expect(answers.toSorted()).toEqual(['consumers.claim_decided', undefined]);
  await app.call(decideClaim, decide(no.id, false));
  expect((await seenBy(yes.person)).connections).toEqual([yes.home.connection.id]);
  expect((await seenBy(no.person)).connections).toEqual([]);
  expect((await toldTo(yes.phone)).map(({ what }) => what)).toEqual(['accepted']);
  expect((await toldTo(yes.home.phone)).map(({ what }) => what)).toEqual(['asked', 'joined']);
  expect((await toldTo(no.phone)).map(({ what }) => what)).toEqual(['refused']);
  expect((await mine(no.person))[0]).toMatchObject({ state: 'REFUSED' });
  expect(await audited(no.home.id, 'consumer.claim-decide')).toMatchObject([{ state: 'REFUSED' }]);
  expect(await waiting()).toBe(before);
});

test('nobody decides over a claim from their own phone', async () => {
  const { id, phone } = await claimant();
  const clerk = await app.staff('reviewer');
  // One phone has one account: a clerk's second one has the phone in the register only.
  await execute(
    app.db,
    sql`update consumers.claims set phone = (select phone from identity.users where id = ${clerk.userId})
    where id = ${id}`,
  );
  const decide = { params: { id }, body: { accept: true, reason: 'my own' } };
  expect(await app.codeOf(decideClaim, { as: clerk, ...decide })).toBe('consumers.claim_own');
  await execute(app.db, sql`update consumers.claims set phone = ${phone} where id = ${id}`);
  expect(await app.codeOf(decideClaim, { as: clerk, ...decide })).toBeUndefined();
});

test('an account claims three times in thirty days; one entry’s phone gets three codes a day, then only staff decide', async () => {
  const { person } = await claimant();
  const claim = async () => {
    const home = await household(newPhone());
    const body = { customerNumber: home.number, evidence: home.last.number };
    return { home, body, code: await app.codeOf(claimConsumer, { as: person, body }) };
  };
  const [second, third, fourth] = [await claim(), await claim(), await claim()];
  expect([second.code, third.code, fourth.code]).toEqual([undefined, undefined, 'consumers.claim_limit']);
  // What waits already is asked again without an SMS and without a second one.
  const again = await app.call(claimConsumer, { as: person, body: second.body });
  expect(again).toMatchObject({ waits: true, connections: 0 });
  expect(await toldTo(second.home.phone)).toHaveLength(1);
  expect(await toldTo(fourth.home.phone)).toEqual([]);
  app.clock.advance(30 * 86_400 + 1);
  const later = await signedIn(
    (await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${person.userId}`))
      .phone,
  );
  expect(await app.codeOf(claimConsumer, { as: later, body: fourth.body })).toBeUndefined();

  const home = await household(newPhone());
  const people = [await claimant(home), await claimant(home), await claimant(home), await claimant(home)];
  expect(await toldTo(home.phone)).toHaveLength(3);
  expect(await Promise.all(people.map(async ({ person: one }) => (await mine(one))[0]?.takesCode))).toEqual([
    ...[true, true, true],
    false,
  ]);
});

test('a claim is undone: entry and account are apart, sessions end, both are told, bills stay', async () => {
  const clerk = await app.staff('reviewer');
  const { home, person, id, phone, made } = await claimant();
  const applied = await makeApplication(app, { upTo: 'PENDING', consumerId: String(person.consumerId) });
  await execute(
    app.db,
    sql`update consumers.consumers set nid = '1111111111' where id = ${person.consumerId}`,
  );
  const undo = { as: clerk, params: { id }, body: { reason: 'the owner called' } };
  expect(await app.codeOf(undoClaim, undo)).toBe('consumers.claim_decided');
  expect(await app.codeOf(undoClaim, { ...undo, params: { id: NOBODY } })).toBe('common.not_found');
  await app.call(decideClaim, { as: clerk, params: { id }, body: { accept: true, reason: 'papers' } });
  const nidOf = async (consumerId: string) =>
    (await app.call(getConsumer, { as: clerk, params: { id: consumerId } })).nid;
  expect(await nidOf(home.id)).toBe('1111111111');
  await app.call(undoClaim, undo);
  expect((await app.refused(listOwnClaims, { as: person })).status).toBe(403);
  const back = await signedIn(phone);
  expect(back.consumerId).toBe(person.consumerId);
  expect(await seenBy(back)).toMatchObject({ connections: [], bills: [], applications: [applied.id] });
  const own = await app.call(getConsumer, { as: clerk, params: { id: String(back.consumerId) } });
  expect(own).toMatchObject({
    number: made.consumerNumber,
    status: 'active',
    mergedInto: null,
    nid: '1111111111',
  });
  expect(await nidOf(home.id)).toBeNull();
  expect((await toldTo(phone)).map(({ what }) => what)).toEqual(['accepted', 'undone']);
  expect((await toldTo(home.phone)).map(({ what }) => what)).toEqual(['asked', 'joined', 'undone']);
  expect(await audited(home.id, 'consumer.claim-undo')).toHaveLength(1);
  expect(await audited(String(back.consumerId), 'consumer.claim-undo')).toHaveLength(1);
  expect(await register(home.phone)).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
  expect((await seenBy(await signedIn(home.phone))).bills).toEqual([home.older.id, home.last.id].sort());
  expect(await app.codeOf(undoClaim, undo)).toBe('consumers.claim_decided');
});

test('undone if the claimed entry came to a household of its own: its connection goes back, the household’s entry stays', async () => {
  const clerk = await app.staff('reviewer');
  const phone = newPhone();
  const own = await household(phone);
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(newPhone());
  const merged = await household(newPhone());
  await execute(
    app.db,
    sql`update consumers.consumers set status = 'merged', merged_into = ${home.id}, merged_at = now() where id = ${merged.id}`,
  );
  const body = { customerNumber: home.number, evidence: home.last.number };
  expect(await app.call(claimConsumer, { as: person, body })).toMatchObject({ waits: true });
  const { id } = await claimedBy(phone);
  await app.call(agreeClaim, { as: person, body: { id, code: await codeAt(home.phone) } });
  expect((await seenBy(person)).connections).toHaveLength(2);
  await app.call(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });
  const back = await signedIn(phone);
  expect(back.consumerId).toBe(own.id);
  expect((await seenBy(back)).connections).toEqual([own.connection.id]);
  const followers = await all<{ id: string }>(
    app.db,
    sql`select id from consumers.consumers where merged_into = ${home.id}`,
  );
  expect(followers).toEqual([{ id: merged.id }]);
});

test('a claim whose entries went elsewhere since is not undone', async () => {
  const clerk = await app.staff('reviewer');
  const { home, person, id } = await claimant();
  await app.call(agreeClaim, { as: person, body: { id, code: await codeAt(home.phone) } });
  const other = await household(newPhone());
  await execute(
    app.db,
    sql`update consumers.consumers set merged_into = ${other.id} where id = ${person.consumerId}`,
  );
  expect(await app.codeOf(undoClaim, { as: clerk, params: { id }, body: { reason: 'x' } })).toBe(
    'consumers.claim_not_undone',
  );
});

test('while one person undoes it another one finds it decided', async () => {
  const clerk = await app.staff('reviewer');
  const { home, person, id } = await claimant();
  await app.call(agreeClaim, { as: person, body: { id, code: await codeAt(home.phone) } });
  const undo = () => app.codeOf(undoClaim, { as: clerk, params: { id }, body: { reason: 'x' } });
  const codes = await Promise.all([undo(), undo()]);
  expect(codes.toSorted()).toEqual(['consumers.claim_decided', undefined]);
});

test('an entry that goes out of use, or is of a person with another national ID, is joined with nobody', async () => {
  const clerk = await app.staff('reviewer');
  const [closed, other] = [await claimant(), await claimant()];
  const decide = (id: string) => ({ as: clerk, params: { id }, body: { accept: true, reason: 'papers' } });
  const fields = await app.call(getConsumer, { as: clerk, params: { id: closed.home.id } });
  const { name, phone, version } = fields;
  const code = await duringChange(
    app,
    (tx) =>
      execute(
        tx,
        sql`update consumers.consumers set status = 'inactive', status_reason = 'left' where id = ${closed.home.id}`,
      ),
    () => app.codeOf(decideClaim, decide(closed.id)),
  );
  expect(code).toBe('consumers.claim_not_joinable');
  const body = { id: closed.home.id, name, phone, version, status: 'active' as const, reason: 'is back' };
  await app.call(editConsumer, { as: clerk, body });
  expect(await app.codeOf(decideClaim, decide(closed.id))).toBeUndefined();
  await execute(app.db, sql`update consumers.consumers set nid = '1111111111' where id = ${other.home.id}`);
  await execute(
    app.db,
    sql`update consumers.consumers set nid = '2222222222' where id = ${other.person.consumerId}`,
  );
  expect(await app.codeOf(decideClaim, decide(other.id))).toBe('consumers.claim_not_joinable');
});

test('who registers by a claim with a phone of one entry joins that one; the claim waits beside it', async () => {
  const phone = newPhone();
  const own = await household(phone);
  const other = await household(newPhone());
  const claim = { customerNumber: other.number, evidence: other.last.number };
  const made = await app.call(registration, town.told(phone, await town.prove(phone), { claim }));
  expect(made).toEqual({ consumerNumber: own.number, consumer: 'WAITING' });
  expect((await seenBy(await signedIn(phone))).connections).toEqual([own.connection.id]);
});
