/** A household changes its request a number of times a day: each change makes the office look again. The office is not limited. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRequest } from '../contract.ts';
import { makeOffice } from '../factory-calls.ts';
import { removePaper, updateRequest } from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);

async function asked() {
  const seller = await app.consumer('Rahima');
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ connection, by: seller });
  return { seller, id };
}
async function edit(id: string, as: Person, address: string) {
  const {
    cause,
    toName: name,
    toNameBn: nameBn,
  } = await app.call(getRequest, { as: office.admin, query: { requestId: id } });
  const body = { ...(await office.at(id)), ...{ cause, name, nameBn, email: null, nid: null, address } };
  return app.codeOf(updateRequest, { as, body: body as never });
}

test('forty changes of one request a day: what it says, papers that come and that are taken out', async () => {
  const { seller, id } = await asked();
  const { seller: other, id: another } = await asked();
  expect(await edit(id, seller, 'House 1')).toBeUndefined();
  await execute(
    app.owner.db,
    sql`insert into platform.audit (at, actor_id, actor_name, role, request_id, action, object, object_id)
      select ${app.clock.now()}, ${seller.userId}, 'A', 'consumer', 'x', 'ownership.edit', 'ownership_request', ${id}
      from generate_series(1, 37)`,
  );
  const paper = await office.addPaper(id, 'Other_documents', seller);
  expect(paper.code).toBeUndefined();
  expect(await edit(id, seller, 'House 2')).toBeUndefined();
  const over = 'ownership.changed_too_often';
  expect(await edit(id, seller, 'House 3')).toBe(over);
  expect((await office.addPaper(id, 'Other_documents', seller)).code).toBe(over);
  const removal = { ...(await office.at(id)), documentId: paper.data.id };
  expect(await app.codeOf(removePaper, { as: seller, body: removal })).toBe(over);
  expect(await edit(id, office.clerk, 'House 3')).toBeUndefined();
  // Each request has its own count.
  expect(await edit(another, other, 'House 1')).toBeUndefined();
});
