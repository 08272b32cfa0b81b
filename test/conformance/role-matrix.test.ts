/**
 * Role × endpoint (G20), generated from the contracts: every call that a role's rows do not allow is refused with 402
 * and leaves no trace in any table, with inputs that would have been taken. The specification's exempt paths are no
 * exception: the browser lets such pages open, the server refuses their calls.
 */
import { describe, expect, test } from 'vitest';
import { setUserStatus } from '#domains/identity/users/contract.ts';
import { createRole, getRole, setPermission } from '#domains/roles/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { BUILT_IN_ROLES, type BuiltInRole, type Permission } from '#shared/permissions.ts';
import { type Person, testApp } from '#test/app.ts';
import { makeRecords, stateOf } from './records.ts';
import { addressOf, label, type Registered, registry } from './registry.ts';
import { inputSchema, sample } from './sample-input.ts';

const app = await testApp();
const filling = await makeRecords(app);
const admin = await app.staff('admin');

/** Which word a call asks for; calls that everybody signed in may make are not in the matrix. */
const guarded = registry.flatMap((registered) => {
  const { access } = registered.endpoint;
  return 'permission' in access ? [{ registered, word: access.permission }] : [];
});

function send(registered: Registered, person: Person, isReal: boolean) {
  const { endpoint, domain } = registered;
  const filled = filling(domain);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => filled.id(name));
  const query = isReal ? (sample(inputSchema(endpoint.query), filled) as Record<string, unknown>) : {};
  const body = isReal ? sample(inputSchema(endpoint.body), filled) : {};
  return app.server.inject({
    method: endpoint.method,
    url: isReal ? `/api/${endpoint.service}${path}` : addressOf(registered),
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    headers: { authorization: `Bearer ${person.idToken}` },
    ...(endpoint.method === 'GET' || endpoint.kind === 'multipart' ? {} : { payload: body as object }),
  });
}

async function wordsOf(role: string): Promise<Set<string>> {
  const { words } = await one<{ words: string[] }>(
    app.db,
    sql`select coalesce(array_agg(p.permission), '{}') as words from roles.role_permissions p
      join roles.roles r on r.id = p.role_id where r.code = ${role}`,
  );
  return new Set(words);
}

/** Everything that the person's role does not allow, tried for earnest. Gives how many calls that were. */
async function tryForbidden(person: Person, allowed: (word: string) => boolean): Promise<number> {
  const forbidden = guarded.filter(({ word }) => !allowed(word));
  const before = await stateOf(app);
  for (const { registered, word } of forbidden) {
    const answer = await send(registered, person, true);
    const what = `${person.role} ${label(registered)}: ${answer.body.slice(0, 200)}`;
    expect(answer.statusCode, what).toBe(402);
    expect(answer.json().error, what).toMatchObject({
      code: 'common.not_permitted',
      params: { permission: word },
    });
  }
  expect(await stateOf(app)).toEqual(before);
  return forbidden.length;
}

describe('G20: role × endpoint', () => {
  test('the matrix is large, and what a call leaves behind is seen', async () => {
    expect(guarded.length).toBeGreaterThan(100);
    const before = await stateOf(app);
    await app.call(createRole, { as: admin, body: { code: 'seen', name: 'Seen' } });
    const after = await stateOf(app);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(expect.arrayContaining(['platform.audit', 'roles.roles']));
  });

  test.each(BUILT_IN_ROLES.filter((role) => role !== 'admin').map((role) => [role]))(
    'G20: %s is refused with 402 and nothing happens if its rows do not allow the call',
    async (role: BuiltInRole) => {
      const person = role === 'consumer' ? await app.consumer() : await app.staff(role);
      const words = await wordsOf(role);
      expect(await tryForbidden(person, (word) => words.has(word))).toBeGreaterThan(50);
    },
  );

  test('G20: somebody whose role allows nothing is refused everywhere, exempt paths included', async () => {
    const person = await app.staffWith([]);
    expect(await tryForbidden(person, () => false)).toBe(guarded.length);
  });

  test.each(BUILT_IN_ROLES.map((role) => [role]))(
    'G20: %s is let in if its rows allow the call',
    async (role: BuiltInRole) => {
      const person = role === 'consumer' ? await app.consumer() : await app.staff(role);
      const words = await wordsOf(role);
      for (const { registered, word } of guarded) {
        if (registered.endpoint.kind !== 'json' || !(role === 'admin' || words.has(word))) continue;
        if ('consumer' in registered.endpoint.access && role !== 'consumer') continue;
        const { statusCode, body } = await send(registered, person, false);
        const what = `${role} ${label(registered)} ${statusCode} ${body.slice(0, 200)}`;
        expect([402, 403, 500], what).not.toContain(statusCode);
      }
    },
  );
});

