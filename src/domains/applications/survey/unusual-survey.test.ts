/** A length beyond what is usual is asked about once, by the limit of the settings; what was confirmed is in the log. */
import { expect, test } from 'vitest';
import { all, execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getApplication } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { getApplicationSettings, updateApplicationSettings } from '../settings/contract.ts';
import { workSettings } from '../settings/settings.rules.ts';
import { saveSurvey, submitSurvey } from './contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

async function visit() {
  const as = await app.staff('surveyor');
  const { id, materialId } = await makeApplication(app, { upTo: 'READY_TO_SURVEY' });
  await execute(
    app.db,
    sql`update applications.applications set assignee_id = ${as.userId}::uuid where id = ${id}`,
  );
  const bodyOf = async (distanceM: string, quantity: string, more: { unusual?: boolean }) => ({
    ...{ applicationId: id, visitedOn: '2026-11-15', distanceM, roadType: 'brick', pipeSizeMm: 20 as const },
    version: (await app.call(getApplication, { as, params: { id } })).version,
    materials: [{ materialId, quantity }],
    ...more,
  });
  const submit = async (distanceM: string, quantity = '3', more: { unusual?: boolean } = {}) => ({
    ...{ as, query: { type: 'FIXED' as const }, body: await bodyOf(distanceM, quantity, more) },
  });
  return { as, id, materialId, submit };
}
const logged = (id: string) =>
  all(
    app.db,
    sql`select after -> 'unusualLength' as unusual from platform.audit where object_id = ${id} and action = 'application.survey'`,
  );

test('7500 m for 7.500 is asked about, and taken if somebody says so; a usual one is not asked about', async () => {
  const { as, id, submit } = await visit();
  const refusal = await app.refused(submitSurvey, await submit('7500'));
  expect([refusal.code, refusal.params]).toEqual([
    'applications.unusual_length',
    { metres: 7500, usual: 100 },
  ]);
  // What is typed is kept all the same.
  const { query: _, ...save } = await submit('7500');
  expect(await app.codeOf(saveSurvey, save)).toBeUndefined();
  expect(await logged(id)).toEqual([]);
  expect(await app.codeOf(submitSurvey, await submit('7500', '3', { unusual: true }))).toBeUndefined();
  expect(await logged(id)).toEqual([{ unusual: true }]);
  const usual = await visit();
  expect(await app.codeOf(submitSurvey, await usual.submit('7.500'))).toBeUndefined();
  expect(await logged(usual.id)).toEqual([{ unusual: null }]);
  expect((await app.call(getApplication, { as, params: { id } })).usualDistanceM).toBe(100);
});

test('materials by the metre count as lengths; the limit is that of the settings', async () => {
  const { submit, materialId, id, as } = await visit();
  const inUnit = (unit: string) =>
    execute(app.owner.db, sql`update settings.materials set unit = ${unit} where id = ${materialId}`);
  await inUnit('m');
  expect(await app.codeOf(submitSurvey, await submit('3', '150'))).toBe('applications.unusual_length');
  await inUnit('pcs');
  // Of what is counted in pieces, another limit; nobody takes a part of a piece, or nothing.
  const refused = await app.refused(submitSurvey, await submit('3', '150'));
  expect([refused.code, refused.params]).toEqual([
    'applications.unusual_quantity',
    expect.objectContaining({ quantity: '150', usual: 100 }),
  ]);
  for (const unit of ['pcs', 'set', 'bag']) {
    await inUnit(unit);
    expect(await app.codeOf(submitSurvey, await submit('3', '1.5'))).toBe('applications.whole_pieces');
  }
  expect(await app.codeOf(submitSurvey, await submit('3', '0'))).toBe('common.invalid_input');
  await inUnit('pcs');
  const { settings, version } = await app.call(getApplicationSettings, { as: admin });
  await app.call(updateApplicationSettings, {
    as: admin,
    body: { work: { ...workSettings.parse(settings), usualDistanceM: 2 }, version },
  });
  expect((await app.call(getApplication, { as, params: { id } })).usualDistanceM).toBe(2);
  expect(await app.codeOf(submitSurvey, await submit('3', '90'))).toBe('applications.unusual_length');
  expect(await app.codeOf(submitSurvey, await submit('2', '90'))).toBeUndefined();
});

test('a quantity that somebody confirmed is taken, and in the log', async () => {
  const { submit, materialId, id } = await visit();
  await execute(app.owner.db, sql`update settings.materials set unit = 'pcs' where id = ${materialId}`);
  expect(await app.codeOf(submitSurvey, await submit('1', '101'))).toBe('applications.unusual_quantity');
  expect(await app.codeOf(submitSurvey, await submit('1', '101', { unusual: true }))).toBeUndefined();
  const [entry] = await all<{ quantity: boolean; length: boolean | null }>(
    app.db,
    sql`select (after -> 'unusualQuantity')::boolean as quantity, (after -> 'unusualLength')::boolean as length
      from platform.audit where object_id = ${id} and action = 'application.survey'`,
  );
  expect(entry).toEqual({ quantity: true, length: null });
});
