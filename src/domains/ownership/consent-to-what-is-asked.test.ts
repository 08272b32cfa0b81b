/**
 * Consent is to one connection and one person. Each owner gives it for themselves; a correction of the person ends it; nobody uses the
 * utility's number to write to somebody else, and nobody learns from a refusal whom the register knows.
 */
import { describe, expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import type { Side } from './ownership.rules.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;

const entryOf = (person: Person) =>
  one<{ phone: string; name: string }>(
    app.db,
    sql`select phone, name from consumers.consumers where id = ${person.consumerId}`,
  );
/** A connection of a household, and somebody who asks to be its owner by its number and its meter. */
async function askedByBuyer(given: object = {}) {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Karim Uddin')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { number: connectionNumber, meterNumber } = connection;
  const { connectionId: _, ...body } = { connectionId: '', ...office.fields(), ...given };
  /** With papers of its own each time: a file belongs to one request. */
  const ask = async () => ({
    as: buyer,
    body: { ...body, connectionNumber, meterNumber, papers: await office.uploads(buyer) },
  });
  return { seller, buyer, connection, ask, made: await app.call(steps.requestChange, await ask()) };
}
const boughtBy = async () => {
  const { seller, buyer, made } = await askedByBuyer();
  return { seller, buyer, id: made.id };
};
/** A household asks that its connection goes to somebody else. */
async function soldBy() {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Shirin Akhter')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ by: seller, connection, phone: (await entryOf(buyer)).phone });
  return { seller, buyer, id };
}
const detail = (as: Person, requestId: string) => app.call(contract.getRequest, { as, query: { requestId } });
const agrees = async (as: Person, requestId: string, side: Side, code?: string) =>
  app.codeOf(steps.agree, {
    as,
    body: { requestId, side, code: code ?? (await office.codeOf(requestId, side)) },
  });
const messagesTo = async (phone: string) =>
  (
    await all<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where recipient = ${phone} and event like 'ownership.%' order by created_at, id`,
    )
  ).map(({ body }) => body);

test('who agrees and sends the call again gets its first answer; another call is told that they have agreed', async () => {
  const { seller, made } = await askedByBuyer();
  const body = {
    requestId: made.id,
    side: 'PRESENT' as const,
    code: await office.codeOf(made.id, 'PRESENT'),
  };
  const call = () =>
    app.answerOf(steps.agree, { as: seller, body, headers: { 'idempotency-key': `agree-${made.id}` } });
  const [first, second] = await Promise.all([call(), call()]);
  expect(first).toMatchObject({ code: undefined, data: { state: 'REQUESTED', version: 2 } });
  expect([second, await call()]).toEqual([first, first]);
  expect(await app.codeOf(steps.agree, { as: seller, body })).toBe('ownership.agreed_already');
});

describe('who asks', () => {
  test('has agreed to nothing by that: a stolen session of either owner waits for the code that the phone got', async () => {
    for (const side of ['PRESENT', 'NEW'] as const) {
      const { seller, buyer, id } = side === 'NEW' ? await boughtBy() : await soldBy();
      const [asker, other] = side === 'NEW' ? [buyer, seller] : [seller, buyer];
      const otherSide = side === 'NEW' ? 'PRESENT' : 'NEW';
      // The phone of the register hears of it at once, in a message with the code.
      expect((await messagesTo((await entryOf(asker)).phone)).length).toBe(1);
      expect((await detail(clerk, id)).consents.map(({ givenAs }) => givenAs)).toEqual([null, null]);
      expect(await agrees(other, id, otherSide)).toBeUndefined();
      expect((await office.stand(id)).state).toBe('REQUESTED');
      expect(await agrees(asker, id, side, '000000')).toBe('ownership.code_wrong');
      expect((await office.stand(id)).state).toBe('REQUESTED');
      expect(await agrees(asker, id, side)).toBeUndefined();
      expect((await office.stand(id)).state).toBe('CONSENTED');
    }
  });
});

describe('who asks for themselves', () => {
  test('is named as in the register, not as they write: the present owner agrees to that name', async () => {
    const { seller, buyer, made } = await askedByBuyer({ name: 'Md. Shafiqul Khan Junior', nameBn: null });
    const { id } = made;
    expect(await detail(clerk, id)).toMatchObject({
      toName: 'Karim Uddin',
      toPhone: (await entryOf(buyer)).phone,
    });
    const [told = ''] = await messagesTo((await entryOf(seller)).phone);
    expect([told.includes('Karim Uddin'), told.includes('Shafiqul')]).toEqual([true, false]);
    const body = {
      ...{ cause: 'SALE' as const, name: 'Entirely Other Person', nameBn: null, email: null, nid: null },
      ...{ address: 'Uttara', ...(await office.at(id)) },
    };
    expect(await app.codeOf(steps.updateRequest, { as: buyer, body })).toBeUndefined();
    expect((await detail(clerk, id)).toName).toBe('Karim Uddin');
  });

  test('gets the connection under the name that was agreed to: an entry that was renamed since is not the one', async () => {
    const buyer = await app.consumer('Karim Uddin');
    const { phone } = await entryOf(buyer);
    const { id } = await office.request({ phone, upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`update consumers.consumers set name = 'Somebody Else' where id = ${buyer.consumerId}`,
    );
    expect(await app.codeOf(steps.acceptChange, { as: admin, body: await office.at(id) })).toBe(
      'ownership.phone_of_other',
    );
  });
});

describe('a correction of who the new owner is', () => {
  const corrected = async (id: string, as: Person, change: object) =>
    app.codeOf(steps.updateRequest, {
      as,
      body: {
        ...(await office.at(id)),
        ...{ cause: 'SALE' as const, name: 'Shirin Akhter', nameBn: 'শিরিন আখতার', email: null, nid: null },
        ...{ address: 'House 7, Road 3, Uttara', ...change },
      },
    });
  const agreed = async (id: string) => {
    const { presentAgreed, newAgreed } = await detail(clerk, id);
    return [presentAgreed, newAgreed];
  };
  const returned = async () => {
    const { id } = await office.request({ upTo: 'CONSENTED' });
    await app.call(steps.returnRequest, {
      as: clerk,
      body: { ...(await office.at(id)), remark: 'the name' },
    });
    return id;
  };
  const resubmits = async (id: string) =>
    (await app.call(steps.resubmitRequest, { as: clerk, body: await office.at(id) })).state;

  test.each([
    ['name', { name: 'Entirely Other Person' }],
    ['Bengali name', { nameBn: 'অন্য একজন' }],
    ['national ID', { nid: '1234567890' }],
    ['cause', { cause: 'GIFT' }],
  ])('of the %s ends both consents: both get a code when it is sent again', async (_what, change) => {
    const id = await returned();
    app.clock.advance(61);
    const before = await office.codeOf(id, 'PRESENT');
    expect([await corrected(id, clerk, change), await agreed(id)]).toEqual([undefined, [false, false]]);
    expect([await resubmits(id), await agreed(id)]).toEqual(['REQUESTED', [false, false]]);
    expect(
      await agrees(clerk, id, 'PRESENT', before === (await office.codeOf(id, 'PRESENT')) ? '000000' : before),
    ).toBe('ownership.code_wrong');
    await office.agreeBoth(id);
    expect((await office.stand(id)).state).toBe('CONSENTED');
  });

  test('of the address alone leaves them', async () => {
    const id = await returned();
    expect([await corrected(id, clerk, { address: 'Other Road' }), await agreed(id)]).toEqual([
      undefined,
      [true, true],
    ]);
    expect(await resubmits(id)).toBe('CONSENTED');
  });

  test('before both have agreed: a code that was sent for the name of before counts no more', async () => {
    const { id } = await office.request();
    const old = await office.codeOf(id, 'PRESENT');
    await corrected(id, clerk, { name: 'Entirely Other Person' });
    expect(await agrees(clerk, id, 'PRESENT', old)).toBe('ownership.code_over');
    app.clock.advance(61);
    await app.call(steps.sendCode, { as: clerk, body: { requestId: id, side: 'PRESENT' } });
    expect(await agrees(clerk, id, 'PRESENT')).toBeUndefined();
  });

  test.each(['PRESENT', 'NEW'] as const)('by who asked asks both again, also %s themselves', async (side) => {
    const { seller, buyer, id } = side === 'NEW' ? await boughtBy() : await soldBy();
    const by = side === 'NEW' ? buyer : seller;
    expect(await agrees(by, id, side)).toBeUndefined();
    app.clock.advance(61);
    const old = await office.codeOf(id, side);
    // Their own name stays that of the register.
    expect(await corrected(id, by, { cause: 'GIFT' })).toBeUndefined();
    expect(await agreed(id)).toEqual([false, false]);
    expect(await agrees(by, id, side, old)).toBe('ownership.code_wrong');
    expect(await agrees(by, id, side)).toBeUndefined();
  });

  test('of a returned request by who asked waits for both codes again', async () => {
    const { seller, id } = await soldBy();
    await office.agreeBoth(id);
    const body = { ...(await office.at(id)), remark: 'the name' };
    await app.call(steps.returnRequest, { as: clerk, body });
    app.clock.advance(61);
    expect(await corrected(id, seller, { nid: '1234567890' })).toBeUndefined();
    const again = await app.call(steps.resubmitRequest, { as: seller, body: await office.at(id) });
    expect([again.state, await agreed(id)]).toEqual(['REQUESTED', [false, false]]);
    expect(await agrees(seller, id, 'PRESENT')).toBeUndefined();
  });
});

describe('each owner agrees for themselves', () => {
  test('a household tries no code of the other owner, and does not use up their tries', async () => {
    const { seller, buyer, made } = await askedByBuyer();
    const { id } = made;
    for (const _ of [1, 2, 3, 4, 5, 6]) {
      expect(await agrees(buyer, id, 'PRESENT', '000000')).toBe('common.not_permitted');
    }
    expect(await agrees(seller, id, 'PRESENT')).toBeUndefined();
  });

  test('the end of the other one’s phone is not shown', async () => {
    const { seller, buyer, made } = await askedByBuyer();
    const { id } = made;
    const ends = async (as: Person) =>
      Object.fromEntries((await detail(as, id)).consents.map(({ side, phoneEnd }) => [side, phoneEnd]));
    const [mine, theirs] = [(await entryOf(buyer)).phone.slice(-4), (await entryOf(seller)).phone.slice(-4)];
    expect(await ends(buyer)).toEqual({ PRESENT: '', NEW: mine });
    expect(await ends(seller)).toEqual({ PRESENT: theirs, NEW: '' });
    expect(await ends(clerk)).toEqual({ PRESENT: theirs, NEW: mine });
  });
});

describe('messages to somebody else’s phone', () => {
  test('a household asks three times a day for one connection, and five times in all; tomorrow again', async () => {
    const { buyer, ask, made } = await askedByBuyer();
    const withdraw = async (requestId: string) =>
      app.codeOf(steps.withdrawRequest, {
        as: buyer,
        body: { ...(await office.at(requestId)), remark: 'a mistake' },
      });
    const latest = async () =>
      (
        await one<{ id: string }>(
          app.db,
          sql`select id from ownership.requests where asked_by = ${buyer.userId} order by asked_at desc, id desc limit 1`,
        )
      ).id;
    await withdraw(made.id);
    const codes: (string | undefined)[] = [];
    for (const _ of [2, 3, 4]) {
      codes.push(await app.codeOf(steps.requestChange, await ask()));
      if (codes.at(-1) === undefined) await withdraw(await latest());
    }
    expect(codes).toEqual([undefined, undefined, 'ownership.asked_too_often']);
    const others: (string | undefined)[] = [];
    for (const _ of [4, 5, 6]) {
      const { number: connectionNumber, meterNumber } = await office.connect();
      const papers = await office.uploads(buyer);
      const body = { ...office.fields(), connectionNumber, meterNumber, papers };
      others.push(await app.codeOf(steps.requestChange, { as: buyer, body }));
    }
    expect(others).toEqual([undefined, undefined, 'ownership.asked_too_often']);
    await transaction(app.owner.db, async (tx) => {
      await execute(tx, sql`alter table ownership.requests disable trigger keep_finished`);
      await execute(
        tx,
        sql`update ownership.requests set asked_at = asked_at - interval '1 day' where asked_by = ${buyer.userId}`,
      );
      await execute(tx, sql`alter table ownership.requests enable trigger keep_finished`);
    });
    expect(await app.codeOf(steps.requestChange, await ask())).toBeUndefined();
  });

  test('a phone gets twenty codes a day of what all households ask; the office is not counted out', async () => {
    const phone = office.newPhone();
    const codes: (string | undefined)[] = [];
    for (let nth = 0; nth < 21; nth += 1) {
      const seller = await app.consumer(`Seller ${nth}`);
      const connection = await office.connect({ consumerId: String(seller.consumerId) });
      const papers = await office.uploads(seller);
      const body = { connectionId: connection.id, ...office.fields(phone), papers };
      codes.push(await app.codeOf(steps.requestChange, { as: seller, body }));
    }
    expect(codes).toEqual([...Array.from({ length: 20 }, () => undefined), 'ownership.codes_of_phone']);
    await office.request({ phone });
  });

  test('what a household writes is in no message to the other one', async () => {
    const seller = await app.consumer('Rahima Begum');
    const connection = await office.connect({ consumerId: String(seller.consumerId) });
    const phone = office.newPhone();
    const name = 'Call 01999123456 and tell the code';
    const asked = await app.call(steps.requestChange, {
      as: seller,
      body: {
        connectionId: connection.id,
        ...office.fields(phone),
        name,
        papers: await office.uploads(seller),
      },
    });
    await app.call(steps.withdrawRequest, {
      as: seller,
      body: { ...(await office.at(asked.id)), remark: 'You won, call 01999123456' },
    });
    const texts = await messagesTo(phone);
    expect(texts.length).toBe(2);
    for (const text of texts) expect(text).not.toMatch(/Call|01999123456|You won/);
  });

  test('a name is sent without figures and signs: no number to call, no address to open', async () => {
    const { seller, made } = await askedByBuyer();
    await execute(
      app.owner.db,
      sql`update ownership.requests set name = 'Karim 01999123456 http://evil.example' where id = ${made.id}`,
    );
    app.clock.advance(61);
    await app.call(steps.sendCode, { as: clerk, body: { requestId: made.id, side: 'PRESENT' } });
    const last = (await messagesTo((await entryOf(seller)).phone)).at(-1) ?? '';
    expect([last.includes('Karim'), /01999|:\/\//.test(last)]).toEqual([true, false]);
  });
});

describe('what a household learns', () => {
  test('a phone that the register has under another name, or not in use, answers as one that it does not have', async () => {
    const seller = await app.consumer('Rahima Begum');
    const known = await app.consumer('Salma Khatun');
    const gone = await app.consumer('Nobody');
    await office.deactivate(String(gone.consumerId));
    for (const other of [known, gone]) {
      const connection = await office.connect({ consumerId: String(seller.consumerId) });
      const papers = await office.uploads(seller);
      const body = { connectionId: connection.id, ...office.fields((await entryOf(other)).phone), papers };
      expect(await app.codeOf(steps.requestChange, { as: seller, body })).toBeUndefined();
    }
  });

  test('who registers with the phone that a request names is its new owner: sees it, agrees with the code, is told', async () => {
    const phone = office.newPhone();
    const { id } = await office.request({ phone });
    const buyer = await app.consumer('Shirin Akhter');
    const list = async (as: Person) =>
      (await app.call(contract.listRequests, { as })).items.map((row) => row.id);
    expect(await list(buyer)).toEqual([]);
    await execute(
      app.owner.db,
      sql`update consumers.consumers set phone = ${phone} where id = ${buyer.consumerId}`,
    );
    expect(await list(buyer)).toEqual([id]);
    const seen = await detail(buyer, id);
    expect([seen.side, seen.fromName, seen.openMinor, seen.can.agree]).toEqual(['NEW', '', null, 'yes']);
    expect(await agrees(buyer, id, 'NEW')).toBeUndefined();
    await office.agreeBoth(id);
    await office.verify(id);
    await office.read(id);
    await office.accept(id);
    const { owner } = await one<{ owner: string }>(
      app.db,
      sql`select s.consumer_id as owner from ownership.changes h join meters.connections s on s.id = h.successor_id where h.request_id = ${id}`,
    );
    expect(owner).toBe(buyer.consumerId);
  });
});

describe('papers', () => {
  test('an owner replaces what they brought themselves, not the paper of the other one', async () => {
    const { seller, buyer, made } = await askedByBuyer();
    const { id } = made;
    await office.addPaper(id, 'deed_paper', seller);
    await office.addPaper(id, 'deed_paper', buyer);
    await office.addPaper(id, 'deed_paper', buyer);
    const all = (await detail(clerk, id)).documents.filter(({ kind }) => kind === 'deed_paper');
    const by = all.map(({ uploadedBy }) => uploadedBy).toSorted();
    expect(by).toEqual(['Karim Uddin', 'Rahima Begum']);
    expect((await detail(seller, id)).documents.length).toBe(1);
  });

  test('an owner opens no paper of the other one', async () => {
    const { seller, buyer, made } = await askedByBuyer();
    const { data } = await office.addPaper(made.id, 'deed_paper', seller);
    const opens = (as: Person) => app.codeOf(contract.openPaper, { as, query: { documentId: data.id } });
    expect([await opens(seller), await opens(clerk), await opens(buyer)]).toEqual([
      undefined,
      undefined,
      'common.not_found',
    ]);
  });
});
