/** The chain of seals as a superuser would get at it (G53), and what the program's own role may not do (G2). */
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { systemActor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, type Db, execute, one, sql, transaction } from '#platform/database/db.ts';
import { onDatabase, type TestDatabase, testDatabase, testServer } from '#test/database.ts';
import { checkChain, publishHead } from './actions/check-chain.ts';
import { sealRows } from './actions/seal-rows.ts';
import { findingLine, headText, parseHead } from './findings.rules.ts';
import { verifyChain } from './verify-chain.ts';

const actor = () => systemActor(new Date(), new Date().toISOString().slice(0, 10), 'test');

function write(db: Db, count: number): Promise<void> {
  const entry = (number: number) => ({
    action: 'sector.update' as const,
    object: 'sector',
    objectId: `s-${number}`,
    before: { name: `সেক্টর ${number}` },
    after: { name: `Sector ${number}`, rateMinor: number },
  });
  return transaction(db, async (tx) => {
    for (let number = 1; number <= count; number += 1) await audit(tx, actor(), entry(number));
    await execute(
      tx,
      sql`insert into identity.login_log (at, login, action, succeeded, device)
      values (now(), 'x@example.test', 'login', false, 'test')`,
    );
  });
}

/** As a superuser with the triggers off: what the chain is for. */
async function rewrite({ ownerUrl }: TestDatabase, ...statements: string[]): Promise<void> {
  const name = ownerUrl.replace(/.*\//, '');
  const client = new pg.Client({ connectionString: onDatabase((await testServer()).superuserUrl, name) });
  await client.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const idOf = async (db: Db, position: number) =>
  (await one<{ id: string }>(db, sql`select row_id as id from logs.audit_seals where position = ${position}`))
    .id;

/** A chain of 31 rows in a database of its own. */
async function sealed(): Promise<TestDatabase> {
  const made = await testDatabase();
  await write(made.db, 30);
  expect(await sealRows(made.db, 7)).toBe(31);
  return made;
}

describe('sealing', () => {
  test('gives each row one place, in batches, and finds nothing twice', async () => {
    const { db } = await sealed();
    expect(await sealRows(db)).toBe(0);
    expect(await verifyChain(db)).toMatchObject({
      rows: 31,
      waiting: 0,
      findings: [],
      head: { position: 31 },
    });
    const sources = sql`select source, count(*)::int as count from logs.audit_seals group by 1 order by 1`;
    expect(await all(db, sources)).toEqual([
      { source: 'audit', count: 30 },
      { source: 'login', count: 1 },
    ]);
  });

  test('two that run at once make one chain', async () => {
    const { db } = await testDatabase();
    await write(db, 200);
    await Promise.all(Array.from({ length: 6 }, () => sealRows(db, 20)));
    await sealRows(db);
    expect(await verifyChain(db)).toMatchObject({ rows: 201, waiting: 0, findings: [] });
  });

  test('a transaction that commits after later rows were sealed is sealed by the next run', async () => {
    const { db } = await testDatabase();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let written = () => {};
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const slow = transaction(db, async (tx) => {
      await audit(tx, actor(), { action: 'sector.add', object: 'sector', objectId: 'slow' });
      // Not waited for by itself (sent ahead): this is.
      await one(tx, sql`select 1`);
      written();
      await held;
    });
    await isWritten;
    await write(db, 5);
    expect(await sealRows(db)).toBe(6);
    commit();
    await slow;
    expect(await verifyChain(db)).toMatchObject({ waiting: 1, findings: [] });
    expect(await sealRows(db)).toBe(1);
    expect(await verifyChain(db)).toMatchObject({ rows: 7, waiting: 0, findings: [] });
  });
});

describe('the verifier names the row that a superuser touched (G53)', () => {
  const touch: [string, (made: TestDatabase) => Promise<{ statements: string[]; expected: object[] }>][] = [
    [
      'one field changed',
      async ({ db }) => {
        const id = await idOf(db, 12);
        return {
          statements: [`update platform.audit set after = '{"name": "x"}' where id = '${id}'`],
          expected: [{ kind: 'changed', id, position: 12, what: 'sector.update sector s-12' }],
        };
      },
    ],
    [
      'the reason of a refused sign-in changed',
      async ({ db }) => {
        const id = await idOf(db, 31);
        return {
          statements: [`update identity.login_log set succeeded = true where id = '${id}'`],
          expected: [{ kind: 'changed', id, position: 31, what: 'login unknown account' }],
        };
      },
    ],
    [
      'one row deleted',
      async ({ db }) => {
        const id = await idOf(db, 7);
        return {
          statements: [`delete from platform.audit where id = '${id}'`],
          expected: [{ kind: 'deleted', id, position: 7, what: 'sector.update sector s-7' }],
        };
      },
    ],
    [
      'one row deleted with its seal',
      async ({ db }) => {
        const id = await idOf(db, 7);
        return {
          statements: [
            `delete from platform.audit where id = '${id}'`,
            'delete from logs.audit_seals where position = 7',
          ],
          expected: [{ kind: 'gap', id: await idOf(db, 8), position: 7 }],
        };
      },
    ],
    [
      'one row inserted between old ones',
      async () => {
        const id = '01900000-0000-7000-8000-000000000001';
        return {
          statements: [
            `insert into platform.audit (id, at, actor_name, role, request_id, action, object, object_id)
              values ('${id}', uuid_extract_timestamp('${id}'), 'x', 'admin', 'x', 'consumer.edit', 'consumer', 'c-1')`,
          ],
          expected: [{ kind: 'inserted', id, position: null, what: 'consumer.edit consumer c-1' }],
        };
      },
    ],
    [
      'one row inserted now that says it is old',
      async () => ({
        statements: [
          `insert into platform.audit (at, actor_name, role, request_id, action, object, object_id)
            values (now() - interval '40 days', 'x', 'admin', 'x', 'consumer.edit', 'consumer', 'c-2')`,
        ],
        expected: [{ kind: 'backdated', what: 'consumer.edit consumer c-2' }],
      }),
    ],
    [
      'two rows exchanged',
      async ({ db }) => {
        const [a, b] = [await idOf(db, 3), await idOf(db, 20)];
        const spare = '00000000-0000-7000-8000-000000000000';
        const rename = (from: string, to: string) =>
          `update platform.audit set id = '${to}' where id = '${from}'`;
        return {
          statements: [rename(a, spare), rename(b, a), rename(spare, b)],
          expected: [
            { kind: 'changed', id: a, position: 3 },
            { kind: 'changed', id: b, position: 20 },
          ],
        };
      },
    ],
    [
      'a row changed and its seal made to fit',
      async ({ db }) => {
        const id = await idOf(db, 9);
        return {
          statements: [
            `update platform.audit set actor_name = 'somebody else' where id = '${id}'`,
            "update logs.audit_seals set hash = sha256('x') where position = 9",
          ],
          expected: [
            { kind: 'changed', id, position: 9 },
            { kind: 'changed', position: 10 },
          ],
        };
      },
    ],
    [
      'only a seal changed',
      async ({ db }) => ({
        statements: ["update logs.audit_seals set hash = sha256('x') where position = 9"],
        expected: [{ kind: 'changed', id: await idOf(db, 9), position: 9 }],
      }),
    ],
  ];

  test.each(touch)('%s', async (_what, make) => {
    const made = await sealed();
    const { statements, expected } = await make(made);
    await rewrite(made, ...statements);
    const { findings } = await verifyChain(made.db);
    expect(findings).toEqual(expected.map((row) => expect.objectContaining(row)));
    expect(findingLine(findings[0] as never)).toMatch(/^20\d\d-/);
  });

  test('the end cut off: found by the head that was sent out', async () => {
    const made = await sealed();
    const { head } = await verifyChain(made.db);
    const kept = parseHead(headText(head as never));
    const cut = ['logs.audit_seals', 'logs.audit_heads'].map((table) => `delete from ${table}`);
    await rewrite(
      made,
      'delete from platform.audit where id in (select row_id from logs.audit_seals where position > 25)',
      'delete from identity.login_log',
      `${cut[0]} where position > 25`,
    );
    expect((await verifyChain(made.db)).findings).toEqual([]);
    expect((await verifyChain(made.db, [kept as never])).findings).toEqual([
      { kind: 'lost_end', position: 26, id: null, what: '31', writtenAt: null },
    ]);
  });

  test('everything written again: found by the head that was sent out', async () => {
    const made = await sealed();
    const { head } = await verifyChain(made.db);
    await rewrite(
      made,
      `update platform.audit set actor_name = 'x' where object_id = 's-5'`,
      'delete from logs.audit_seals',
    );
    await sealRows(made.db);
    expect((await verifyChain(made.db)).findings).toEqual([]);
    expect((await verifyChain(made.db, [head as never])).findings[0]).toMatchObject({
      kind: 'head',
      position: 31,
    });
  });
});

test('the head is sent out once a day; a touched row is noted and mailed to administrators', async () => {
  const made = await testDatabase();
  const { db } = made;
  await execute(
    db,
    sql`with r as (insert into roles.roles (code, name) values ('admin', 'Admin') returning id)
    insert into identity.users (role_id, name, email, language) select id, 'A', 'a@example.test', 'bn' from r`,
  );
  await write(db, 3);
  const { head, findings } = await checkChain(db, actor(), 'Nasrin');
  expect(findings).toEqual([]);
  expect(await publishHead(db, actor(), head as never)).toBe(true);
  expect(await publishHead(db, actor(), head as never)).toBe(false);
  await rewrite(made, `update platform.audit set object_id = 's-99' where object_id = 's-2'`);
  await checkChain(db, actor(), 'system');
  const mails = await all<{ event: string; body: string }>(
    db,
    sql`select event, body from platform.outbox order by event`,
  );
  const day = actor().today;
  expect(mails.map(({ event }) => event)).toEqual([`logs.audit-head:${day}`, `logs.audit-touched:${day}`]);
  expect(mails[0]?.body).toContain(headText(head as never));
  expect(mails[1]?.body).toContain('sector.update sector s-2 ');
  expect(
    await all(db, sql`select by_name, jsonb_array_length(findings) as n from logs.audit_checks order by at`),
  ).toEqual([
    { by_name: 'Nasrin', n: 0 },
    { by_name: 'system', n: 1 },
  ]);
});

const COLUMNS: Record<string, string> = {
  'logs.audit_seals': 'what',
  'logs.audit_checks': 'by_name',
  'logs.audit_heads': 'hash',
  'identity.login_log': 'login',
};

/** SQLSTATE of the refusal. */
function refusal(to: Db, statement: string): Promise<string | undefined> {
  return sql
    .raw(statement)
    .execute(to)
    .then(
      () => 'done',
      (error: pg.DatabaseError) => error.code,
    );
}

test("the program's own role adds to the logs and their seals, and can do nothing else (G2)", async () => {
  const { db, owner } = await testDatabase();
  await write(db, 2);
  await sealRows(db);
  const partitions = await all<{ name: string }>(
    owner.db,
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'platform.audit'::regclass`,
  );
  expect(partitions.length).toBeGreaterThan(15);
  const names = ['platform.audit', ...partitions.map(({ name }) => name), ...Object.keys(COLUMNS)];
  for (const name of names) {
    const column = COLUMNS[name] ?? 'actor_name';
    const statements = [
      `update ${name} set ${column} = ${column}`,
      `delete from ${name}`,
      `truncate ${name}`,
    ];
    const codes = [];
    for (const statement of statements) codes.push(await refusal(db, statement));
    expect(codes, name).toEqual(['42501', '42501', '42501']);
    // The owner is held back as well, by the triggers.
    for (const statement of statements) expect(await refusal(owner.db, statement), name).toBe('55000');
  }
  expect(await refusal(db, 'alter table platform.audit disable trigger all')).toBe('42501');
  expect(await refusal(db, "set session_replication_role = 'replica'")).toBe('42501');
});
