/** Who has water already gets to it: by the proven phone, by the numbers of a bill, and never twice (G32, G33). */
import { expect, test } from 'vitest';
import { listApplications } from '#domains/applications/contract.ts';
import { makeApplication } from '#domains/applications/factory.ts';
import { makeInvoice } from '#domains/billing/factory.ts';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { consumerDashboard } from '#domains/dashboard/contract.ts';
import { requestCode, verifyCode } from '#domains/identity/contract.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { all, one, sql, transaction } from '#platform/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { createConsumer } from '../actions/register-consumer.ts';
import { registration } from '../contract.ts';
import * as contract from './contract.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const PASSWORD = 'shapla-pukur-7';

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+88016${String(40_000_000 + phones)}`;
};

/** The proof that somebody holds the phone. */
async function prove(phone: string): Promise<string> {
  const purpose = 'registration' as const;
  // Of two codes of one phone the later one counts.
  app.clock.advance(1);
  await app.call(requestCode, { body: { phone, purpose } });
  const { body } = await one<{ body: string }>(
    app.db,
    sql`select body from platform.outbox where recipient = ${phone} order by id desc limit 1`,
  );
  const code = /\d{6}/.exec(body)?.[0] ?? '';
  return (await app.call(verifyCode, { body: { phone, purpose, code } })).proof;
}

type More = { isNew?: boolean; claim?: { customerNumber: string; evidence: string } };

const told = (phone: string, proof: string, more: More = {}) => ({
  body: { name: 'Rahima Khatun', phone, proof, password: PASSWORD, ...more },
});

async function register(phone: string, more: More = {}) {
  return app.call(registration, told(phone, await prove(phone), more));
}

async function signedIn(phone: string): Promise<Person> {
  const answer = await app.signIn(phone, PASSWORD);
  const { id, consumerId } = answer.profile;
  const { IdToken } = answer.response.AuthenticationResult;
  return {
    userId: String(id),
    consumerId: consumerId ?? null,
    role: 'consumer',
    idToken: IdToken,
    password: '',
  };
}

/** An entry of staff's making with a connection, a meter and two bills. */
async function household(phone: string) {
  return transaction(app.db, async (tx) => {
    const actor = app.system();
    const entry = await createConsumer(tx, actor, { name: 'রহিমা খাতুন', phone });
    const connection = await makeConnection(tx, actor, { consumerId: entry.id });
    const older = await makeInvoice(tx, actor, { connectionId: connection.id, period: '2026-09-01' });
    const last = await makeInvoice(tx, actor, { connectionId: connection.id, period: '2026-10-01' });
    return { ...entry, connection, older, last };
  });
}

async function entriesOf(phone: string): Promise<{ id: string; status: string; account: string | null }[]> {
  return all(
    app.db,
    sql`select c.id, c.status, u.id as account from consumers.consumers c
      left join identity.users u on u.consumer_id = c.id where c.phone = ${phone} order by c.id`,
  );
}

async function audited(consumerId: string, action: string): Promise<Record<string, unknown>[]> {
  const rows = await all<{ after: Record<string, unknown> }>(
    app.db,
    sql`select after from platform.audit where object_id = ${consumerId} and action = ${action} order by at, id`,
  );
  return rows.map(({ after }) => after);
}

const seenBy = async (as: Person) => ({
  connections: (await app.call(consumerDashboard, { as })).connections.map(({ id }) => id),
  bills: (await app.call(searchInvoice, { as })).items.map(({ id }) => id).sort(),
  applications: (await app.call(listApplications, { as })).items.map(({ id }) => id),
});

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

test('saying that one is new does not get a second entry where the phone leads to one', async () => {
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
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await entriesOf(phone)).toHaveLength(1);
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
  await register(newPhone(), { claim: { customerNumber: home.number, evidence: home.last.number } });
  await sql`update consumers.consumers set phone = ${taken} where id = ${home.id}`.execute(app.db);
  const again = await prove(taken);
  expect(
    (await app.call(contract.knownPerson, { body: { phone: taken, proof: again } })).consumer,
  ).toBeNull();
  expect((await app.refused(registration, told(taken, again))).code).toBe('consumers.phone_known');
  expect((await app.call(registration, told(taken, again, { isNew: true }))).consumer).toBe('NEW');
});

test('what stands on a phone is told to nobody who has not proven it', async () => {
  const phone = newPhone();
  await household(phone);
  const proof = await prove(newPhone());
  const refusal = await app.refused(contract.knownPerson, { body: { phone, proof } });
  expect(refusal.code).toBe('identity.proof_invalid');
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

test('claimed by customer or connection number, in any digits, with the meter that is there or the last bill', async () => {
  const bengali = (text: string) => text.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)] ?? '');
  const ways = [
    (home: Home) => ({ customerNumber: home.number, evidence: home.connection.meterNumber.toLowerCase() }),
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
    const home = await household(newPhone());
    const phone = newPhone();
    const made = await register(phone, { claim: way(home) });
    expect(made).toEqual({ consumerNumber: home.number, consumer: 'CLAIMED' });
    expect((await seenBy(await signedIn(phone))).connections).toEqual([home.connection.id]);
    expect(await entriesOf(phone)).toEqual([]);
    expect(await audited(home.id, 'consumer.claim')).toMatchObject([
      { by: 'number', phone: `•••${phone.slice(-4)}` },
    ]);
  }
});
type Home = Awaited<ReturnType<typeof household>>;

test('one sentence for every claim that is refused, and each is audited', async () => {
  const home = await household(newPhone());
  const closed = await household(newPhone());
  await sql`update consumers.consumers set status = 'inactive', status_reason = 'x' where id = ${closed.id}`.execute(
    app.db,
  );
  const taken = await household(newPhone());
  await register(newPhone(), { claim: { customerNumber: taken.number, evidence: taken.last.number } });
  const removed = await household(newPhone());
  await sql`update meters.assignments set removed_on = '2026-11-01', final_litres = 0
    where connection_id = ${removed.connection.id}`.execute(app.db);
  const claims: [Home | null, string, { customerNumber: string; evidence: string }][] = [
    [null, 'unknown_number', { customerNumber: '2999999999', evidence: home.last.number }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: 'M-1' }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: home.older.number }],
    [home, 'wrong_evidence', { customerNumber: home.number, evidence: taken.last.number }],
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
  const home = await household(newPhone());
  const right = { customerNumber: home.number, evidence: home.last.number };
  const phone = newPhone();
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
  expect((await app.call(registration, told(phone, proof, { claim }))).consumerNumber).toBe(home.number);
});

test('a claim in the portal takes the own entry along with its applications, and says the same again', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const applied = await makeApplication(app, { upTo: 'PENDING', consumerId: String(person.consumerId) });
  const drafted = await makeApplication(app, { upTo: 'DRAFT', consumerId: String(person.consumerId) });
  const home = await household(newPhone());
  const body = { customerNumber: home.connection.number, evidence: home.connection.meterNumber };
  const bare = await app.refused(contract.claimConsumer, { as: person, body: { ...body, evidence: '1' } });
  expect(bare.code).toBe('consumers.claim_refused');
  for (const _ of ['once', 'again']) {
    expect(await app.call(contract.claimConsumer, { as: person, body })).toEqual({
      consumerNumber: home.number,
      connections: 1,
    });
  }
  const seen = await seenBy(person);
  expect(seen.connections).toEqual([home.connection.id]);
  expect(seen.bills).toHaveLength(2);
  expect(seen.applications).toContain(applied.id);
  const { owner } = await one<{ owner: string }>(
    app.db,
    sql<{
      owner: string;
    }>`select consumer_id as owner from applications.applications where id = ${drafted.id}`,
  );
  expect(owner).toBe(home.id);
  const [empty] = await entriesOf(phone);
  expect(empty).toMatchObject({ status: 'merged', account: null });
  expect(await audited(home.id, 'consumer.claim')).toMatchObject([{ by: 'number' }, { by: 'number' }]);
});

test('twice at once is one claim', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(newPhone());
  const body = { customerNumber: home.number, evidence: home.last.number };
  const answers = await Promise.all([1, 2].map(() => app.call(contract.claimConsumer, { as: person, body })));
  expect(answers.map(({ consumerNumber }) => consumerNumber)).toEqual([home.number, home.number]);
});

test('to a household with a connection of its own a second one comes; both are seen under the own number', async () => {
  const phone = newPhone();
  const own = await household(phone);
  await register(phone);
  const person = await signedIn(phone);
  const second = await household(newPhone());
  const body = { customerNumber: second.number, evidence: second.last.number };
  expect(await app.call(contract.claimConsumer, { as: person, body })).toEqual({
    consumerNumber: own.number,
    connections: 2,
  });
  const seen = await seenBy(person);
  expect(seen.connections).toHaveLength(2);
  expect(seen.bills).toHaveLength(4);
});

test('an entry with another national ID is another person: staff decide', async () => {
  const phone = newPhone();
  await register(phone);
  const person = await signedIn(phone);
  const home = await household(newPhone());
  await sql`update consumers.consumers set nid = '1111111111' where id = ${person.consumerId}`.execute(
    app.db,
  );
  await sql`update consumers.consumers set nid = '2222222222' where id = ${home.id}`.execute(app.db);
  const body = { customerNumber: home.number, evidence: home.last.number };
  expect((await app.refused(contract.claimConsumer, { as: person, body })).code).toBe(
    'consumers.claim_refused',
  );
  expect((await audited(home.id, 'consumer.claim-refused')).at(-1)).toMatchObject({ why: 'other_person' });
  await sql`update consumers.consumers set nid = null where id = ${home.id}`.execute(app.db);
  await app.call(contract.claimConsumer, { as: person, body });
  const { nid } = await one<{ nid: string }>(
    app.db,
    sql<{ nid: string }>`select nid from consumers.consumers where id = ${home.id}`,
  );
  expect(nid).toBe('1111111111');
});

test('staff claim nothing for themselves, and what an account has is claimed by nobody else', async () => {
  const home = await household(newPhone());
  const body = { customerNumber: home.number, evidence: home.last.number };
  expect((await app.refused(contract.claimConsumer, { as: await app.staff('cashier'), body })).status).toBe(
    402,
  );
  await app.call(contract.claimConsumer, { as: await app.consumer('First One'), body });
  const late = await app.refused(contract.claimConsumer, { as: await app.consumer('Late One'), body });
  expect(late.code).toBe('consumers.claim_refused');
});
