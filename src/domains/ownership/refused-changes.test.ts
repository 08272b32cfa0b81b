/** Each thing that a call of ownership refuses, and that nothing has changed after it. */
import { describe, expect, test } from 'vitest';
import { createConsumer, deleteConsumer } from '#domains/consumers/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';

const phoneOf = async (consumerId: string | null) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
const asks = (as: typeof clerk, body: object) =>
  app.codeOf(steps.requestChange, { as, body: { ...office.fields(), ...body } as never });

/** The fields that have to be filled. */
const missing = async (as: typeof clerk, body: object) =>
  (await app.refused(steps.requestChange, { as, body: { ...office.fields(), ...body } as never })).fields
    ?.filter(({ code }) => code === 'common.required')
    .map(({ path }) => path);

describe('asking', () => {
  test('a connection that is not there, is closed, or has a request already', async () => {
    expect(await asks(clerk, { connectionId: UNKNOWN })).toBe('common.not_found');
    expect(await asks(clerk, { connectionNumber: '3123456789' })).toBe('ownership.connection_unknown');
    expect(await missing(clerk, {})).toEqual(['connectionNumber']);
    // A number of an earlier book is found as it is written, in small letters too.
    const old = await office.connect();
    await execute(app.owner.db, sql`update meters.connections set number = 'OLD-77' where id = ${old.id}`);
    const twin = await office.connect();
    const rename = (number: string, id: string) =>
      execute(app.owner.db, sql`update meters.connections set number = ${number} where id = ${id}`);
    await rename('OLD/77', twin.id);
    // Of two that are read alike nobody guesses one.
    expect(await asks(clerk, { connectionNumber: 'old 77' })).toBe('ownership.connection_unknown');
    await rename('OLD-78', twin.id);
    expect(await asks(clerk, { connectionNumber: 'old77' })).toBeUndefined();
    await rename('OLD-7-8', old.id);
    expect(await asks(clerk, { connectionNumber: 'old-78' })).toBeUndefined();
    const { connection } = await office.request({ upTo: 'COMPLETED' });
    expect(await asks(clerk, { connectionId: connection.id })).toBe('ownership.connection_closed');
    const open = await office.request();
    expect(await asks(clerk, { connectionId: open.connection.id })).toBe('ownership.request_open');
  });

  test('of two who ask at once one is refused', async () => {
    const connection = await office.connect();
    const both = await Promise.all([1, 2].map(() => asks(clerk, { connectionId: connection.id })));
    expect(both.toSorted()).toEqual(['ownership.request_open', undefined]);
  });

  test('the new owner is not the present one, and their entry is in use', async () => {
    const owner = await app.consumer();
    const connection = await office.connect({ consumerId: String(owner.consumerId) });
    const body = { connectionId: connection.id, phone: await phoneOf(owner.consumerId) };
    expect(await asks(clerk, body)).toBe('ownership.same_owner');
    const other = await app.consumer();
    await office.deactivate(String(other.consumerId));
    const phone = await phoneOf(other.consumerId);
    expect(await asks(clerk, { connectionId: connection.id, phone })).toBe('ownership.new_owner_inactive');
  });

  test('nobody becomes owner whom the request does not name: a phone of the register has the name of the register', async () => {
    const [owner, other] = [await app.consumer(), await app.consumer('Salma Khatun')];
    const connection = await office.connect({ consumerId: String(owner.consumerId) });
    const phone = await phoneOf(other.consumerId);
    const ask = (as: Person, name: string) =>
      app.refused(steps.requestChange, {
        as,
        body: { ...office.fields(phone), name, nameBn: null, connectionId: connection.id },
      });
    const told = await ask(clerk, 'Somebody Else');
    expect([told.code, told.params.name]).toEqual(['ownership.phone_of_other', 'Salma Khatun']);
    await execute(
      app.owner.db,
      sql`insert into consumers.consumers (number, name, phone, address)
        values (platform.human_number('5', platform.take_numbers('consumer')), 'Nila Akter', ${phone}, 'Uttara')`,
    );
    expect((await ask(clerk, 'Somebody Else')).code).toBe('ownership.phone_of_several');
    const fields = { ...office.fields(phone), name: 'salma  khatun', nameBn: null };
    const { id } = await app.call(steps.requestChange, {
      as: clerk,
      body: { ...fields, connectionId: connection.id },
    });
    const { phone: _, ...rest } = fields;
    const body = { ...(await office.at(id)), ...rest, name: 'Somebody Else' };
    expect(await app.codeOf(steps.updateRequest, { as: clerk, body })).toBe('ownership.phone_of_other');
  });

  test('a consumer names their own connection, or number and meter of another one; not one of the two alone', async () => {
    const [owner, buyer] = [await app.consumer(), await app.consumer()];
    const connection = await office.connect({ consumerId: String(owner.consumerId) });
    const { number: connectionNumber, meterNumber } = connection;
    expect(await asks(buyer, { connectionId: connection.id })).toBe('common.not_found');
    expect(await missing(buyer, { connectionNumber })).toEqual(['meterNumber']);
    // Of a form that is sent empty, each number is asked for.
    expect(await missing(buyer, {})).toEqual(['connectionNumber', 'meterNumber']);
    for (const wrong of ['M000', '-'])
      expect(await asks(buyer, { connectionNumber, meterNumber: wrong })).toBe(
        'ownership.connection_unknown',
      );
    expect(
      await asks(buyer, {
        ...{ connectionNumber, meterNumber: ` ${meterNumber.toLowerCase().replace(/^(.)/, '$1/')} ` },
        papers: await office.uploads(buyer),
      }),
    ).toBeUndefined();
  });
});

