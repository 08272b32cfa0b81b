/** Messages name people and connections in the language of who reads them. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { toBengaliDigits } from '#shared/format.ts';
import { testApp } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';

const app = await testApp();
const office = await makeOffice(app);

test.each([
  ['bn', 'শিরিন আখতার', 'Shirin Akhter'],
  ['en', 'Shirin Akhter', 'শিরিন আখতার'],
])('the present owner reads in %s to whom which connection goes', async (language, name, other) => {
  const seller = await app.consumer();
  await execute(
    app.owner.db,
    sql`update identity.users set language = ${language} where consumer_id = ${seller.consumerId}::uuid`,
  );
  const connection = await office.connect({ consumerId: String(seller.consumerId) });
  const { id } = await office.request({ connection });
  const told = (await office.notice('codeToPresent', id))?.body ?? '';
  const number = language === 'bn' ? toBengaliDigits(connection.number) : connection.number;
  expect([told.includes(name), told.includes(other), told.includes(number)]).toEqual([true, false, true]);
});
