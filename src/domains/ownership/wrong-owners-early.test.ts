/** Who may not become the owner is told when the papers are checked and the handover is noted, before anybody pays a fee; and a name is a name in either script. */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import { likenessOf } from './new-owner.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;

const PAPERS = ['deed_paper', 'Applicant_nid_front'] as const;

const registered = async (number: string, name: string, phone: string) =>
  execute(
    app.owner.db,
    sql`insert into consumers.consumers (number, name, phone, address) values (${number}, ${name}, ${phone}, 'Uttara')`,
  );
const phoneOf = async ({ consumerId }: Person) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;
/** What the page says before is what the step says. */
async function codes(requestId: string, action: 'verify' | 'read') {
  const { blocked } = await app.call(contract.getRequest, { as: clerk, query: { requestId } });
  const body = { ...(await office.at(requestId)) };
  const code =
    action === 'verify'
      ? await app.codeOf(steps.verifyPapers, { as: clerk, body })
      : await app.codeOf(steps.noteReading, {
          as: clerk,
          body: { ...body, readOn: app.system().today, registerLitres: 12_000, unusual: true },
        });
  expect(blocked[action]?.code).toBe(code);
  return code;
}
const moved = (connectionId: string, to: string | null) =>
  execute(app.owner.db, sql`update meters.connections set consumer_id = ${to} where id = ${connectionId}`);

test.each([
  ['verify', 'CONSENTED'],
  ['read', 'DOCS_VERIFIED'],
] as const)('%s', async (action, upTo) => {
  const phone = office.newPhone();
  const { id, connection } = await office.request({ phone, upTo });
  if (action === 'verify') for (const kind of PAPERS) await office.addPaper(id, kind);
  const owner = await one<{ id: string }>(
    app.db,
    sql`select consumer_id as id from meters.connections where id = ${connection.id}`,
  );
  await moved(connection.id, (await app.consumer()).consumerId);
  expect(await codes(id, action)).toBe('ownership.owner_moved');
  await moved(connection.id, owner.id);
  await registered(`55${phone.slice(-8)}`, 'Somebody Else', phone);
  expect(await codes(id, action)).toBe('ownership.phone_of_other');
  await registered(`56${phone.slice(-8)}`, 'Another One', phone);
  expect(await codes(id, action)).toBe('ownership.phone_of_several');
  await execute(app.owner.db, sql`delete from consumers.consumers where number = ${`56${phone.slice(-8)}`}`);
  await execute(
    app.owner.db,
    sql`update consumers.consumers set name = (select name from ownership.requests where id = ${id}), status = 'inactive' where phone = ${phone}`,
  );
  expect(await codes(id, action)).toBe('ownership.new_owner_inactive');
  await execute(app.owner.db, sql`update consumers.consumers set status = 'active' where phone = ${phone}`);
  expect(await codes(id, action)).toBeUndefined();
});

/** The entry of the new owner has a name in Bengali only, as registration keeps it; the request has one in Latin. */
async function inOtherScript(upTo: 'REQUESTED') {
  const [seller, buyer] = [await app.consumer('Nurul Dewan'), await app.consumer('রহিমা খাতুন')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const phone = await phoneOf(buyer);
  const made = await app.call(steps.requestChange, {
    as: seller,
    body: {
      ...{ ...office.fields(phone), name: 'Rahima Khatun', nameBn: null, connectionId: connection.id },
      papers: await office.uploads(seller),
    },
  });
  expect((await office.stand(made.id)).state).toBe(upTo);
  const agree = async (as: Person, side: 'PRESENT' | 'NEW') =>
    app.call(steps.agree, {
      as,
      body: { requestId: made.id, side, code: await office.codeOf(made.id, side) },
    });
  await agree(seller, 'PRESENT');
  return { ...made, seller, buyer, agree, connection };
}

test('a name in the other script is theirs if they agreed with their own account; the connection gets their entry', async () => {
  const { id, buyer, agree, connection } = await inOtherScript('REQUESTED');
  await agree(buyer, 'NEW');
  for (const kind of PAPERS) await office.addPaper(id, kind);
  expect([await codes(id, 'verify'), await codes(id, 'read')]).toEqual([undefined, undefined]);
  expect(await app.codeOf(steps.acceptChange, { as: admin, body: await office.at(id) })).toBeUndefined();
  const [successor] = await all<{ owner: string }>(
    app.db,
    sql`select consumer_id as owner from meters.connections where follows_id = ${connection.id}`,
  );
  expect(successor?.owner).toBe(buyer.consumerId);
});

test('and not if the office typed the code: then the name is written as in the register, in either field', async () => {
  const { id, agree } = await inOtherScript('REQUESTED');
  await agree(clerk, 'NEW');
  for (const kind of PAPERS) await office.addPaper(id, kind);
  expect(await codes(id, 'verify')).toBe('ownership.phone_of_other');
  await execute(app.owner.db, sql`update ownership.requests set name_bn = 'রহিমা  খাতুন' where id = ${id}`);
  expect(await codes(id, 'verify')).toBeUndefined();
});

test.each([
  [['Rahima Khatun', null], ['rahima  khatun', null], 'SAME'],
  [['রহিমা খাতুন', null], ['Rahima Khatun', 'রহিমা খাতুন'], 'SAME'],
  [['Rahima', 'রহিমা'], ['Karima', 'রহিমা'], 'SAME'],
  [['রহিমা খাতুন', null], ['Rahima Khatun', null], 'UNKNOWN'],
  [['রহিমা খাতুন', null], ['Rahima Khatun', 'করিমা খাতুন'], 'OTHER'],
  [['Md. Rahim', null], ['Md Rahim', null], 'SAME'],
  [['Rahima', null], ['Karima', null], 'OTHER'],
] as const)('%j and %j: %s', ([name, nameBn], [asked, askedBn], likeness) => {
  expect(likenessOf({ name, nameBn }, { name: asked, nameBn: askedBn })).toBe(likeness);
});