describe('consent', () => {
  test('a wrong code, the other side’s code, an old one, and the sixth try', async () => {
    const { id: requestId } = await office.request();
    const agree = (code: string, side: 'PRESENT' | 'NEW' = 'NEW') =>
      app.codeOf(steps.agree, { as: clerk, body: { requestId, side, code } });
    const code = await office.codeOf(requestId, 'NEW');
    expect(await agree(await office.codeOf(requestId, 'PRESENT'))).toBe('ownership.code_wrong');
    // Each refusal names the tries that are left; with the last one only a new code helps.
    for (const left of [3, 2, 1]) {
      const body = { requestId, side: 'NEW' as const, code: '000000' };
      const { code: refusal, params } = await app.refused(steps.agree, { as: clerk, body });
      expect([refusal, params]).toEqual(['ownership.code_wrong', { left }]);
    }
    expect(await agree('000000')).toBe('ownership.code_over');
    expect(await agree(code)).toBe('ownership.code_over');
    app.clock.advance(61);
    await app.call(steps.sendCode, { as: clerk, body: { requestId, side: 'NEW' } });
    const fresh = await office.codeOf(requestId, 'NEW');
    const lasts = (until: string) =>
      execute(
        app.owner.db,
        sql`update ownership.consents set code_expires_at = ${until} where request_id = ${requestId}`,
      );
    await lasts(app.clock.now().toISOString());
    expect(await agree(fresh)).toBe('ownership.code_over');
    await lasts('2026-12-31');
    expect(await agree(fresh)).toBeUndefined();
    expect(await agree(fresh)).toBe('ownership.agreed_already');
  });

  test('codes are a minute apart, and five at most', async () => {
    const { id: requestId } = await office.request();
    const send = () => app.codeOf(steps.sendCode, { as: clerk, body: { requestId, side: 'PRESENT' } });
    expect(await send()).toBe('ownership.code_wait');
    const answers: (string | undefined)[] = [];
    for (const _ of [2, 3, 4, 5, 6]) {
      app.clock.advance(61);
      answers.push(await send());
    }
    expect(answers).toEqual([undefined, undefined, undefined, undefined, 'ownership.code_wait']);
    await office.agreeBoth(requestId);
    expect(await send()).toBe('ownership.wrong_state');
  });

  test('who has agreed is not asked again, by no way', async () => {
    const { id: requestId } = await office.request();
    const override = async () =>
      app.codeOf(steps.overrideConsent, {
        as: clerk,
        body: { ...(await office.at(requestId)), side: 'PRESENT', reason: 'heirs signed' },
      });
    expect(await override()).toBeUndefined();
    expect(await override()).toBe('ownership.agreed_already');
    app.clock.advance(61);
    const body = { requestId, side: 'PRESENT' as const };
    expect(await app.codeOf(steps.sendCode, { as: clerk, body })).toBe('ownership.agreed_already');
  });
});

describe('papers', () => {
  test('without a title and a national ID they are not right; a text is no paper; without a file', async () => {
    const { id: requestId } = await office.request({ upTo: 'CONSENTED' });
    const verify = async () =>
      app.codeOf(steps.verifyPapers, { as: clerk, body: await office.at(requestId) });
    expect(await verify()).toBe('ownership.papers_missing');
    await office.addPaper(requestId, 'Applicant_nid_front');
    expect(await verify()).toBe('ownership.papers_missing');
    const text = await office.addPaper(requestId, 'deed_paper', clerk, Buffer.from('a,b\n1,2\n'), 'deed.csv');
    expect(text.code).toBe('files.type_not_accepted');
    const none = await app.refused(steps.addPaper, { as: clerk, query: { requestId, kind: 'deed_paper' } });
    expect(none.code).toBe('ownership.file_missing');
    await office.addPaper(requestId, 'mutation_paper');
    expect(await verify()).toBeUndefined();
    expect((await office.addPaper(requestId, 'deed_paper')).code).toBe('ownership.wrong_state');
    expect((await office.addPaper(UNKNOWN, 'deed_paper')).code).toBe('common.not_found');
  });

  test('a paper that came after somebody looked makes their check an old one', async () => {
    const { id: requestId } = await office.request({ upTo: 'CONSENTED' });
    await office.addPaper(requestId, 'Applicant_nid_front');
    await office.addPaper(requestId, 'deed_paper');
    const seen = await office.at(requestId);
    await office.addPaper(requestId, 'deed_paper');
    expect(await app.codeOf(steps.verifyPapers, { as: clerk, body: seen })).toBe('common.stale_version');
  });

  test('an owner opens what they brought, not the other one’s', async () => {
    const [owner, buyer] = [await app.consumer(), await app.consumer()];
    const connection = await office.connect({ consumerId: String(owner.consumerId) });
    const { id: requestId } = await office.request({ connection, phone: await phoneOf(buyer.consumerId) });
    const { data } = await office.addPaper(requestId, 'Applicant_nid_front', buyer);
    const open = (as: typeof clerk) => app.codeOf(contract.openPaper, { as, query: { documentId: data.id } });
    expect([await open(buyer), await open(clerk), await open(owner)]).toEqual([
      undefined,
      undefined,
      'common.not_found',
    ]);
    expect(await app.codeOf(contract.openPaper, { as: clerk, query: { documentId: UNKNOWN } })).toBe(
      'common.not_found',
    );
  });
});

