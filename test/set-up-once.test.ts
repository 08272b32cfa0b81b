import { describe, expect, test } from 'vitest';
import { ensureSetupLink } from '#app/setup.ts';
import * as settings from '#domains/settings/contract.ts';
import { listRoads, listSectors } from '#domains/settings/places/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';

const app = await testApp();
const link = async () => {
  const printed = await ensureSetupLink(app.database, 'http://localhost:8080');
  return new URL(String(printed)).hash.slice(1);
};

const body = (token: string, places: settings.PlacesChoice = { from: 'sample' }) => ({
  token,
  language: 'bn' as const,
  utility: { nameEn: 'Purbachal Water', nameBn: 'পূর্বাচল পানি', addressEn: 'Sector 1', addressBn: '' },
  admin: {
    name: 'নাসরিন আক্তার',
    email: 'nasrin@example.org',
    phone: '01711223344',
    password: 'pukur-par-7',
  },
  places,
  tariff: 'dhaka-wasa' as const,
});

describe('setting up', () => {
  test('wants the link that was printed last', async () => {
    const old = await link();
    const token = await link();
    expect((await app.refused(settings.runSetup, { body: body(old) })).code).toBe('settings.setup_closed');
    const check = { token, text: 'Sector,Name,Road,Name\n1,,101,\n1,,102,' };
    expect(await app.call(settings.checkSetupPlaces, { body: check })).toEqual({ sectors: 1, roads: 2 });
  });

  test('a refused list or password leaves the link good', async () => {
    const token = await link();
    const list = body(token, { from: 'list', text: '1,,101,\n,,102,\n1,,101,' });
    const refusal = await app.refused(settings.runSetup, { body: list });
    expect(refusal.code).toBe('settings.places_invalid');
    expect(refusal.fields.map((field) => [field.path, field.code])).toEqual([
      ['row2', 'settings.place_incomplete'],
      ['row3', 'settings.place_repeated'],
    ]);
    const weak = body(token);
    weak.admin.password = 'password';
    const guessed = await app.refused(settings.runSetup, { body: weak });
    expect([guessed.code, guessed.fields[0]?.path]).toEqual(['identity.weak_password', 'admin.password']);
    expect(await app.call(settings.getSetup)).toEqual({ open: true, demo: null });
  });

  test('happens once, however many try at the same moment; then the administrator signs in', async () => {
    const token = await link();
    const attempts = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.server.inject({ method: 'POST', url: '/api/main/setup', payload: body(token) }),
      ),
    );
    expect(attempts.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await app.call(settings.getSetup)).toEqual({ open: false, demo: null });
    expect(await ensureSetupLink(app.database, 'http://localhost')).toBeUndefined();
    const signedIn = await app.signIn('nasrin@example.org', 'pukur-par-7');
    expect([signedIn.profile.role, signedIn.profile.language]).toEqual(['admin', 'bn']);
    const as = {
      userId: signedIn.profile.id,
      consumerId: null,
      role: 'admin',
      password: '',
      idToken: signedIn.response.AuthenticationResult.IdToken,
    };
    expect((await app.call(listSectors, { as })).total).toBe(30);
    expect((await app.call(listRoads, { as })).total).toBe(300);
    const tariffs = await one<{ approved: number }>(
      app.db,
      sql`select count(*) as approved from billing.tariff_versions where state = 'APPROVED'`,
    );
    expect(tariffs.approved).toBeGreaterThan(0);
    const { utility, version } = await app.call(settings.getSettings, { as });
    expect([utility.nameBn, utility.titleSuffix, utility.language]).toEqual([
      'পূর্বাচল পানি',
      'Purbachal Water',
      'bn',
    ]);
    const changed = { utility: { ...utility, phone: '16162' }, version };
    expect((await app.call(settings.updateSettings, { as, body: changed })).utility.phone).toBe('16162');
    expect((await app.refused(settings.updateSettings, { as, body: changed })).code).toBe(
      'common.stale_version',
    );
  });
});