describe('what only consumers may ask', () => {
  const ofConsumers = registry.filter(({ endpoint }) => 'consumer' in endpoint.access);

  test.each(BUILT_IN_ROLES.flatMap((role) => (role === 'consumer' ? [] : [[role] as const])))(
    'is refused to %s with 402, and nothing happens',
    async (role) => {
      const person = await app.staff(role);
      const before = await stateOf(app);
      expect(ofConsumers.length).toBeGreaterThan(5);
      for (const registered of ofConsumers) {
        const { statusCode, body } = await send(registered, person, true);
        expect([label(registered), statusCode, body.slice(0, 200)]).toEqual([
          label(registered),
          402,
          expect.stringContaining('common.not_permitted'),
        ]);
      }
      expect(await stateOf(app)).toEqual(before);
    },
  );

  test('is every call whose path names them', () => {
    const named = registry.filter(({ endpoint }) =>
      /^\/(shared-access\/(?!of|end)|dashboard\/consumer)/.test(endpoint.path),
    );
    expect(named.length).toBeGreaterThan(4);
    for (const registered of named)
      expect([label(registered), 'consumer' in registered.endpoint.access]).toEqual([
        label(registered),
        true,
      ]);
  });
});

describe('G25: what is taken away counts at the next request', () => {
  const lists = guarded.filter(
    ({ registered: { endpoint } }) =>
      endpoint.method === 'GET' &&
      endpoint.kind === 'json' &&
      !endpoint.path.includes('{') &&
      !('consumer' in endpoint.access),
  );
  const words = [...new Set(lists.map(({ word }) => word))];

  test('G25: each word, taken from a role by /set-permission, is refused with 402 from then on', async () => {
    const person = await app.staffWith(words as Permission[]);
    const { id } = await one<{ id: string }>(
      app.db,
      sql`select id from roles.roles where code = ${person.role}`,
    );
    const left = new Set<string>(words);
    for (const word of words) {
      const [{ registered } = { registered: undefined }] = lists.filter((list) => list.word === word);
      if (!registered) throw new Error(word);
      const statusOf = async () => (await send(registered, person, false)).statusCode;
      expect(await statusOf(), label(registered)).not.toBe(402);
      left.delete(word);
      const { version } = await app.call(getRole, { as: admin, params: { id } });
      const body = { roleId: id, version, permissions: [...left] };
      await app.call(setPermission, { as: admin, body });
      expect(await statusOf(), `${label(registered)} without ${word}`).toBe(402);
    }
  });

  test('G25: somebody deactivated is refused everywhere with 403, as if never signed in', async () => {
    const person = await app.staffWith(words as Permission[]);
    const { version } = await one<{ version: number }>(
      app.db,
      sql`select version from identity.users where id = ${person.userId}`,
    );
    const body = { id: person.userId, version, status: 'disabled' as const, reason: 'test' };
    await app.call(setUserStatus, { as: admin, body });
    const before = await stateOf(app);
    for (const registered of registry.filter(({ endpoint }) => !('public' in endpoint.access))) {
      const answer = await send(registered, person, true);
      expect([label(registered), answer.statusCode]).toEqual([label(registered), 403]);
    }
    expect(await stateOf(app)).toEqual(before);
  });
});
