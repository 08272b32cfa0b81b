/** Who may edit the register writes their own phone into an entry: for a week it joins nobody with it (decision 0072). */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { editConsumer, getConsumer, registration } from '../contract.ts';
import { claimConsumer, knownPerson } from './contract.ts';
import { townOf } from './factory.ts';

const app = await testApp();
const { newPhone, prove, told, register, signedIn, household, seenBy } = townOf(app);
const clerk = await app.staff('admin');
type Home = Awaited<ReturnType<typeof household>>;

async function write({ id }: Home, phone: string): Promise<void> {
  const { name, version } = await app.call(getConsumer, { as: clerk, params: { id } });
  await app.call(editConsumer, { as: clerk, body: { id, name, phone, version } });
}
const claimOf = ({ number, connection }: Home) => ({
  customerNumber: number,
  evidence: connection.meterNumber,
});
/** To which phones the question about a claim of the entry went. */
const askedAt = async ({ id }: Home) =>
  (
    await all<{ phone: string }>(
      app.db,
      sql`select o.recipient as phone from platform.outbox o join consumers.claims l on o.event = 'consumers.claim-asked:' || l.id
        where l.consumer_id = ${id}`,
    )
  ).map(({ phone }) => phone);

test('who registers with that phone and the numbers waits for the phone of before', async () => {
  const [home, phone] = [await household(newPhone()), newPhone()];
  await write(home, phone);
  const made = await register(phone, { claim: claimOf(home) });
  expect(made.consumer).toBe('WAITING');
  expect(made.consumerNumber).not.toBe(home.number);
  expect((await seenBy(await signedIn(phone))).connections).toEqual([]);
  expect(await askedAt(home)).toEqual([home.phone]);
});

test('who has an account with that phone waits for the phone of before', async () => {
  const [home, phone] = [await household(newPhone()), newPhone()];
  await register(phone);
  const as = await signedIn(phone);
  await write(home, phone);
  const stand = await app.call(claimConsumer, { as, body: claimOf(home) });
  expect(stand).toMatchObject({ waits: true, connections: 0 });
  expect((await seenBy(as)).connections).toEqual([]);
  expect(await askedAt(home)).toEqual([home.phone]);
});

test('the phone alone leads to no entry until the week is over', async () => {
  const [home, phone] = [await household(newPhone()), newPhone()];
  await write(home, phone);
  const proof = await prove(phone);
  expect((await app.call(knownPerson, { body: { phone, proof } })).consumer).toBeNull();
  expect((await app.refused(registration, told(phone, proof))).code).toBe('consumers.phone_known');
  await execute(
    app.owner.db,
    sql`update consumers.consumers set phone_changed_at = phone_changed_at - interval '8 days' where id = ${home.id}`,
  );
  expect(await register(phone)).toEqual({ consumerNumber: home.number, consumer: 'JOINED' });
});
