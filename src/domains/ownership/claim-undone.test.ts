/** A claim is undone: what the claimant agreed to in the name of the household counts no more; what the household agreed to stays. */
import { expect, test } from 'vitest';
import { claimConsumer } from '#domains/consumers/claim/contract.ts';
import { type Home, townOf } from '#domains/consumers/claim/factory.ts';
import { agreeClaim, undoClaim } from '#domains/consumers/claim/waiting/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { newPhone, register, signedIn, household, codeAt, claimedBy } = townOf(app);
const { clerk } = office;

const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
/** The account joins the household by the code of the household's phone. */
async function join(home: Home) {
  const phone = newPhone();
  await register(phone, { isNew: true });
  const body = { customerNumber: home.number, evidence: home.last.number };
  await app.call(claimConsumer, { as: await signedIn(phone), body });
  const { id } = await claimedBy(phone);
  const code = await codeAt(home.phone);
  await app.call(agreeClaim, { as: await signedIn(phone), body: { id, code } });
  return { id, person: await signedIn(phone) };
}
const undo = (id: string) =>
  app.call(undoClaim, { as: clerk, params: { id }, body: { reason: 'not theirs' } });
const agreed = (id: string) =>
  one(
    app.db,
    sql`select r.state, r.present_agreed as present, r.new_agreed as new, c.given_at is not null as given
      from ownership.requests r join ownership.consents c on c.request_id = r.id and c.side = 'PRESENT' where r.id = ${id}`,
  );
const told = async (id: string) =>
  (
    await all<{ recipient: string }>(
      app.owner.db,
      sql`select recipient from platform.outbox where event like ${`ownership.agreesAgain:${id}:%`} order by recipient`,
    )
  ).map(({ recipient }) => recipient);

test.each(['REQUESTED', 'CONSENTED', 'READY_TO_APPROVE'] as const)(
  'the household agrees again by its own phone (%s)',
  async (upTo) => {
    const home = await household(newPhone());
    const { id: claimId, person } = await join(home);
    const phone = await phoneOf(await app.consumer('Shirin Akhter'));
    const { id } = await office.request({ by: person, connection: home.connection, phone });
    const code = await office.codeOf(id, 'PRESENT');
    await app.call(steps.agree, { as: person, body: { requestId: id, side: 'PRESENT', code } });
    if (upTo !== 'REQUESTED') await office.agreeBoth(id);
    if (upTo === 'READY_TO_APPROVE') {
      await office.verify(id);
      await office.read(id);
    }
    expect(await agreed(id)).toMatchObject({ state: upTo, present: true, given: true });
    await undo(claimId);
    const isNew = upTo !== 'REQUESTED';
    expect(await agreed(id)).toEqual({ state: 'RECORRECTION', present: false, new: isNew, given: false });
    expect(await told(id)).toEqual([home.phone, phone].toSorted());
    expect(await app.codeOf(steps.verifyPapers, { as: clerk, body: await office.at(id) })).toBe(
      'ownership.wrong_state',
    );
    app.clock.advance(120);
    expect((await office.sendAgain(id)).state).toBe('REQUESTED');
    const { phone: asked } = await one<{ phone: string }>(
      app.db,
      sql`select phone from ownership.consents where request_id = ${id} and side = 'PRESENT' and code_hash is not null`,
    );
    expect(asked).toBe(home.phone);
  },
);

test('a code of the claimant that the office entered counts no more either', async () => {
  const home = await household(newPhone());
  const { id: claimId, person } = await join(home);
  const { id } = await office.request({ connection: home.connection, upTo: 'CONSENTED' });
  // As if the code had gone to the phone of the account.
  await execute(
    app.owner.db,
    sql`update ownership.consents set phone = (select phone from identity.users where id = ${person.userId})
      where request_id = ${id} and side = 'PRESENT'`,
  );
  await undo(claimId);
  expect(await agreed(id)).toMatchObject({ state: 'RECORRECTION', present: false, given: false });
});

test('what the household had agreed to before the claim stays', async () => {
  const home = await household(newPhone());
  const { id } = await office.request({ connection: home.connection, upTo: 'CONSENTED' });
  const { id: claimId } = await join(home);
  await undo(claimId);
  expect(await agreed(id)).toEqual({ state: 'CONSENTED', present: true, new: true, given: true });
  expect(await told(id)).toEqual([]);
});
