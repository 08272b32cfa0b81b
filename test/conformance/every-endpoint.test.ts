/** Rules over all endpoints, G19 and G45: they hold for an endpoint from the moment it is declared. */
import { describe, expect, test } from 'vitest';
import { allRoutes } from '#app/services.ts';
import { one, sql } from '#platform/database/db.ts';
import { allWords } from '#platform/words/all-words.ts';
import { allPermissions } from '#shared/words.ts';
import { testApp } from '#test/app.ts';
import { addressOf, label, type Registered, registry } from './registry.ts';

const app = await testApp();

function call(registered: Registered) {
  const { endpoint } = registered;
  return app.server.inject({
    method: endpoint.method,
    url: addressOf(registered),
    ...(endpoint.method === 'GET' || endpoint.kind === 'multipart' ? {} : { payload: {} }),
  });
}

describe('G19: inventory', () => {
  test('every declared endpoint is bound once, and nothing else is', () => {
    const bound = allRoutes(app.platform).map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.service}${endpoint.path}`,
    );
    expect([...bound].sort()).toEqual(registry.map(label).sort());
    expect(new Set(bound).size).toBe(bound.length);
  });

  test('OpenAPI describes as many operations', async () => {
    const answer = await app.server.inject('/api/openapi.json');
    const { paths, openapi } = answer.json<{ paths: Record<string, object>; openapi: string }>();
    expect(openapi).toBe('3.1.0');
    expect(Object.values(paths).flatMap((path) => Object.keys(path))).toHaveLength(registry.length);
  });

  const permissions = allPermissions(allWords);

  test('every permission word exists, every public endpoint says why', () => {
    for (const registered of registry) {
      const { access } = registered.endpoint;
      if ('permission' in access) expect(permissions, label(registered)).toContain(access.permission);
      else expect(Object.values(access)[0]?.length, label(registered)).toBeGreaterThan(5);
    }
  });
});

test('G19: anonymous callers are refused with 403 and nothing is executed', async () => {
  const before = await one<{ rows: number }>(app.db, sql`select count(*) as rows from platform.audit`);
  for (const registered of registry.filter(({ endpoint }) => !('public' in endpoint.access))) {
    const answer = await call(registered);
    expect([label(registered), answer.statusCode, answer.json().error.code]).toEqual([
      label(registered),
      403,
      'common.not_signed_in',
    ]);
  }
  expect(await one(app.db, sql`select count(*) as rows from platform.audit`)).toEqual(before);
});

test('headers of answers and refusals (G45)', async () => {
  for (const url of ['/api/main/sector', '/api/openapi.json', '/api/nowhere', '/health/live']) {
    const { headers } = await app.server.inject(url);
    expect(headers['content-security-policy'], url).toContain("default-src 'none'");
    expect(headers['x-content-type-options'], url).toBe('nosniff');
    expect(headers['x-powered-by'], url).toBeUndefined();
    if (url.startsWith('/api/')) expect(headers['cache-control'], url).toBe('no-store');
  }
});

test('an address that cannot be read leads a person to the screen that says so, and a program to a refusal', async () => {
  for (const url of ['/dashboard%ff', '/paper/%E0', '/all-new-connections/%E0%A4']) {
    const { statusCode, headers } = await app.server.inject(url);
    expect([url, statusCode, headers.location]).toEqual([url, 302, '/not-available']);
  }
  for (const url of ['/api/main/application/%E0', '/files/%ff']) {
    const answer = await app.server.inject(url);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'common.not_found']);
  }
});

test('the docs page runs its own script and no other', async () => {
  const { headers, body } = await app.server.inject('/api/docs/');
  expect(body).toContain('openapi.json');
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]{44}'/);
  const script = /<script src="([^"]+)"/.exec(body)?.[1] ?? '';
  const source = await app.server.inject(new URL(script, 'http://localhost/api/docs/').pathname);
  expect(source.statusCode).toBe(200);
});
