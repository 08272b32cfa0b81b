/** Who waits for an application that the office deletes is told so, with the reason; what had ended already is deleted in silence. */
import { expect, test } from 'vitest';
import { all, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import type { State } from '../application.rules.ts';
import { deleteApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';

const app = await testApp();
const admin = await app.staff('admin');
const household = await app.consumer();
const remark = 'sent two times';

async function deleted(upTo: State) {
  const consumerId = String(household.consumerId);
  const { id, number } = await makeApplication(app, { upTo, consumerId });
  await app.call(deleteApplication, { as: admin, params: { id }, body: { remark } });
  return { number, ...(await told(id)) };
}
const told = async (id: string) => ({
  messages: await all<{ text: string }>(
    app.owner.db,
    sql`select o.body as text from platform.outbox o where o.event like ${`application.deleted:${id}:%`}`,
  ),
  notices: await all<object>(
    app.owner.db,
    sql`select path, params from platform.notices where user_id = ${household.userId} and kind = 'applications.deleted'
      and event like ${`%${id}:%`}`,
  ),
});

test('an application that was submitted: by SMS and bell, and the bell leads to the list of the others', async () => {
  const { number, messages, notices } = await deleted('PENDING');
  expect(messages).toHaveLength(1);
  expect(messages[0]?.text).toContain(remark);
  expect(notices).toEqual([{ path: '/customer/new-connections', params: { number, remark } }]);
});

test('a draft and an application that was withdrawn: nothing', async () => {
  for (const state of ['DRAFT', 'WITHDRAWN'] as const)
    expect(await deleted(state)).toMatchObject({ messages: [], notices: [] });
});
