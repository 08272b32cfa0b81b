/** A plot number that looks the same is the same plot, however it was typed. */
import { expect, test } from 'vitest';
import { writtenPlot } from '#domains/settings/plot-numbers.rules.ts';
import { one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { listApplications } from '../contract.ts';
import { makeApplication } from '../factory.ts';
import { submitApplication } from './contract.ts';

const app = await testApp();
const reviewer = await app.staff('reviewer');

const SAME_AS_12 = [
  ...['12', '১২', '012', '12\u200B', '1\u00AD2', '\u206012', '１２', '1 2', '१२', '\u00A012', '1\uFE0F2'],
  ...['০০১২', '1\u30002', '1\u{E0061}2'],
];
const SAME_AS_A_5 = ['A-5', 'a-5', 'Ａ－５', 'A–05', 'a\u2011৫', 'A - 5'];

async function keyOf(plot: string): Promise<string> {
  return (await one<{ key: string }>(app.db, sql`select platform.plot_key(${plot}::text) as key`)).key;
}

test('spellings of one plot have one key, and other plots have other ones', async () => {
  expect(new Set(await Promise.all(SAME_AS_12.map(keyOf)))).toEqual(new Set(['12']));
  expect(new Set(await Promise.all(SAME_AS_A_5.map(keyOf)))).toEqual(new Set(['A-5']));
  const others = ['12', '120', '102', '1-2', '1/2', '12A', '12ক', '12খ', '0', '10', '100'];
  expect(new Set(await Promise.all(others.map(keyOf))).size).toBe(others.length);
  expect(await keyOf('B-007/0010')).toBe('B-7/10');
});

test('what is shown is what was written, without what cannot be seen; the form and the database agree', async () => {
  expect(SAME_AS_12.map(writtenPlot)).toEqual([
    ...['12', '12', '012', '12', '12', '12', '１２', '1 2', '१२', '12', '12', '0012', '1 2', '12'],
  ]);
  for (const plot of [...SAME_AS_12, ...SAME_AS_A_5]) {
    const { written } = await one<{ written: string }>(
      app.db,
      sql`select platform.plot_written(${plot}::text) as written`,
    );
    // Bengali digits are made Latin by the form only.
    expect(writtenPlot(written)).toBe(writtenPlot(plot));
  }
});

test('no spelling of a connected plot, or of one that somebody applies for, is another plot', async () => {
  const household = await app.consumer();
  const { roadId } = await makeApplication(app, { upTo: 'DRAFT' });
  const submit = async (plotNumber: string) => {
    const consumerId = String(household.consumerId);
    const { id: applicationId, version } = await makeApplication(app, {
      ...{ upTo: 'DRAFT', consumerId, roadId, plotNumber },
    });
    return app.codeOf(submitApplication, { as: household, body: { applicationId, version } });
  };
  await makeApplication(app, { upTo: 'CONNECTED', roadId, plotNumber: '12' });
  for (const plot of SAME_AS_12)
    expect([plot, await submit(plot)]).toEqual([plot, 'applications.plot_has_other']);
  await makeApplication(app, { upTo: 'PENDING', roadId, plotNumber: 'A\u200B-05' });
  for (const plot of SAME_AS_A_5)
    expect([plot, await submit(plot)]).toEqual([plot, 'applications.plot_has_other']);
  expect(await submit('13')).toBeUndefined();
  const { items } = await app.call(listApplications, { as: reviewer, query: { search: 'A-05' } });
  expect(items.map(({ plotNumber }) => plotNumber)).toEqual(['A-05']);
});
