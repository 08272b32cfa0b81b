/**
 * A code proves the phone that it was sent to, on the day of the consent; nobody uses up the codes of somebody else, learns
 * whose phone it is, or reads why the office agreed in the place of the other owner.
 */
import { expect, test } from 'vitest';
import { editConsumer, getConsumer } from '#domains/consumers/contract.ts';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import type { Side } from './ownership.rules.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;

const detail = (as: Person, requestId: string) => app.call(contract.getRequest, { as, query: { requestId } });
const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
const homeOf = ({ consumerId }: Person) => office.connect({ consumerId: String(consumerId) });
/** A household gives its connection to another one. */
async function soldBy() {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Shirin Akhter')];
  const connection = await homeOf(seller);
  const { id } = await office.request({ by: seller, connection, phone: await phoneOf(buyer) });
  return { seller, buyer, id };
}
const agrees = (as: Person, requestId: string, side: Side, code: string) =>
  app.codeOf(steps.agree, { as, body: { requestId, side, code } });

test('why the office agrees in the place of one owner is read by the office only', async () => {
  for (const side of ['PRESENT', 'NEW'] as const) {
    const { seller, buyer, id } = await soldBy();
    const reason = 'In prison, court order 17 of 2026';
    await app.call(steps.overrideConsent, { as: admin, body: { ...(await office.at(id)), side, reason } });
    expect((await detail(clerk, id)).timeline).toContainEqual(
      expect.objectContaining({ action: 'override', remark: reason }),
    );
    for (const as of [seller, buyer]) {
      const shown = await detail(as, id);
      expect(shown.timeline.map(({ action }) => action)).toContain('override');
      expect(JSON.stringify(shown)).not.toContain('prison');
    }
    // What is written to both is read by both.
    const { version } = await office.at(id);
    const body = { version, remark: 'The deed is of another plot' };
    await app.call(steps.rejectChange, { as: admin, query: { requestId: id }, body });
    for (const as of [seller, buyer])
      expect((await detail(as, id)).timeline.at(-1)).toMatchObject({ action: 'reject', remark: body.remark });
  }
});

test('a code on a phone that is not the owner’s any more agrees to nothing; a new one goes to the new phone', async () => {
  for (const side of ['PRESENT', 'NEW'] as const) {
    const { seller, buyer, id } = await soldBy();
    const owner = side === 'PRESENT' ? seller : buyer;
    const stolen = await office.codeOf(id, side);
    const phone = office.newPhone();
    await execute(
      app.owner.db,
      sql`update consumers.consumers set phone = ${phone} where id = ${owner.consumerId}`,
    );
    await execute(app.owner.db, sql`update identity.users set phone = ${phone} where id = ${owner.userId}`);
    expect(await agrees(owner, id, side, stolen)).toBe('ownership.code_over');
    app.clock.advance(61);
    await app.call(steps.sendCode, { as: owner, body: { requestId: id, side } });
    expect(await agrees(owner, id, side, stolen)).toBe('ownership.code_wrong');
    const sent = await one<{ recipient: string }>(
      app.owner.db,
      sql`select recipient from platform.outbox where event like ${`ownership.code%:${id}:${side}:%`} order by created_at desc, id desc limit 1`,
    );
    expect(sent.recipient).toBe(phone);
    expect(await agrees(owner, id, side, await office.codeOf(id, side))).toBeUndefined();
  }
});

test('the code of who gives the connection away does not go to a phone that the office wrote into the entry', async () => {
  const { seller, id } = await soldBy();
  const own = await phoneOf(seller);
  const entry = await app.call(getConsumer, { as: admin, params: { id: String(seller.consumerId) } });
  const { version, name, nameBn, email, nid, dateOfBirth, address } = entry;
  const fields = { name, nameBn, email, nid, dateOfBirth, address, phone: office.newPhone() };
  await app.call(editConsumer, { as: admin, body: { id: entry.id, version, ...fields } as never });
  app.clock.advance(61);
  await app.call(steps.sendCode, { as: clerk, body: { requestId: id, side: 'PRESENT' } });
  const sent = await all<{ recipient: string }>(
    app.owner.db,
    sql`select recipient from platform.outbox where event like ${`ownership.code%:${id}:PRESENT:%`}`,
  );
  expect(sent.map(({ recipient }) => recipient)).toEqual([own, own]);
  expect(await agrees(clerk, id, 'PRESENT', await office.codeOf(id, 'PRESENT'))).toBeUndefined();
});