describe('the handover reading', () => {
  test('is not before the last reading, not in the future, and has a figure', async () => {
    const connection = await office.connect({
      readings: [['2026-10-01', '2026-10-31', 10_000]],
      approve: true,
    });
    const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
    const note = async (readOn: string, registerLitres: number | null) =>
      app.codeOf(steps.noteReading, {
        as: clerk,
        body: { ...(await office.at(id)), readOn, registerLitres },
      });
    expect(await note('2026-10-30', 11_000)).toBe('ownership.day_too_early');
    expect(await note('2026-12-31', 11_000)).toBe('ownership.day_in_future');
    expect(await note('2026-11-10', null)).toBe('ownership.figure_missing');
    expect(await note('2026-11-10', 11_000)).toBeUndefined();
  });
});

describe('ends and corrections', () => {
  test('a reject and a withdrawal need a reason, tell both, and free the connection', async () => {
    const { id, connection } = await office.request({ upTo: 'CONSENTED' });
    const { version } = await office.at(id);
    const reject = (remark: string) =>
      app.codeOf(steps.rejectChange, { as: admin, query: { requestId: id }, body: { version, remark } });
    expect(await reject(' ')).toBe('common.invalid_input');
    expect(await reject('the deed is of another plot')).toBeUndefined();
    expect((await office.notice('rejected', id))?.body).toContain('the deed is of another plot');
    expect(await asks(clerk, { connectionId: connection.id })).toBeUndefined();
    const again = await office.request();
    const withdraw = async (as = clerk) =>
      app.codeOf(steps.withdrawRequest, { as, body: { ...(await office.at(again.id)), remark: 'not sold' } });
    expect(await withdraw()).toBeUndefined();
    expect(await withdraw()).toBe('ownership.wrong_state');
    expect(await office.notice('withdrawn', again.id)).toBeDefined();
  });

  test('a returned request is corrected, sent again, and checked and read again', async () => {
    const { id } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const returned = await app.call(steps.returnRequest, {
      as: clerk,
      body: { ...(await office.at(id)), remark: 'name as in the deed' },
    });
    expect(returned.state).toBe('RECORRECTION');
    const { phone: _, ...fields } = office.fields();
    await app.call(steps.updateRequest, {
      as: clerk,
      body: { ...(await office.at(id)), ...fields, name: 'Shirin Begum' },
    });
    // Another name is another person: both agree again.
    expect((await app.call(steps.resubmitRequest, { as: clerk, body: await office.at(id) })).state).toBe(
      'REQUESTED',
    );
    const detail = await app.call(contract.getRequest, { as: clerk, query: { requestId: id } });
    expect([detail.toName, detail.verifiedBy, detail.readOn]).toEqual(['Shirin Begum', null, null]);
  });
});

test('an owner whose two entries became one still sees what began with the other entry', async () => {
  const [keep, twin] = [await app.consumer(), await app.consumer()];
  const { id } = await office.request({ phone: await phoneOf(twin.consumerId) });
  const sees = () => app.codeOf(contract.getRequest, { as: keep, query: { requestId: id } });
  expect(await sees()).toBe('common.not_found');
  await execute(
    app.owner.db,
    sql`update consumers.consumers set merged_into = ${keep.consumerId}, merged_at = now(), status = 'merged' where id = ${twin.consumerId}`,
  );
  expect(await sees()).toBeUndefined();
});

test('a consumer whom a request names is not deleted from the register', async () => {
  const phone = office.newPhone();
  const { id } = await app.call(createConsumer, {
    as: admin,
    body: { name: 'Salma', phone, address: 'Uttara' },
  });
  await office.request({ phone });
  expect(await app.codeOf(deleteConsumer, { as: admin, params: { id } })).toBe(
    'consumers.has_ownership_requests',
  );
});
