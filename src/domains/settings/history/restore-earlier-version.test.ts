/** What an entry was before, and an earlier version as a new change; what the browser is told of it. */
import { expect, test } from 'vitest';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getSettings, updateSettings } from '../contract.ts';
import { updateWebsite } from '../website/contract.ts';
import { publicFace } from '../website/public-face.ts';
import * as contract from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');
const save = async (change: object) => {
  const { utility, version } = await app.call(getSettings, { as: admin });
  return app.call(updateSettings, { as: admin, body: { utility: { ...utility, ...change }, version } });
};

test('each version says who saved what, and an earlier one comes back as the newest', async () => {
  await save({ nameEn: 'Purbachal Water', titleSuffix: 'Purbachal' });
  await save({ titleSuffix: 'PWS', phone: '16162' });
  const { items } = await app.call(contract.listEntryVersions, { as: admin, query: { key: 'utility' } });
  expect(items.map(({ version, savedBy }) => [version, savedBy])).toEqual([
    [2, 'Karim Uddin'],
    [1, 'Karim Uddin'],
  ]);
  expect(items[0]?.changes).toEqual([
    { field: 'phone', before: '', after: '16162' },
    { field: 'titleSuffix', before: 'Purbachal', after: 'PWS' },
  ]);
  const body = { key: 'utility' as const, restores: 1, version: 2 };
  expect(await app.call(contract.restoreEntry, { as: admin, body })).toEqual({ version: 3 });
  const { utility, version } = await app.call(getSettings, { as: admin });
  expect([utility.titleSuffix, utility.phone, version]).toEqual(['Purbachal', '', 3]);
  expect((await app.refused(contract.restoreEntry, { as: admin, body })).code).toBe('common.stale_version');
  const unknown = { ...body, restores: 99, version: 3 };
  expect((await app.refused(contract.restoreEntry, { as: admin, body: unknown })).status).toBe(404);
  const trail = await one<{ reason: string }>(
    app.db,
    sql`select reason from platform.audit where object = 'settings' order by id desc limit 1`,
  );
  expect(trail.reason).toBe('version 1 again');
});

test('the company name in page titles and the texts of the website count at once, in both languages', async () => {
  await save({ titleSuffix: 'Dhaka North Water', titleSuffixBn: 'ঢাকা উত্তর পানি' });
  const website = {
    footerEn: 'Dhaka North Water',
    supportPhone: '16163',
    facebook: 'https://facebook.com/dnw',
  };
  await app.call(updateWebsite, { as: admin, body: { website, version: 0 } });
  expect(await publicFace(app.db)).toMatchObject({
    companyName: 'Dhaka North Water',
    companyNameBn: 'ঢাকা উত্তর পানি',
    supportPhone: '16163',
    website: { footer: { en: 'Dhaka North Water', bn: 'Dhaka North Water' } },
  });
  expect(await app.codeOf(updateWebsite, { as: admin, body: { website, version: 0 } })).toBe(
    'common.stale_version',
  );
  const bad = { website: { facebook: 'javascript:alert(1)' }, version: 1 };
  expect((await app.refused(updateWebsite, { as: admin, body: bad })).fields[0]?.path).toBe(
    'website.facebook',
  );
});

test('only those who may look and change', async () => {
  const reviewer = await app.staff('reviewer');
  expect((await app.refused(contract.listEntryVersions, { as: reviewer })).status).toBe(402);
  const body = { key: 'utility' as const, restores: 1, version: 2 };
  expect((await app.refused(contract.restoreEntry, { as: reviewer, body })).status).toBe(402);
});
