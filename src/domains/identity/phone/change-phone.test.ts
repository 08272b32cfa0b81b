/** A person's own phone: by password and a code to the new number; consumers and staff alike. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { changePhone, confirmPhone } from './contract.ts';

const app = await testApp();

let phones = 0;
const newPhone = () => {
  phones += 1;
  return `+88017${String(61_000_000 + phones)}`;
};
type Message = { channel: string; body: string; secret: boolean };
const messagesTo = (recipient: string) =>
  all<Message>(
    app.db,
    sql`select channel, body, secret from platform.outbox where recipient = ${recipient} order by id`,
  );
const codeTo = async (phone: string) => /\d{6}/.exec((await messagesTo(phone)).at(-1)?.body ?? '')?.[0] ?? '';
const phoneOf = async ({ userId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from identity.users where id = ${userId}`)).phone;
const entryOf = ({ consumerId }: Person) =>
  one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`);
const ask = (as: Person, phone: string) =>
  app.call(changePhone, { as, body: { phone, password: as.password } });
const refusal = (as: Person, phone: string, code: string) =>
  app.codeOf(confirmPhone, { as, body: { phone, code } });
const other = (code: string) => (code === '000000' ? '000001' : '000000');

test('a consumer: it counts when its code is given, once; the entry follows, the old number is told', async () => {
  const person = await app.consumer();
  const [old, phone] = [await phoneOf(person), newPhone()];
  expect(await ask(person, phone)).toEqual({ expiresInSeconds: 600, resendAfterSeconds: 60 });
  expect(await phoneOf(person)).toBe(old);
  expect(await messagesTo(phone)).toMatchObject([{ channel: 'sms', secret: true }]);
  const code = await codeTo(phone);
  await app.call(confirmPhone, { as: person, body: { phone, code } });
  expect([await phoneOf(person), (await entryOf(person)).phone]).toEqual([phone, phone]);
  expect(await refusal(person, phone, code)).toBe('identity.code_wrong');
  const [told] = await messagesTo(old);
  expect(told).toMatchObject({ channel: 'sms', secret: false });
  expect(told?.body).not.toContain(phone);
  await app.signIn(phone, person.password);
  const rows = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object_id in (${person.userId}, ${person.consumerId}) and actor_id = ${person.userId}
      order by at, id`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['user.phone-ask', 'user.phone', 'consumer.edit']);
});

test('an entry that has another number keeps it', async () => {
  const person = await app.consumer();
  const [office, phone] = [newPhone(), newPhone()];
  await execute(
    app.db,
    sql`update consumers.consumers set phone = ${office} where id = ${person.consumerId}`,
  );
  await ask(person, phone);
  await app.call(confirmPhone, { as: person, body: { phone, code: await codeTo(phone) } });
  expect([await phoneOf(person), (await entryOf(person)).phone]).toEqual([phone, office]);
});

test('a member of staff: wants their own password; the code is good for who asked, and for ten minutes', async () => {
  const [person, stranger] = [await app.staff('reader'), await app.staff('cashier')];
  const [old, phone] = [await phoneOf(person), newPhone()];
  const wrong = await app.refused(changePhone, { as: person, body: { phone, password: 'wrong-one' } });
  expect(wrong).toMatchObject({ code: 'identity.wrong_password', fields: [{ path: 'password' }] });
  expect(await messagesTo(phone)).toEqual([]);
  await ask(person, phone);
  expect(await refusal(stranger, phone, await codeTo(phone))).toBe('identity.code_wrong');
  app.clock.advance(601);
  expect(await refusal(person, phone, await codeTo(phone))).toBe('identity.code_wrong');
  await ask(person, phone);
  await app.call(confirmPhone, { as: person, body: { phone, code: await codeTo(phone) } });
  expect(await phoneOf(person)).toBe(phone);
  expect(await messagesTo(old)).toHaveLength(1);
});

test('whether it is taken is told to its owner, not to the one who asks (G32)', async () => {
  const [owner, asker] = [await app.consumer(), await app.consumer()];
  const [taken, mine] = [await phoneOf(owner), await phoneOf(asker)];
  expect(await ask(asker, taken)).toEqual(await ask(asker, newPhone()));
  const [message] = await messagesTo(taken);
  expect(message).toMatchObject({ channel: 'sms', secret: false });
  expect(message?.body).not.toMatch(/\d{6}/);
  const free = newPhone();
  await ask(asker, free);
  const wrong = other(await codeTo(free));
  for (const phone of [taken, free]) {
    const answers: (string | undefined)[] = [];
    for (let tries = 0; tries < 6; tries += 1) answers.push(await refusal(asker, phone, wrong));
    const over = 'identity.code_tries_over';
    expect(answers).toEqual([...Array(4).fill('identity.code_wrong'), over, over]);
  }
  expect([await phoneOf(owner), await phoneOf(asker)]).toEqual([taken, mine]);
});

test('a number that somebody got meanwhile, or gets at the same moment', async () => {
  const [person, before, during] = [
    await app.staff('installer'),
    await app.staff('reader'),
    await app.staff('reader'),
  ];
  const give = ({ userId }: Person, phone: string) =>
    sql`update identity.users set phone = ${phone} where id = ${userId}`;
  const [first, second] = [newPhone(), newPhone()];
  await ask(person, first);
  await execute(app.db, give(before, first));
  expect(await refusal(person, first, await codeTo(first))).toBe('identity.code_wrong');
  await ask(person, second);
  const code = await codeTo(second);
  const refused = await duringChange(
    app,
    (tx) => execute(tx, give(during, second)),
    () => refusal(person, second, code),
  );
  expect(refused).toBe('identity.phone_taken');
});

test('five codes an hour for an account, three in 15 minutes for a number', async () => {
  const [person, next] = [await app.staff('reviewer'), await app.staff('engineer')];
  for (let times = 0; times < 5; times += 1) await ask(person, newPhone());
  const refused = (as: Person, phone: string) =>
    app.codeOf(changePhone, { as, body: { phone, password: as.password } });
  expect(await refused(person, newPhone())).toBe('common.too_many_requests');
  const phone = newPhone();
  for (let times = 0; times < 3; times += 1) await ask(next, phone);
  expect(await refused(next, phone)).toBe('common.too_many_requests');
  await execute(
    app.db,
    sql`update identity.one_time_codes set issued_at = issued_at - interval '3601 seconds'`,
  );
  await ask(person, newPhone());
});
