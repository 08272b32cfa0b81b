/** The certificate of an owner change: for both owners and the office, after it was made, until the connection is closed. */
import { afterAll, expect, test } from 'vitest';
import { checkPaper } from '#domains/papers/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { closePdf } from '#platform/pdf/render.ts';
import { type Person, testApp } from '#test/app.ts';
import { textOfPdf } from '#test/read-pdf.ts';
import { listChanges, openPaper } from '../contract.ts';
import { makeOffice } from '../factory-calls.ts';

const app = await testApp();
const office = await makeOffice(app);
afterAll(closePdf);

async function changed() {
  const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Karim Uddin')];
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
  );
  const { id, number } = await office.request({ connection, phone });
  return { seller, buyer, connection, id, number };
}
const make = async (id: string) => {
  await office.agreeBoth(id);
  await office.verify(id);
  await office.read(id);
  return (await office.accept(id)).successorNumber;
};
async function print(as: Person, id: string, language = 'en') {
  const answer = await app.server.inject({
    url: `/api/main/application/change_ownership_request/${id}/certificate`,
    query: { language },
    headers: { authorization: `Bearer ${as.idToken}` },
  });
  if (answer.statusCode !== 200) return answer.json<{ error: { code: string } }>().error.code;
  return textOfPdf(answer.rawPayload).replace(/[\u200b\s]+/g, ' ');
}
const codeOf = async (id: string) =>
  (await one<{ code: string }>(app.owner.db, sql`select code from papers.papers where record_id = ${id}`))
    .code;

test('both owners and the office have it when the owner has changed, and nobody before or beside them', async () => {
  const { seller, buyer, connection, id, number } = await changed();
  expect([await print(office.clerk, id), await print(buyer, id)]).toEqual([
    'common.not_found',
    'common.not_found',
  ]);
  const successor = await make(id);
  for (const as of [office.clerk, seller, buyer]) {
    const text = await print(as, id);
    for (const part of ['Karim Uddin', 'Rahima Begum', number, connection.number, '12 m³', 'Sale'])
      expect(text).toContain(part);
    // The earlier owner has lost the connection that goes on.
    expect(text.includes(successor)).toBe(as !== seller);
  }
  expect(await print(await app.consumer('Salma'), id)).toBe('common.not_found');
  const { rows } = await one<{ rows: number }>(
    app.owner.db,
    sql`select count(*)::int as rows from papers.papers where record_id = ${id}`,
  );
  expect(rows).toBe(1);
});

test('the public page confirms it without the new number, until the connection is closed', async () => {
  const { connection, id, number } = await changed();
  const successor = await make(id);
  await print(office.clerk, id);
  const check = async () => app.call(checkPaper, { body: { code: await codeOf(id) } });
  const told = await check();
  expect(told).toMatchObject({
    state: 'valid',
    number,
    kind: { en: 'Certificate of owner change', bn: 'মালিকানা পরিবর্তনের সনদ' },
  });
  expect(JSON.stringify(told)).toContain(connection.number);
  expect(JSON.stringify(told)).not.toContain(successor);
  await execute(
    app.owner.db,
    sql`update meters.connections set status = 'closed', disconnected_on = ${app.system().today} where number = ${successor}`,
  );
  expect((await check()).state).toBe('ended');
});

test('the history names the paper of ownership, the deed before others, and the office opens it', async () => {
  const { id } = await changed();
  await office.addPaper(id, 'allotment_letter');
  await make(id);
  await office.addPaper(id, 'mutation_paper');
  const { items } = await app.call(listChanges, { as: office.clerk, query: {} });
  const documentId = String(items.find(({ requestId }) => requestId === id)?.titlePaperId);
  const { kind } = await one<{ kind: string }>(
    app.db,
    sql`select kind from ownership.documents where id = ${documentId}`,
  );
  expect(kind).toBe('deed_paper');
  expect((await app.call(openPaper, { as: office.clerk, query: { documentId } })).url).toMatch(/^http|^\//);
});
