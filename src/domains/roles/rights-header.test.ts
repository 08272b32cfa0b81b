/** The header by which an open page learns that its person was given or taken something (web/session/rights.ts). */
import { expect, test } from 'vitest';
import { getProfile } from '#domains/identity/session/contract.ts';
import { listSectors } from '#domains/settings/places/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { rightsVersion } from '#platform/http/rights-version.ts';
import type { Permission } from '#shared/permissions.ts';
import { RIGHTS_HEADER } from '#shared/rights.ts';
import { type Person, testApp } from '#test/app.ts';
import { getRole, setPermission } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

async function headerOf(person: Person, { service, path } = getProfile as { service: string; path: string }) {
  const headers = { authorization: `Bearer ${person.idToken}` };
  const answer = await app.server.inject({ url: `/api/${service}${path}`, headers });
  return { status: answer.statusCode, rights: answer.headers[RIGHTS_HEADER] };
}

async function setWords(person: Person, permissions: Permission[]) {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from roles.roles where code = ${person.role}`,
  );
  const { version } = await app.call(getRole, { as: admin, params: { id } });
  await app.call(setPermission, { as: admin, body: { roleId: id, version, permissions } });
}

test('the next answer after a right is given, or taken, says other rights; a refusal too', async () => {
  const person = await app.staffWith(['roads:view']);
  const before = (await headerOf(person)).rights;
  expect(before).toMatch(/^[\w-]{12}$/);
  expect((await headerOf(person)).rights).toBe(before);
  await setWords(person, ['roads:view', 'sectors:view']);
  const given = await headerOf(person, listSectors);
  expect([given.status, given.rights === before]).toEqual([200, false]);
  await setWords(person, ['roads:view']);
  expect(await headerOf(person, listSectors)).toEqual({ status: 402, rights: before });
});

test('the same words of another role are other rights; their order means nothing', async () => {
  const permissions = new Set<Permission>(['roads:view', 'sectors:view']);
  const turned = new Set<Permission>(['sectors:view', 'roads:view']);
  const version = rightsVersion({ role: 'a', permissions });
  expect(rightsVersion({ role: 'a', permissions: turned })).toBe(version);
  expect(rightsVersion({ role: 'b', permissions })).not.toBe(version);
});

test('nobody who is not signed in is told rights', async () => {
  const answer = await app.server.inject({ url: `/api/${getProfile.service}${getProfile.path}` });
  expect([answer.statusCode, answer.headers[RIGHTS_HEADER]]).toEqual([403, undefined]);
});