test('who uses up the codes for a phone is refused; its owner asks all the same', async () => {
  const [neighbour, victim] = [await app.consumer('Karim Uddin'), await app.consumer('Rahima Begum')];
  const [connection, home] = [await homeOf(neighbour), await homeOf(victim)];
  const phone = await phoneOf(victim);
  const sendAgain = async (requestId: string, as: Person) => {
    app.clock.advance(61);
    return app.codeOf(steps.sendCode, { as, body: { requestId, side: 'NEW' } });
  };
  const ask = () => office.request({ by: neighbour, connection, phone });
  const first = await ask();
  for (const _ of Array(4)) expect(await sendAgain(first.id, neighbour)).toBeUndefined();
  // Of one owner of one request; then of one phone by one household.
  expect(await sendAgain(first.id, neighbour)).toBe('ownership.code_wait');
  await app.call(steps.withdrawRequest, {
    as: neighbour,
    body: { ...(await office.at(first.id)), remark: 'not now' },
  });
  const second = await ask();
  for (const _ of Array(4)) expect(await sendAgain(second.id, neighbour)).toBeUndefined();
  await app.call(steps.withdrawRequest, {
    as: neighbour,
    body: { ...(await office.at(second.id)), remark: 'not now' },
  });
  await expect(ask()).rejects.toThrow('ownership.codes_of_phone');
  // Others are not shut out, and neither is who has the phone.
  const other = await app.consumer('Amina Khatun');
  const third = await office.request({ by: other, connection: await homeOf(other), phone });
  expect(third.id).toBeTruthy();
  const own = await office.request({ by: victim, connection: home, phone: office.newPhone() });
  expect(own.id).toBeTruthy();
  // Of all households together there is a limit too, but not for the phone of who asks.
  await execute(
    app.owner.db,
    sql`update ownership.consents set codes = 5, sent_at = ${app.clock.now()} where phone = ${phone}`,
  );
  await execute(
    app.owner.db,
    sql`update ownership.consents set codes = 15, phone = ${phone}, sent_at = ${app.clock.now()}
      where request_id = ${third.id} and side = 'PRESENT'`,
  );
  await execute(
    app.owner.db,
    sql`update ownership.consents set codes = 1 where request_id = ${third.id} and side = 'NEW'`,
  );
  expect(await sendAgain(third.id, other)).toBe('ownership.codes_of_phone');
  const stranger = await app.consumer('Nasrin Sultana');
  const named = office.request({ by: stranger, connection: await homeOf(stranger), phone });
  await expect(named).rejects.toThrow('ownership.codes_of_phone');
  const more = await office.request({
    by: victim,
    connection: await homeOf(victim),
    phone: office.newPhone(),
  });
  expect(more.id).toBeTruthy();
});

test('who asks to become the owner is answered the same for the owner’s phone and for any other', async () => {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Karim Uddin')];
  const { number: connectionNumber, meterNumber } = await homeOf(seller);
  const { connectionId: _, ...fields } = { connectionId: '', ...office.fields() };
  const ask = (phone: string) =>
    app.codeOf(steps.requestChange, {
      as: buyer,
      body: { ...fields, phone, connectionNumber, meterNumber, papers: [] },
    });
  expect([await ask(await phoneOf(seller)), await ask(office.newPhone())]).toEqual([
    'ownership.papers_needed',
    'ownership.papers_needed',
  ]);
});

test('after the new owner has agreed, who writes another mail or address of theirs asks them again', async () => {
  const { seller, id } = await soldBy();
  const agree = async (side: Side) => {
    await app.call(steps.overrideConsent, {
      as: admin,
      body: { ...(await office.at(id)), side, reason: 'came to the office' },
    });
  };
  await agree('NEW');
  const { toName: name, toNameBn: nameBn, cause, toEmail, toNid, toAddress } = await detail(clerk, id);
  const same = { cause, name, nameBn, email: toEmail, nid: toNid, address: toAddress };
  const edit = async (more: object) =>
    app.call(steps.updateRequest, {
      as: seller,
      body: { ...(await office.at(id)), ...same, ...more } as never,
    });
  await edit({});
  expect((await detail(clerk, id)).consents.filter(({ givenAs }) => givenAs)).toHaveLength(1);
  await edit({ address: 'House of somebody else' });
  expect((await detail(clerk, id)).consents.filter(({ givenAs }) => givenAs)).toHaveLength(0);
});
