/**
 * Who saves over another one's change is refused, and told what the record is now, so that the form shows both values
 * (web/ui/form/conflict/conflict-panel.tsx).
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { allRoutes } from '#app/services.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { editConsumer, getConsumer } from '#domains/consumers/contract.ts';
import { editProfile } from '#domains/identity/contract.ts';
import { getProfile } from '#domains/identity/session/contract.ts';
import { getRole, setPermission } from '#domains/roles/contract.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { commonErrors } from '#shared/errors.ts';
import { type Person, testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { getSettings, updateSettings } from './contract.ts';
import { makeSector } from './factory.ts';
import { updateSector } from './places/contract.ts';

const app = await testApp();
const STALE = commonErrors.stale_version.code;

/** Steps: what they take is no field of a form that somebody edits. They say that the record changed (decision 0030). */
const STEPS = [
  '/application/update/customerId',
  '/cash-closings/{id}/ask-reopen',
  '/cash-closings/{id}/refuse-reopen',
  '/cash-closings/{id}/withdraw-reopen',
  '/settings/billing/{id}/withdraw',
  '/settings/cheque-fee/{id}/withdraw',
  '/settings/dunning/{id}/withdraw',
  '/settings/empty-houses/{id}/withdraw',
  '/settings/leaks/{id}/withdraw',
  '/settings/payment-plans/{id}/withdraw',
  '/settings/rebates/{id}/withdraw',
  '/settings/surcharges/{id}/withdraw',
  '/settings/vat/{id}/withdraw',
  '/settings/wallet/{id}/withdraw',
  '/tariff/{id}/approve',
  '/tariff/{id}/submit',
  '/user/status',
];

test('every call that takes the fields of a versioned record tells what it is now', () => {
  const missing = allRoutes(app.platform).flatMap((route) => {
    const { body, path, output } = route.endpoint;
    if (!(body instanceof z.ZodObject) || !('version' in body.shape) || route.kind !== 'action') return [];
    const answered = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
    // Fields that the call takes and its answer tells.
    const shared = Object.keys(body.shape).filter((name) => name !== 'id' && answered.includes(name));
    return shared.length < 2 || route.now ? [] : [path];
  });
  expect(missing.toSorted()).toEqual(STEPS);
});

/** The options of a form that name the version of its record (`version`, not one within `extra`), and the names of its calls. */
const FORMS = /useForm(?:<[^(]*>)?\(([^{;]*?), \{\n([\s\S]*?)\n {2}\}\)/g;
const IMPORTS = /import \{([^}]*)\} from '(\.[^']*|#domains[^']*)\/contract\.ts'/g;
type Call = { method: string; path: string };

test('a form that names the version of its record is of a call that tells what the record is now: another one would send the old version for good', async () => {
  const called = ({ method, path }: Call) => `${method} ${path}`;
  const telling = new Set(
    allRoutes(app.platform).flatMap((route) =>
      route.kind === 'action' && route.now ? [called(route.endpoint)] : [],
    ),
  );
  const [silent, found]: [string[], string[]] = [[], []];
  for (const file of globSync('src/domains/*/web/**/*.tsx')) {
    const text = readFileSync(file, 'utf8');
    const forms = [...text.matchAll(FORMS)].filter(([, , options]) =>
      /^ {4}version[:,]/m.test(options ?? ''),
    );
    if (forms.length === 0) continue;
    const contracts: Record<string, Call> = {};
    for (const [, , from = ''] of text.matchAll(IMPORTS)) {
      const folder = from.startsWith('#') ? from.replace('#', 'src/') : resolve(dirname(file), from);
      Object.assign(contracts, await import(resolve(folder, 'contract.ts')));
    }
    for (const [, names = ''] of forms) {
      const calls = [...names.matchAll(/\w+/g)].flatMap(([name]) => contracts[name] ?? []).map(called);
      found.push(...calls);
      if (!calls.some((call) => telling.has(call))) silent.push(`${file}: ${names}`);
    }
  }
  expect(silent).toEqual([]);
  // The files are read as they are written.
  expect(found.length).toBeGreaterThan(15);
});

