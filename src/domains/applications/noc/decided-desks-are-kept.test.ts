/** Who decided at a desk is a fact: the program's own role neither writes over it nor deletes it by any statement. */
import { expect, test } from 'vitest';
import { execute, type Sql, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { makeApplication } from '../factory.ts';

const app = await testApp();

/** What the database says to the program. */
async function refusal(statement: Sql): Promise<string | undefined> {
  try {
    await transaction(app.db, (tx) => execute(tx, statement));
    return undefined;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    return constraint ?? code;
  }
}
const { id } = await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' });
const steps = (change: Sql) =>
  sql`update applications.noc_steps set ${change} where application_id = ${id} and role_code = 'rajukSAE'`;

test.each([
  sql`decided_by = gen_random_uuid()`,
  sql`decided_by_name = 'Somebody'`,
  sql`on_behalf_of = 'Somebody'`,
  sql`decided_at = now()`,
  sql`state = 'OPEN'`,
])('an approval is not changed', async (change) => {
  expect(await refusal(steps(change))).toBe('noc_steps_decided');
});

test('of a refusal nothing is written over; it is taken up again with the application', async () => {
  await execute(app.owner.db, steps(sql`state = 'REJECTED'`));
  expect(await refusal(steps(sql`decided_by = null`))).toBe('noc_steps_decided');
  expect(await refusal(steps(sql`state = 'APPROVED'`))).toBe('noc_steps_decided');
  expect(await refusal(steps(sql`state = 'OPEN', decided_by = null`))).toBeUndefined();
});

test('no desk of a chain is deleted, and none gets the place of another one', async () => {
  const NO_PRIVILEGE = '42501';
  for (const statement of [
    sql`delete from applications.noc_steps`,
    sql`truncate applications.noc_steps`,
    sql`update applications.noc_steps set role_code = 'rajukPD' where application_id = ${id}`,
    sql`update applications.noc_steps set position = position + 10 where application_id = ${id}`,
  ])
    expect(await refusal(statement)).toBe(NO_PRIVILEGE);
});
