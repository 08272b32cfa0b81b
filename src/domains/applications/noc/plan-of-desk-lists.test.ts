/** What the authority's lists cost with their filters: rows that are read, of thousands that are at other desks. */
import { beforeAll, expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { pageOf } from '#platform/database/lists.ts';
import { testApp } from '#test/app.ts';
import { answered } from '#test/plans.ts';
import { at } from '#test/zone.ts';
import { deskBench } from './factory-desks.ts';
import { nocList } from './queries.ts';

const MANY = 3000;
const app = await testApp({ now: at('2026-11-15', '10:00') });
const bench = await deskBench(app);
const { officer, assistant } = bench.people;
const actor = { ...app.system(), kind: 'staff' as const, userId: assistant.userId, role: 'rajukAE' };

beforeAll(async () => {
  await bench.cleanDesks();
  const { id } = await bench.waiting();
  const few = [await bench.waiting(), await bench.waiting()];
  for (const made of few) await bench.approve(officer, made);
  const { columns } = await one<{ columns: string }>(
    app.owner.db,
    sql`select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
      where table_schema = 'applications' and table_name = 'applications' and is_generated = 'NEVER'
        and column_name not in ('id', 'number')`,
  );
  const same = sql.raw(columns);
  await execute(
    app.owner.db,
    sql`with made as (
        insert into applications.applications (id, number, ${same})
        select uuidv7(), 'N' || n, ${same}
        from applications.applications a, generate_series(1, ${MANY}::int) n where a.id = ${id} returning id)
      insert into applications.noc_steps (application_id, position, role_code, desk_id, state, opened_at, due_at)
      select made.id, s.position, s.role_code, s.desk_id, s.state, s.opened_at, s.due_at
      from made, applications.noc_steps s where s.application_id = ${id}`,
  );
  await execute(app.owner.db, sql`vacuum analyze applications.applications`);
  await execute(app.owner.db, sql`vacuum analyze applications.noc_steps`);
});

test.each([
  ['what is at the desk of an officer', { desk: 'any', officerId: assistant.userId }],
  ['what the own desk returned', { desk: 'decided', decision: 'RETURNED' }],
  ['what the own desk approved', { desk: 'decided', decision: 'APPROVED' }],
] as const)('%s reads its rows by indexes', async (_, query) => {
  const plan = await answered(
    app.db,
    pageOf({ limit: 20, offset: 1, sort: 'deskSince' }, nocList(actor, query)),
  );
  expect(plan.reads.filter((node) => /^Seq Scan (noc_steps|applications)/.test(node))).toEqual([]);
  expect(plan.rowsRead).toBeLessThan(1000);
});
