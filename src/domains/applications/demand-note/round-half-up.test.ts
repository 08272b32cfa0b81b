/** Half a poisha in a demand note is rounded up: each material by itself, VAT once over all. */
import { expect, test } from 'vitest';
import { createMaterial } from '#domains/settings/materials/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { getApplication, updateState } from '../contract.ts';
import { stepBench, subjectOf, totalSeen } from '../factory-steps.ts';
import { submitSurvey } from '../survey/contract.ts';

const app = await testApp();
const { prepared, people } = await stepBench(app);

test.each([
  ['0.5', '5', 1, 1],
  ['0.499', '4.9', 0, 0],
])('%s of a material of one poisha, %s %% VAT on ten', async (quantity, vatPercent, material, vat) => {
  const as = people.admin;
  const made = await prepared('survey');
  const entry = { applicationFeeMinor: 10 - material, vatPercent };
  await execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', ${JSON.stringify(entry)}::jsonb)
    on conflict (key) do update set value = excluded.value`,
  );
  const { id: materialId } = await app.call(createMaterial, {
    as,
    body: { nameEn: `Tape ${quantity}`, nameBn: 'টেপ', unit: 'm', type: 'FIXED', rateMinor: 1 },
  });
  const act = async () => ({ applicationId: made.id, version: (await subjectOf(app, made)).version });
  await app.call(submitSurvey, {
    as,
    query: { type: 'FIXED' },
    body: {
      ...(await act()),
      visitedOn: '2026-11-15',
      distanceM: '1',
      roadType: '',
      pipeSizeMm: 20,
      materials: [{ materialId, quantity }],
    },
  });
  await app.call(updateState, {
    as: people.secondAdmin,
    body: { ...(await act()), action: 'approve-survey', totalMinor: await totalSeen(app, made.id) },
  });
  const { demandNotes } = await app.call(getApplication, { as, params: { id: made.id } });
  const lines = Object.fromEntries(
    (demandNotes[0]?.lines ?? []).map((line) => [line.kind, line.amountMinor]),
  );
  expect([lines.material, lines.vat ?? 0]).toEqual([material, vat]);
});
