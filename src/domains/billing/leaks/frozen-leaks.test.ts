/** What one person decided about a leak, and a second one has to approve, is changed by no other step, also not by the program's own role. */
import { expect, test } from 'vitest';
import { all, execute, type Sql, sql } from '#platform/database/db.ts';
import * as contract from './contract.ts';
import { leakOffice, ruleOfLeaks } from './factory.ts';

const { app, ready, credit, approval, kept, second } = await leakOffice();

/** Another value than any that the program wrote. */
const OTHER: Record<string, Sql> = {
  uuid: sql`uuidv7()`,
  text: sql`'x'`,
  date: sql`date '2020-02-03'`,
  'timestamp with time zone': sql`timestamptz '2020-02-03 00:00Z'`,
  bigint: sql`11`,
  integer: sql`11`,
  jsonb: sql`'{"x": 1}'`,
};
/** What a step that ends it writes. */
const OF_END = new Set(['version', 'ended_at', 'ended_on', 'withdrawn_reason']);
const ENDED = sql`state = 'ENDED', ended_at = now(), ended_on = current_date`;

test('no column of a leak that waits is changed, alone or beside a step', async () => {
  await ruleOfLeaks(app, { aloneUpToMinor: null });
  const { id } = await ready();
  await app.call(contract.creditLeak, await credit(id));
  expect(await kept(id)).toMatchObject({ state: 'WAITING' });
  const columns = await all<{ name: string; type: string }>(
    app.owner.db,
    sql`select column_name as name, data_type as type from information_schema.columns
      where table_schema = 'billing' and table_name = 'leaks' and column_name <> 'state'`,
  );
  expect(columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['decided_by', 'decided_by_name', 'decided_at', 'answer', 'amount_minor']),
  );
  for (const { name, type } of columns) {
    const value = type === 'boolean' ? sql`not ${sql.ref(name)}` : OTHER[type];
    if (!value) throw new Error(`${name} is a ${type}`);
    const change = sql`${sql.ref(name)} = ${value}`;
    for (const set of OF_END.has(name) ? [change] : [change, sql`${change}, ${ENDED}`]) {
      await expect(
        execute(app.db, sql`update billing.leaks set ${set} where id = ${id}`),
        name,
      ).rejects.toMatchObject({ constraint: 'leaks_frozen' });
    }
  }
  // Who decided is another person now, and the first one approves.
  const given = sql`decided_by = uuidv7(), approved_by = decided_by, approved_by_name = 'x', approved_at = now(), correction_id = uuidv7()`;
  await expect(
    execute(
      app.db,
      sql`update billing.leaks set ${given}, state = 'CREDITED', ended_at = now(), ended_on = current_date where id = ${id}`,
    ),
  ).rejects.toMatchObject({ constraint: 'leaks_frozen' });
  expect(await app.call(contract.approveLeak, await approval(id, true, null, second))).toEqual({
    id,
    state: 'CREDITED',
  });
});

test('a leak begins as a request that is open: one that looks decided already is refused', async () => {
  const { id } = await ready();
  for (const change of [
    { state: 'REFUSED' },
    { answer: 'x' },
    { decided_by: crypto.randomUUID() },
    { amount_minor: 1 },
  ])
    await expect(
      execute(
        app.owner.db,
        sql`with copied as (select jsonb_populate_record(null::billing.leaks, to_jsonb(k) || jsonb_build_object('id', uuidv7(), 'number', '95999999991') || ${JSON.stringify(change)}::jsonb) as row
            from billing.leaks k where k.id = ${id})
          insert into billing.leaks select (row).* from copied`,
      ),
    ).rejects.toMatchObject({ constraint: 'leaks_asked' });
});
