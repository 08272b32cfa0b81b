/** Who has water already gets to it: by the proven phone, by the numbers of a bill, and never twice (G32, G33). */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { createConsumer } from '../actions/register-consumer.ts';
import { registration } from '../contract.ts';
import * as contract from './contract.ts';
import { type Home, townOf } from './factory.ts';

const app = await testApp();
const town = townOf(app);
const { newPhone, prove, told, register, signedIn, household, entriesOf, audited, seenBy, triesKept } = town;

test('who has proven the phone of one entry joins it and sees connection and bills; no second one is made', async () => {
  const phone = newPhone();
  const home = await household(phone);
  const proof = await prove(phone);
  const known = await app.call(contract.knownPerson, { body: { phone, proof } });
  expect(known.consumer).toEqual({ number: home.number, name: 'রহিমা খাতুন', nameBn: null });
  const made = await app.call(registration, told(phone, proof));
  expect(made).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
  expect(await entriesOf(phone)).toHaveLength(1);
  const seen = await seenBy(await signedIn(phone));
  expect(seen).toMatchObject({
    connections: [home.connection.id],
    bills: [home.older.id, home.last.id].sort(),
  });
  expect(await audited(home.id, 'consumer.join')).toEqual([{ by: 'phone', phone: `•••${phone.slice(-4)}` }]);
});

test('saying that one is new does not get a second entry if the phone leads to one', async () => {
  const phone = newPhone();
  const home = await household(phone);
  expect((await register(phone, { isNew: true })).consumerNumber).toBe(home.number);
  expect(await entriesOf(phone)).toHaveLength(1);
});

test('who came to the counter finds the application after registering with that phone', async () => {
  const phone = newPhone();
  const { id } = await transaction(app.db, (tx) =>
    createConsumer(tx, app.system(), { name: 'Rahima', phone }),
  );
  const made = await makeApplication(app, { upTo: 'PENDING', consumerId: id });
  await register(phone);
  expect((await seenBy(await signedIn(phone))).applications).toEqual([made.id]);
});

