/**
 * Mass assignment (G23): every body gets keys that its contract does not name, at every depth: rights, states,
 * amounts, owners, ids, times, and the ways to an object's prototype. None of them is stored in any table, none comes
 * back in an answer. Each value is a mark that nothing else writes, so that one search through all rows finds it.
 */
import { describe, expect, test } from 'vitest';
import { getProfile } from '#domains/identity/session/contract.ts';
import { all, sql } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { firstGrants } from '#shared/words.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeRecords, tablesOf } from './records.ts';
import { label, type Registered, registry } from './registry.ts';
import { inputSchema, type Schema, sample } from './sample-input.ts';

const app = await testApp();
const filling = await makeRecords(app);
const admin = await app.staff('admin');
const consumer = await app.consumer();

const WORD = 'mark-7f3e9a';
const NUMBER = 918_273_645_546_372;
const ID = '0190c0de-c0de-7c0d-8c0d-c0dec0dec0de';
const INSTANT = '1999-12-31T23:59:58.000Z';
/** How the marks look, in any column. */
const MARKS = [WORD, String(NUMBER), ID, '1999-12-31'];

const EXTRA: Record<string, unknown> = {
  ...{ role: WORD, roleId: ID, permissions: [WORD], isAdmin: WORD, kind: WORD },
  ...{ status: WORD, state: WORD, builtIn: WORD, active: WORD, stateId: WORD },
  ...{ amount: NUMBER, amountMinor: NUMBER, balance: NUMBER, balanceMinor: NUMBER, totalMinor: NUMBER },
  ...{ id: ID, customerId: ID, consumerId: ID, ownerId: ID, createdBy: ID, approvedBy: ID },
  ...{ createdAt: INSTANT, approvedAt: INSTANT, passwordHash: WORD, note: WORD },
};

/** A body with keys beside those that its schema names. */
function withExtra(schema: Schema, value: unknown, extra: Record<string, unknown>): unknown {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (Array.isArray(value)) return value.map((item) => withExtra(schema.items ?? {}, item, extra));
  if (typeof value !== 'object' || value === null) return value;
  const properties = choices
    ? Object.assign({}, ...choices.map((choice) => choice.properties ?? {}))
    : schema.properties;
  // Free keys are the content of such an object (a record of texts).
  if (!properties) return value;
  const own = Object.entries(value).map(([name, inner]) => [
    name,
    withExtra(properties[name] ?? {}, inner, extra),
  ]);
  const added = Object.entries(extra).filter(([name]) => !(name in properties));
  return Object.fromEntries([...own, ...added]);
}

const bodies = registry.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.kind === 'json');

function send({ endpoint, domain }: Registered, person: Person, bodyOf: (body: unknown) => string) {
  const filled = filling(domain);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => filled.id(name));
  const query = sample(inputSchema(endpoint.query), filled) as Record<string, unknown>;
  return app.server.inject({
    method: endpoint.method,
    url: `/api/${endpoint.service}${path}`,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${person.idToken}`, 'content-type': 'application/json' },
    payload: bodyOf(sample(inputSchema(endpoint.body), filled)),
  });
}

/** Who may call: an administrator, and a consumer if the call is for consumers too. */
function callers({ endpoint: { access } }: Registered): Person[] {
  const granted: readonly string[] = firstGrants(allWords, 'consumer');
  const isConsumers = !('permission' in access) || granted.includes(access.permission);
  return isConsumers ? [admin, consumer] : [admin];
}

let taken = 0;

describe('G23: mass assignment', () => {
  test.each(bodies.map((registered) => [label(registered), registered] as const))(
    'G23: %s takes only the keys of its contract',
    async (what, registered) => {
      const schema = inputSchema(registered.endpoint.body);
      for (const person of callers(registered)) {
        const answer = await send(registered, person, (body) =>
          JSON.stringify(withExtra(schema, body ?? {}, EXTRA)),
        );
        if (answer.statusCode === 200) taken += 1;
        const report = `${what} as ${person.role}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
        expect(answer.statusCode, report).toBeLessThan(500);
        for (const mark of MARKS) expect(answer.body.includes(mark), report).toBe(false);

        for (const key of ['__proto__', 'constructor']) {
          const poison = key === '__proto__' ? { polluted: WORD } : { prototype: { polluted: WORD } };
          // Written by hand: the key is to be in the text, not to act here.
          const poisoned = await send(registered, person, (body) =>
            JSON.stringify(body ?? {})
              .replace(/^\{/, (open) => `${open}"${key}":${JSON.stringify(poison)},`)
              .replace(/,\}$/, '}'),
          );
          expect(poisoned.statusCode, `${what} with ${key}`).toBeLessThan(500);
          expect(poisoned.body.includes(WORD), `${what} with ${key}`).toBe(false);
          expect(({} as { polluted?: string }).polluted, `${what} with ${key}`).toBeUndefined();
        }
      }
    },
  );

  test('G23: many of these calls were done, and nothing of the other keys is in any row', async () => {
    expect(taken).toBeGreaterThan(25);
    const tables = await tablesOf(app);
    const found = await all<{ row: string }>(
      app.owner.db,
      sql`${sql.join(
        tables.map(
          ({
            schema,
            name,
          }) => sql`select ${`${schema}.${name} `}::text || t::text as row from ${sql.id(schema, name)} t
            where t::text like any (${MARKS.map((mark) => `%${mark}%`)}::text[])`,
        ),
        sql` union all `,
      )}`,
    );
    expect(found.map(({ row }) => row)).toEqual([]);
  });

  test('G23: the senders are who they were', async () => {
    expect((await app.call(getProfile, { as: consumer })).profile).toMatchObject({
      role: 'consumer',
      consumerId: consumer.consumerId,
    });
    expect((await app.call(getProfile, { as: admin })).profile.role).toBe('admin');
  });
});