test('the refusal holds the record as it is now, in the shape of the answer', async () => {
  const sector = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const clerk = await app.staffWith(['sectors:edit']);
  const { id, version, number } = sector;
  const rename = (name: string) => ({ as: clerk, body: { id, version, number, name } });
  const saved = await app.call(updateSector, rename('Lakeside'));
  const refusal = await app.refused(updateSector, rename('Lake View'));
  expect(refusal).toMatchObject({ code: STALE, status: 409, now: saved });
  expect(Object.keys(refusal.now as object).sort()).toEqual(Object.keys(saved).sort());
});

test('what is committed while the call waits is told', async () => {
  const { id, version, number } = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const clerk = await app.staffWith(['sectors:edit']);
  const refusal = await duringChange(
    app,
    (tx) =>
      sql`update settings.sectors set name = 'Meanwhile', version = version + 1 where id = ${id}`.execute(tx),
    () => app.refused(updateSector, { as: clerk, body: { id, version, number, name: 'Lake View' } }),
  );
  expect(refusal).toMatchObject({ code: STALE, now: { name: 'Meanwhile', version: version + 1 } });
});

test('who may not change the record is told nothing of it, for any version that they name', async () => {
  const { id, number } = await transaction(app.db, (tx) => makeSector(tx, app.system()));
  const reader = await app.staffWith(['sectors:view']);
  const refusal = await app.refused(updateSector, {
    as: reader,
    body: { id, version: 99, number, name: 'x' },
  });
  expect([refusal.code, 'now' in refusal]).toEqual([commonErrors.not_permitted.code, false]);
});

test('any other refusal holds no record', async () => {
  const admin = await app.staff('admin');
  const { id: roleId } = await one<{ id: string }>(
    app.db,
    sql`select id from roles.roles where code = 'admin'`,
  );
  const { version } = await app.call(getRole, { as: admin, params: { id: roleId } });
  const body = { roleId, version, permissions: [] };
  const refusal = await app.refused(setPermission, { as: admin, body });
  expect([refusal.code, 'now' in refusal]).toEqual(['roles.built_in', false]);
});

test('the identity number is told as the actor sees it', async () => {
  const { id } = await transaction(app.db, (tx) =>
    createConsumer(tx, app.system(), { name: 'Rahima', phone: '+8801555000222', nid: '1990123456789' }),
  );
  const seen = async (as: Person) => {
    const now = await app.call(getConsumer, { as, params: { id } });
    const { name, phone, version } = now;
    const body = { id, name, phone, version: version + 7 };
    const refusal = await app.refused(editConsumer, { as, body });
    expect((refusal.now as typeof now).nid).toBe(now.nid);
    return now.nid;
  };
  expect(await seen(await app.staff('admin'))).toBe('1990123456789');
  await seen(await app.staffWith(['consumers:view', 'consumers:edit']));
});

test('a consumer and a member of staff are told their own profile', async () => {
  for (const as of [await app.consumer(), await app.staff('cashier')]) {
    const { profile } = await app.call(getProfile, { as });
    const body = { name: 'Other', language: 'en', theme: 'dark', version: profile.version + 1 } as const;
    const refusal = await app.refused(editProfile, { as, body });
    expect(refusal).toMatchObject({ code: STALE, now: { id: profile.id, name: profile.name } });
  }
});

test('settings and the permissions of a role are told with their version', async () => {
  const admin = await app.staff('admin');
  const { utility, version } = await app.call(getSettings, { as: admin });
  const old = await app.refused(updateSettings, { as: admin, body: { utility, version: version + 1 } });
  expect(old.now).toEqual({ utility, version });
  const { id: roleId } = await one<{ id: string }>(
    app.db,
    sql`select id from roles.roles where code = 'reader'`,
  );
  const role = await app.call(getRole, { as: admin, params: { id: roleId } });
  const body = { roleId, version: role.version + 1, permissions: [] };
  const refusal = await app.refused(setPermission, { as: admin, body });
  expect(refusal.now).toEqual({ permissions: role.permissions, version: role.version });
});