test('of two registrations at once with one phone one joins, and of two new ones one is made', async () => {
  for (const isKnown of [true, false]) {
    const phone = newPhone();
    if (isKnown) await household(phone);
    const proofs = [await prove(phone), await prove(phone)];
    const answers = await Promise.all(
      proofs.map((proof) =>
        app.server.inject({
          method: 'POST',
          url: '/api/social/user/registration',
          payload: told(phone, proof).body,
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json().error.code).toBe(
      'identity.phone_taken',
    );
    const entries = await entriesOf(phone);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.account).not.toBeNull();
  }
});

test('one entry is not given to two people at once: the phone’s owner and one who claims it', async () => {
  const phone = newPhone();
  const home = await household(phone);
  const other = newPhone();
  const claim = { customerNumber: home.connection.number, evidence: home.last.number };
  const [own, others] = [await prove(phone), await prove(other)];
  const bodies = [told(phone, own).body, told(other, others, { claim }).body];
  const answers = await Promise.all(
    bodies.map((payload) =>
      app.server.inject({ method: 'POST', url: '/api/social/user/registration', payload }),
    ),
  );
  expect(answers[0]?.json().data).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
  // Before the owner has the account the claim waits; after it, it is refused like all others.
  const claimed = answers[1]?.json();
  expect(['WAITING', 'consumers.claim_refused']).toContain(claimed.data?.consumer ?? claimed.error.code);
  const [entry] = await entriesOf(phone);
  expect((await signedIn(phone)).userId).toBe(entry?.account);
});

test('a phone of several entries, or of one with an account, joins none; a new entry only if it is asked for', async () => {
  const phone = newPhone();
  const [first, second] = [await household(phone), await household(phone)];
  const proof = await prove(phone);
  expect((await app.call(contract.knownPerson, { body: { phone, proof } })).consumer).toBeNull();
  expect((await app.refused(registration, told(phone, proof))).code).toBe('consumers.phone_known');
  expect(await entriesOf(phone)).toHaveLength(2);
  const claim = { customerNumber: second.number, evidence: second.connection.meterNumber };
  const made = await app.call(registration, told(phone, proof, { claim }));
  expect(made).toEqual({ consumerNumber: second.number, consumer: 'CLAIMED' });
  expect((await entriesOf(phone)).find(({ id }) => id === first.id)?.account).toBeNull();

  const taken = newPhone();
  const home = await household(newPhone());
  await register(home.phone);
  await execute(app.db, sql`update consumers.consumers set phone = ${taken} where id = ${home.id}`);
  const again = await prove(taken);
  expect(
    (await app.call(contract.knownPerson, { body: { phone: taken, proof: again } })).consumer,
  ).toBeNull();
  expect((await app.refused(registration, told(taken, again))).code).toBe('consumers.phone_known');
  expect((await app.call(registration, told(taken, again, { isNew: true }))).consumer).toBe('NEW');
});

test('the entry of a phone is told to nobody who has not proven it', async () => {
  const phone = newPhone();
  await household(phone);
  const proof = await prove(newPhone());
  const refusal = await app.refused(contract.knownPerson, { body: { phone, proof } });
  expect(refusal.code).toBe('identity.proof_invalid');
  expect((await app.refused(registration, told(phone, proof))).code).toBe('identity.proof_invalid');
  const own = await prove(phone);
  app.clock.advance(601);
  expect((await app.refused(contract.knownPerson, { body: { phone, proof: own } })).code).toBe(
    'identity.proof_invalid',
  );
  const before = await one<{ count: number }>(
    app.db,
    sql`select count(*) as count from identity.login_failures`,
  );
  const claim = { customerNumber: '3000000018', evidence: 'x' };
  expect((await app.refused(registration, told(phone, own, { claim }))).code).toBe('identity.proof_invalid');
  const after = await one<{ count: number }>(
    app.db,
    sql`select count(*) as count from identity.login_failures`,
  );
  expect(after).toEqual(before);
});

test('of several entries of the proven phone one is claimed by customer or connection number, in any digits, with the meter that is there or the last bill', async () => {
  const bengali = (text: string) => text.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
  const ways = [
    (home: Home) => ({
      customerNumber: home.number,
      evidence: home.connection.meterNumber.toLowerCase().replace(/^(.)/, '$1/'),
    }),
    (home: Home) => ({
      customerNumber: bengali(home.connection.number),
      evidence: bengali(home.last.number),
    }),
    (home: Home) => ({
      customerNumber: ` ${home.number.slice(0, 4)} ${home.number.slice(4)}`,
      evidence: home.last.number,
    }),
  ];
  for (const way of ways) {
    const phone = newPhone();
    const [home] = [await household(phone), await household(phone)];
    const made = await register(phone, { claim: way(home) });
    expect(made).toEqual({ consumerNumber: home.number, consumer: 'CLAIMED' });
    expect((await seenBy(await signedIn(phone))).connections).toEqual([home.connection.id]);
    expect(await audited(home.id, 'consumer.claim')).toMatchObject([
      { by: 'PHONE', phone: `•••${phone.slice(-4)}` },
    ]);
  }
});

test('one sentence for every claim that is refused, and each is audited', async () => {
  const home = await household(newPhone());
  const closed = await household(newPhone());
  await execute(
    app.db,
    sql`update consumers.consumers set status = 'inactive', status_reason = 'x' where id = ${closed.id}`,
  );
  const taken = await household(newPhone());
  await register(taken.phone);
  const removed = await household(newPhone());
  await execute(
    app.db,
    sql`update meters.assignments set removed_on = '2026-11-01', final_litres = 0
    where connection_id = ${removed.connection.id}`,
  );
  const claims: [Home | null, string, { customerNumber: string; evidence: string }][] = [
    [null, 'unknown_number', { customerNumber: '2999999999', evidence: home.last.number }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: 'M-1' }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: home.older.number }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: taken.last.number }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: taken.connection.meterNumber }],
    [removed, 'wrong_evidence', { customerNumber: removed.number, evidence: removed.connection.meterNumber }],
    [closed, 'inactive', { customerNumber: closed.number, evidence: closed.last.number }],
    [taken, 'has_account', { customerNumber: taken.number, evidence: taken.last.number }],
  ];
  const answers = [];
  for (const [meant, why, claim] of claims) {
    const phone = newPhone();
    const { requestId, ...answer } = await app.refused(
      registration,
      told(phone, await prove(phone), { claim }),
    );
    answers.push(JSON.stringify(answer));
    const rows = await audited(meant?.id ?? claim.customerNumber, 'consumer.claim-refused');
    expect(rows.at(-1)).toMatchObject({ why, phone: `•••${phone.slice(-4)}` });
    expect(await entriesOf(phone)).toEqual([]);
  }
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toContain('consumers.claim_refused');
});

