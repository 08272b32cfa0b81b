/** A paper whose answer was lost on the way is sent again: it counts once, and has its first answer although nothing is taken by then. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeOffice } from '../factory-calls.ts';
import type { PaperKind } from '../ownership.rules.ts';
import { addPaper, withdrawRequest } from './contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

async function openRequest() {
  const { id } = await office.request();
  const send = (key: string, as: Person = office.clerk, kind: PaperKind = 'Other_documents') =>
    app.sendFile(addPaper, {
      ...{ as, content: PDF, name: 'order.pdf', query: { requestId: id, kind } },
      headers: { 'idempotency-key': key },
    });
  const kept = () =>
    all<{ id: string }>(
      app.db,
      sql`select d.id from ownership.documents d join platform.files f on f.id = d.file_id and f.state = 'kept'
        where d.request_id = ${id} order by d.id`,
    );
  return { id, send, kept };
}
const received = () => all(app.owner.db, sql`select from platform.files`);

test('one after the other and two together: one paper, one file, one answer', async () => {
  const { send, kept } = await openRequest();
  const first = await send('after');
  const files = (await received()).length;
  expect((await send('after')).data).toEqual(first.data);
  // Not even received a second time.
  expect(await received()).toHaveLength(files);
  const [one, other] = await Promise.all([send('together'), send('together')]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(other.data).toEqual(one.data);
  expect((await kept()).map(({ id }) => id)).toEqual([first.data.id, one.data.id]);
});

test('also when the request has ended since then', async () => {
  const { id, send, kept } = await openRequest();
  const first = await send('lost');
  await app.call(withdrawRequest, {
    as: office.clerk,
    body: { ...(await office.at(id)), remark: 'sold to another one' },
  });
  expect(await send('lost')).toMatchObject({ status: 200, data: first.data });
  expect((await send('new')).code).toBe('ownership.wrong_state');
  expect(await kept()).toHaveLength(1);
});

test('the key is of one kind of paper, and of one person', async () => {
  const { send, kept } = await openRequest();
  await send('one');
  expect((await send('one', office.clerk, 'deed_paper')).code).toBe('common.idempotency_key_reused');
  expect((await send('one', office.admin)).status).toBe(200);
  expect(await kept()).toHaveLength(2);
});
