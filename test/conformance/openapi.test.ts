/** The OpenAPI document is true: a linter finds nothing, answers are described, and a client made from it works. */
import { execFile } from 'node:child_process';
import { symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import * as clients from 'openapi-typescript-codegen';
import { describe, expect, test } from 'vitest';
import { allRoutes } from '#app/services.ts';
import { getProfile } from '#domains/identity/session/contract.ts';
import { testApp } from '#test/app.ts';
import { temporaryFolder } from '#test/temporary-folder.ts';
import { registry } from './registry.ts';

const run = promisify(execFile);
const app = await testApp();
const folder = temporaryFolder();
const source = (await app.server.inject('/api/openapi.json')).body;

type Operation = {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content: Record<string, { schema?: Json }> }>;
};
type Json = { [key: string]: unknown };

const { paths } = JSON.parse(source) as { paths: Record<string, Record<string, Operation>> };
const operation = (method: string, path: string) =>
  (paths[`/api/${path}`] ?? paths[path.replace(/^\w+/, '')])?.[method] as Operation;

/** The specification spells these paths; a router knows a fixed part from a parameter. */
const SPELLED_AMBIGUOUSLY = { rules: { 'no-ambiguous-paths': 'off' } } as const;

test('the linter finds nothing by its recommended rules', { timeout: 180_000 }, async () => {
  const config = await createConfig({ extends: ['recommended'], ...SPELLED_AMBIGUOUSLY });
  const problems = await lintFromString({ source, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('the linter finds a call without security, a server or a name', async () => {
  const broken = JSON.parse(source) as { servers?: unknown; paths: Record<string, Record<string, Json>> };
  delete broken.servers;
  const login = broken.paths['/api/social/user/login']?.post as Json;
  delete login.security;
  delete login.operationId;
  const problems = await lintFromString({
    source: JSON.stringify(broken),
    config: await createConfig({ extends: ['recommended'], ...SPELLED_AMBIGUOUSLY }),
  });
  expect(problems.map(({ ruleId }) => ruleId).sort()).toEqual([
    'no-empty-servers',
    'operation-operationId',
    'security-defined',
  ]);
});

test('exactly the public calls need no token', () => {
  const open = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ security }) => security.length === 0);
  const declared = registry.filter(({ endpoint }) => 'public' in endpoint.access);
  expect(open.map(({ operationId }) => operationId).sort()).toEqual(
    declared.map(({ domain, name }) => `${domain}_${name}`).sort(),
  );
});

test('the calls that keep the key for repeating name it, and no other does', () => {
  for (const { kind, endpoint } of allRoutes(app.platform)) {
    const { parameters, responses } = operation(
      endpoint.method.toLowerCase(),
      `${endpoint.service}${endpoint.path}`,
    );
    const keeps = kind === 'action' && !('public' in endpoint.access);
    const named = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
    expect([endpoint.path, named]).toEqual([endpoint.path, keeps]);
    const refuses = JSON.stringify(responses).includes('common.idempotency_key_reused');
    expect([endpoint.path, refuses]).toEqual([endpoint.path, keeps]);
  }
});

describe('bodies', () => {
  test('a form has its file and its fields', () => {
    const form = operation('post', 'main/file-upload').requestBody?.content['multipart/form-data']?.schema;
    expect(form).toMatchObject({
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' }, kind: { enum: expect.any(Array) } },
    });
    const forms = registry.filter(({ endpoint }) => endpoint.kind === 'multipart');
    for (const { endpoint } of forms) {
      const described = operation(
        endpoint.method.toLowerCase(),
        `${endpoint.service}${endpoint.path}`,
      ).requestBody;
      expect(Object.keys(described?.content ?? {}), endpoint.path).toEqual(['multipart/form-data']);
    }
  });

  test('a choice between bodies is described', () => {
    const choice = operation('post', 'main/rajuk/application/{id}/approval-decision').requestBody?.content[
      'application/json'
    ]?.schema;
    expect(choice?.oneOf ?? choice?.anyOf).toHaveLength(3);
  });
});

test('no part of an answer is left undescribed, only the values of a free record', () => {
  const empty: string[] = [];
  const walk = (path: string, json: unknown): void => {
    if (typeof json !== 'object' || json === null) return;
    if (Object.keys(json).length === 0 && !/\/(additionalProperties|required|enum|const|default)$/.test(path))
      empty.push(path);
    for (const [key, value] of Object.entries(json)) walk(`${path}/${key}`, value);
  };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(methods))
      walk(`${method} ${path}`, responses[200]?.content['application/json']?.schema);
  expect(empty).toEqual([]);
});

describe('a client made from it', () => {
  test('compiles and signs in', { timeout: 300_000 }, async () => {
    await writeFile(join(folder, 'openapi.json'), source);
    await clients.generate({
      input: join(folder, 'openapi.json'),
      output: join(folder, 'client'),
      httpClient: clients.HttpClient.FETCH,
      useOptions: true,
    });
    await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{ strict: true, skipLibCheck: true, types: [], outDir: 'made', rootDir: 'client' },
          ...{ target: 'es2023', module: 'commonjs', moduleResolution: 'bundler', lib: ['es2023', 'dom'] },
        },
        include: ['client'],
      }),
    );
    await run(process.execPath, [join('node_modules', 'typescript', 'bin', 'tsc'), '-p', folder]);

    const person = await app.staff('surveyor');
    const { phone } = (await app.call(getProfile, { as: person })).profile;
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { OpenAPI, SocialService } = createRequire(import.meta.url)(join(folder, 'made', 'index.js'));
    OpenAPI.BASE = address;
    const answer = await SocialService.identityLogin({
      requestBody: { login: phone, password: person.password },
    });
    OpenAPI.TOKEN = answer.data.response.AuthenticationResult.IdToken;
    const profile = await SocialService.identityGetProfile({});
    expect(profile.data.profile.phone).toBe(phone);
  });
});