test('a refused claim leaves the code’s proof good; after five wrong ones even the right one waits', async () => {
  const phone = newPhone();
  const [home] = [await household(phone), await household(phone)];
  const right = { customerNumber: home.number, evidence: home.last.number };
  const proof = await prove(phone);
  const attempt = (claim: typeof right) => app.refused(registration, told(phone, proof, { claim }));
  // Each at a number of its own: what is counted here is the phone.
  const wrong = Array.from({ length: 20 }, (_, at) => ({ customerNumber: `29999${at}`, evidence: '1' }));
  const answers = await Promise.all(wrong.map(attempt));
  const looked = answers.filter(({ code }) => code === 'consumers.claim_refused');
  expect(looked).toHaveLength(5);
  const waiting = await attempt(right);
  expect([waiting.code, waiting.status]).toEqual(['consumers.claim_wait', 429]);
  expect(waiting.params).toEqual({ seconds: 30, minutes: 1 });
  expect((await audited(home.number, 'consumer.claim-refused')).at(-1)).toMatchObject({ why: 'waiting' });
  app.clock.advance(30);
  expect((await app.call(registration, told(phone, proof, { claim: right }))).consumer).toBe('CLAIMED');
  expect(await triesKept(phone, home.number)).toEqual([]);
});

test('five wrong ones at one customer number, each from another phone, and that number waits for everybody', async () => {
  const home = await household(newPhone());
  for (let at = 0; at < 5; at += 1) {
    const phone = newPhone();
    const claim = { customerNumber: home.number, evidence: `guess ${at}` };
    await app.refused(registration, told(phone, await prove(phone), { claim }));
  }
  const phone = newPhone();
  const claim = { customerNumber: home.number, evidence: home.last.number };
  const proof = await prove(phone);
  expect((await app.refused(registration, told(phone, proof, { claim }))).code).toBe('consumers.claim_wait');
  app.clock.advance(31);
  expect((await app.call(registration, told(phone, proof, { claim }))).consumer).toBe('WAITING');
});

test('an entry out of use is not joined, and a duplicate that was merged counts for nothing', async () => {
  const phone = newPhone();
  const home = await household(phone);
  await execute(
    app.db,
    sql`update consumers.consumers set status = 'inactive', status_reason = 'x' where id = ${home.id}`,
  );
  const proof = await prove(phone);
  expect((await app.call(contract.knownPerson, { body: { phone, proof } })).consumer).toBeNull();
  expect((await app.refused(registration, told(phone, proof))).code).toBe('consumers.phone_known');

  const other = newPhone();
  const [left, merged] = [await household(other), await household(other)];
  await execute(
    app.db,
    sql`update consumers.consumers set status = 'merged', merged_into = ${left.id}, merged_at = now()
    where id = ${merged.id}`,
  );
  expect(await register(other)).toEqual({ consumerNumber: left.number, consumer: 'JOINED' });
});

test('an old number leads to its one entry, a merged number to the one that is left, a shared one to nobody', async () => {
  const [first, second, left] = [
    await household(newPhone()),
    await household(newPhone()),
    await household(newPhone()),
  ];
  const old = (number: string, ids: string[]) =>
    execute(
      app.db,
      sql`update consumers.consumers set legacy_number = ${number} where id = any(${ids}::uuid[])`,
    );
  await old('K-17/ab', [first.id, second.id]);
  const phone = newPhone();
  const proof = await prove(phone);
  const claim = { customerNumber: 'k-১৭/AB', evidence: first.last.number };
  expect((await app.refused(registration, told(phone, proof, { claim }))).code).toBe(
    'consumers.claim_refused',
  );
  expect((await audited('k17/ab', 'consumer.claim-refused')).at(-1)).toMatchObject({ why: 'unknown_number' });
  await old('K-18', [second.id]);
  await app.call(registration, told(phone, proof, { claim }));
  expect((await town.claimedBy(phone)).number).toBe(first.number);
  await execute(
    app.db,
    sql`update consumers.consumers set status = 'merged', merged_into = ${left.id}, merged_at = now()
    where id = ${second.id}`,
  );
  const merged = { customerNumber: second.number, evidence: left.last.number };
  const other = newPhone();
  await register(other, { claim: merged });
  expect((await town.claimedBy(other)).number).toBe(left.number);
});

test('a bill that was cancelled shows nothing; the one before it is the last', async () => {
  const home = await household(newPhone());
  await execute(
    app.db,
    sql`update billing.invoices set cancelled_on = issued_on, cancel_reason = 'x' where id = ${home.last.id}`,
  );
  const phone = newPhone();
  const proof = await prove(phone);
  const by = (evidence: string) => told(phone, proof, { claim: { customerNumber: home.number, evidence } });
  expect((await app.refused(registration, by(home.last.number))).code).toBe('consumers.claim_refused');
  await app.call(registration, by(home.older.number));
  expect((await town.claimedBy(phone)).number).toBe(home.number);
});
