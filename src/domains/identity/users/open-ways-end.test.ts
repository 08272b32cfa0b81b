/**
 * A link to choose a password, a link to a new e-mail and a sign-in that waits for its second step open an account to who
 * has them. They end with everything that says whose the account is, and who signs out everywhere ends them too.
 */
import { describe, expect, test } from 'vitest';
import { townOf } from '#domains/consumers/claim/factory.ts';
import { all, type Db, execute, one, type Sql, sql, type Tx, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange, waiting } from '#test/race.ts';
import * as identity from '../contract.ts';
import * as email from '../email/contract.ts';
import * as phone from '../phone/contract.ts';
import * as factor from '../second-factor/contract.ts';
import { codeOf, stepAt } from '../second-factor/totp.rules.ts';
import * as users from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const OTHER_PASSWORD = 'nodir-ghat-9';

const sentTo = async (recipient: string) =>
  (
    await all<{ body: string }>(
      app.db,
      sql`select body from platform.outbox where recipient = ${recipient} order by id`,
    )
  ).map(({ body }) => body);
const tokensTo = async (recipient: string) =>
  (await sentTo(recipient)).flatMap((body) => /\/user\/[\w-]+#([\w-]+)/.exec(body)?.slice(1) ?? []);

let made = 0;
const nextPhone = () => {
  made += 1;
  return `+88018110083${String(made).padStart(2, '0')}`;
};

/** A cashier with an e-mail, who may have a second factor. */
async function cashier({ isProtected = false } = {}) {
  const person = await app.staff('cashier');
  const address = `${person.userId}@utility.test`;
  await execute(app.db, sql`update identity.users set email = ${address} where id = ${person.userId}`);
  if (!isProtected) return { ...person, address, secret: '' };
  const { secret } = await app.call(factor.beginSecondFactor, {
    as: person,
    body: { password: person.password },
  });
  const body = { code: codeOf(secret, stepAt(app.clock.now())) };
  await app.call(factor.confirmSecondFactor, { as: person, body });
  app.clock.advance(60);
  return { ...person, address, secret };
}

type Cashier = Awaited<ReturnType<typeof cashier>>;

const account = ({ userId }: Person) => app.call(users.getUser, { as: admin, params: { id: userId } });

async function edit(person: Person, changes: { email?: string; phone?: string }) {
  const { id, version, name, email: address, phone: number, role } = await account(person);
  const body = { id, version, name, email: String(address), phone: String(number), role, ...changes };
  await app.call(users.editUser, { as: admin, body });
}

async function setStatus(person: Person, status: 'active' | 'disabled') {
  const { id, version } = await account(person);
  await app.call(users.setUserStatus, { as: admin, body: { id, version, status, reason: 'Of this test' } });
}

const changePassword = (as: Person) =>
  app.call(identity.changePassword, { as, body: { oldPassword: as.password, password: OTHER_PASSWORD } });

async function linkTo(person: Cashier): Promise<string> {
  await app.call(users.sendPasswordLink, { as: admin, body: { id: person.userId } });
  return (await tokensTo(person.address)).at(-1) ?? '';
}

async function resetByLink(person: Cashier) {
  const token = await linkTo(person);
  await app.call(users.resetPassword, { body: { token, password: OTHER_PASSWORD } });
}

async function changeEmail(as: Cashier) {
  const to = `new-${as.address}`;
  await app.call(email.changeEmail, { as, body: { email: to, password: as.password } });
  await app.call(email.confirmEmail, { body: { token: (await tokensTo(to)).at(-1) ?? '' } });
}

async function changePhone(as: Cashier) {
  const to = nextPhone();
  await app.call(phone.changePhone, { as, body: { phone: to, password: as.password } });
  const code = /\d{6}/.exec((await sentTo(to)).at(-1) ?? '')?.[0] ?? '';
  await app.call(phone.confirmPhone, { as, body: { phone: to, code } });
}

type Event = readonly [string, (person: Cashier) => Promise<unknown>];

const EVENTS: Event[] = [
  ['an administrator corrects the e-mail', (person) => edit(person, { email: `x${person.address}` })],
  ['an administrator corrects the phone', (person) => edit(person, { phone: nextPhone() })],
  ['the person changes the password', changePassword],
  ['the person changes the e-mail', changeEmail],
  [
    'the person removes the e-mail',
    (as) => app.call(email.changeEmail, { as, body: { email: null, password: as.password } }),
  ],
  ['the person changes the phone', changePhone],
  ['the person signs out everywhere', (as) => app.call(identity.endSessions, { as, body: { which: 'all' } })],
  [
    'the person signs out of other devices',
    (as) => app.call(identity.endSessions, { as, body: { which: 'others' } }),
  ],
  [
    'the account is deactivated and activated',
    async (person) => {
      await setStatus(person, 'disabled');
      await setStatus(person, 'active');
    },
  ],
];

describe('a link to choose a password ends when', () => {
  test.each(EVENTS)('%s', async (_what, happens) => {
    const person = await cashier();
    const token = await linkTo(person);
    await happens(person);
    const body = { token, password: 'pukur-par-7' };
    expect(await app.codeOf(users.resetPassword, { body })).toBe('identity.link_invalid');
  });

  test.each([
    ['password_hash', sql`'another'`],
    ['status', sql`'disabled'`],
  ])('any writer changes %s', async (column, value) => {
    const person = await cashier();
    const token = await linkTo(person);
    const set = (to: Sql) =>
      execute(app.db, sql`update identity.users set ${sql.ref(column)} = ${to} where id = ${person.userId}`);
    await set(value);
    if (column === 'status') await set(sql`'active'`);
    const body = { token, password: 'pukur-par-7' };
    expect(await app.codeOf(users.resetPassword, { body })).toBe('identity.link_invalid');
  });

  test('an account goes to another entry of the register', async () => {
    const { userId } = await app.consumer();
    const { id: consumerId } = await townOf(app).household(nextPhone());
    await execute(
      app.db,
      sql`insert into identity.one_time_links (token_hash, user_id, issued_at, expires_at)
        values ('\\x01', ${userId}, now(), now() + interval '1 day')`,
    );
    await execute(
      app.owner.db,
      sql`update identity.users set consumer_id = ${consumerId} where id = ${userId}`,
    );
    const { ended } = await one<{ ended: boolean }>(
      app.db,
      sql`select replaced_at is not null as ended from identity.one_time_links where user_id = ${userId}`,
    );
    expect(ended).toBe(true);
  });

  test('and not when only the name is changed', async () => {
    const person = await cashier();
    const token = await linkTo(person);
    const { id, version, email: address, phone: number, role } = await account(person);
    const body = {
      id,
      version,
      name: 'Other Name',
      email: String(address).toUpperCase(),
      phone: String(number),
      role,
    };
    await app.call(users.editUser, { as: admin, body });
    await app.call(users.resetPassword, { body: { token, password: 'pukur-par-7' } });
  });
});

describe('a link to a new e-mail ends when', () => {
  test.each([...EVENTS, ['the password is reset', resetByLink] as const])('%s', async (_what, happens) => {
    const person = await cashier();
    const to = `wanted-${person.address}`;
    await app.call(email.changeEmail, { as: person, body: { email: to, password: person.password } });
    await happens(person);
    const body = { token: (await tokensTo(to)).at(-1) ?? '' };
    expect(await app.codeOf(email.confirmEmail, { body })).toBe('identity.link_invalid');
  });
});

async function firstStep(person: Cashier): Promise<string> {
  const answer = await app.call(identity.login, {
    body: { login: person.address, password: person.password },
  });
  if (!('challenge' in answer)) throw new Error('no second step was asked for');
  return answer.challenge.token;
}

const secondStep = (person: Cashier, challenge: string) =>
  app.codeOf(factor.completeSignIn, {
    body: { challenge, code: codeOf(person.secret, stepAt(app.clock.now())) },
  });

describe('a sign-in that waits for its second step ends when', () => {
  test.each([...EVENTS, ['the password is reset', resetByLink] as const])('%s', async (_what, happens) => {
    const person = await cashier({ isProtected: true });
    const challenge = await firstStep(person);
    await happens(person);
    expect(await secondStep(person, challenge)).toBe('identity.challenge_over');
  });

  test('and else opens the account', async () => {
    const person = await cashier({ isProtected: true });
    expect(await secondStep(person, await firstStep(person))).toBeUndefined();
  });
});

/** The password is changed by somebody whose change is kept while the call waits. */
const during = (person: Cashier, call: () => Promise<string | undefined>) =>
  duringChange(
    app,
    (tx) => execute(tx, sql`update identity.users set password_hash = 'another' where id = ${person.userId}`),
    call,
  );

describe('a password that is changed while somebody signs in with the one before', () => {
  test('opens nothing', async () => {
    const person = await cashier();
    const body = { login: person.address, password: person.password };
    expect(await during(person, () => app.codeOf(identity.login, { body }))).toBe(
      'identity.wrong_credentials',
    );
  });

  test('opens nothing by a second step', async () => {
    const person = await cashier({ isProtected: true });
    const challenge = await firstStep(person);
    expect(await during(person, () => secondStep(person, challenge))).toBe('identity.challenge_over');
  });
});

/** Of two who lock both the account and what opens it, the second waits at the account, and holds nothing meanwhile. */
describe('while somebody else changes the account, the way in is not locked by', () => {
  async function isFree(person: Cashier, row: Sql, call: () => Promise<string | undefined>) {
    const { answer } = await transaction(app.db, async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${person.userId} for update`);
      const started = call();
      await expect.poll(() => waiting(app)).toBeGreaterThan(0);
      await transaction(app.owner.db, (other) => execute(other, sql`${row} for update nowait`));
      return { answer: started };
    });
    expect(await answer).toBeUndefined();
  }
  const rowOf = (table: string, { userId }: Person) =>
    sql`select from ${sql.ref(table)} where user_id = ${userId}`;

  test('a link to choose a password', async () => {
    const person = await cashier();
    const body = { token: await linkTo(person), password: 'pukur-par-7' };
    await isFree(person, rowOf('identity.one_time_links', person), () =>
      app.codeOf(users.resetPassword, { body }),
    );
  });

  test('a link to a new e-mail', async () => {
    const person = await cashier();
    const to = `lock-${person.address}`;
    await app.call(email.changeEmail, { as: person, body: { email: to, password: person.password } });
    const body = { token: (await tokensTo(to)).at(-1) ?? '' };
    await isFree(person, rowOf('identity.email_changes', person), () =>
      app.codeOf(email.confirmEmail, { body }),
    );
  });

  test('a second step', async () => {
    const person = await cashier({ isProtected: true });
    const challenge = await firstStep(person);
    await isFree(person, rowOf('identity.sign_in_challenges', person), () => secondStep(person, challenge));
  });
});

test('a second step opens nothing if the role was switched off while it waited', async () => {
  const person = await cashier({ isProtected: true });
  const challenge = await firstStep(person);
  const switchRole = (tx: Tx | Db, status: string) =>
    execute(tx, sql`update roles.roles set status = ${status} where code = 'cashier'`);
  const code = await duringChange(
    { db: app.owner.db, owner: app.owner },
    async (tx) => {
      await execute(tx, sql`select from identity.users where id = ${person.userId} for update`);
      await switchRole(tx, 'inactive');
    },
    () => secondStep(person, challenge),
  );
  await switchRole(app.owner.db, 'active');
  expect(code).toBe('identity.challenge_over');
});

describe('an account that waits for its first password', () => {
  const invited = { name: 'Ruma Begum', role: 'cashier' };

  test('gets a link at the corrected address, and none more if only the name is corrected', async () => {
    const body = { ...invited, email: 'wrong@utility.test', phone: nextPhone() };
    const { id, version } = await app.call(users.createUser, { as: admin, body });
    const right = { ...body, id, version, email: 'right@utility.test' };
    const corrected = await app.call(users.editUser, { as: admin, body: right });
    const again = { ...right, version: corrected.version, name: 'Ruma Akter' };
    await app.call(users.editUser, { as: admin, body: again });
    const [token = '', ...more] = await tokensTo('right@utility.test');
    expect(more).toEqual([]);
    await app.call(users.resetPassword, { body: { token, password: 'pukur-par-7' } });
  });

  test('gets it also if the link to the wrong address is too old', async () => {
    const body = { ...invited, email: 'wrong2@utility.test', phone: nextPhone() };
    const { id, version } = await app.call(users.createUser, { as: admin, body });
    await execute(
      app.db,
      sql`update identity.one_time_links set expires_at = issued_at where user_id = ${id}`,
    );
    const right = { ...body, id, version, email: 'right2@utility.test' };
    await app.call(users.editUser, { as: admin, body: right });
    expect(await tokensTo('right2@utility.test')).toHaveLength(1);
  });

  test('gets none while it is not active; who has a password and no link gets none either', async () => {
    const body = { ...invited, email: 'wrong3@utility.test', phone: nextPhone() };
    const { id } = await app.call(users.createUser, { as: admin, body });
    const person = { ...(await cashier()), userId: id };
    await setStatus(person, 'disabled');
    await edit(person, { email: 'right3@utility.test' });
    expect(await tokensTo('right3@utility.test')).toEqual([]);
    const known = await cashier();
    await edit(known, { email: `y${known.address}` });
    expect(await tokensTo(`y${known.address}`)).toEqual([]);
  });
});

test('a number that an administrator takes from an account is told', async () => {
  const person = await cashier();
  const number = String((await account(person)).phone);
  await edit(person, { phone: nextPhone() });
  expect((await sentTo(number)).at(-1)).toContain('the mobile number of your account was changed');
});
