/** What a demand note comes to is agreed to by who saw it, also of many surveys at once; no note is larger than a payment. */
import { expect, test } from 'vitest';
import { lookAtChoice } from '#domains/bulk/contract.ts';
import { bulkBench } from '#domains/bulk/factory.ts';
import { createMaterial } from '#domains/settings/materials/contract.ts';
import { execute, sql } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import { getApplication, updateState } from '../contract.ts';
import { stepBench, subjectOf, totalSeen } from '../factory-steps.ts';
import { getApplicationSettings, setApplicationFees } from '../settings/contract.ts';
import { submitSurvey } from '../survey/contract.ts';
import { demandNotePreview } from './contract.ts';

const app = await testApp();
const { prepared, people } = await stepBench(app);
const as = people.admin;
const engineer = people.secondAdmin;
const bench = bulkBench(app);
const APPROVE = 'applications.approve-survey';

async function setFee(applicationFeeMinor: number): Promise<void> {
  const { version } = await app.call(getApplicationSettings, { as });
  const connectionFees = [
    { pipeSizeMm: 20 as const, amountMinor: 1_000_33 },
    { pipeSizeMm: 50 as const, amountMinor: 5_000_00 },
  ];
  const fees = { applicationFeeMinor, connectionFees, vatPercent: '7.5' };
  await app.call(setApplicationFees, { as, body: { ...fees, effectiveFrom: '2026-11-15', version } });
}

const material = (rateMinor: number) =>
  app.call(createMaterial, {
    as,
    body: { nameEn: `Pipe ${crypto.randomUUID()}`, nameBn: 'পাইপ', unit: 'm', type: 'FIXED', rateMinor },
  });

async function surveying(materials: { materialId: string; quantity: string }[], pipeSizeMm: 20 | 50 = 20) {
  const made = await prepared('survey');
  const act = async () => ({ applicationId: made.id, version: (await subjectOf(app, made)).version });
  const submit = async () => ({
    as,
    query: { type: 'FIXED' as const },
    body: {
      ...(await act()),
      ...{ visitedOn: '2026-11-15', distanceM: '1', roadType: 'brick', pipeSizeMm, materials },
      unusual: true,
    },
  });
  const page = () => app.call(getApplication, { as: engineer, params: { id: made.id } });
  return { id: made.id, act, submit, page };
}

test('many at once: each with the sum that was shown; of a fee that changed meanwhile none is issued', async () => {
  await setFee(100_00);
  const { id: materialId } = await material(3_33);
  const surveys = [
    await surveying([{ materialId, quantity: '2.345' }]),
    await surveying([{ materialId, quantity: '0.5' }], 50),
    await surveying([]),
  ];
  for (const { submit } of surveys) await app.call(submitSurvey, await submit());
  const rows = async () => Promise.all(surveys.map(({ page }) => page()));
  const look = async () =>
    (
      await app.call(lookAtChoice, {
        as: engineer,
        body: { action: APPROVE, of: { items: bench.versions(await rows()) } },
      })
    ).items;
  const shown = await look();
  // The sums of the list are those of the single approval.
  for (const { id, sumMinor } of shown) {
    const { totalMinor } = await app.call(demandNotePreview, { as: engineer, params: { id } });
    expect(sumMinor).toBe(totalMinor);
  }
  const unseen = await bench.done(engineer, APPROVE, bench.versions(await rows()).slice(0, 1));
  expect(Object.values(unseen)).toEqual(['applications.note_changed']);
  await setFee(200_00);
  expect(Object.values(await bench.done(engineer, APPROVE, shown))).toEqual(
    shown.map(() => 'applications.note_changed'),
  );
  const now = await look();
  expect(Object.values(await bench.done(engineer, APPROVE, now))).toEqual(now.map(() => 'DONE'));
  const totals = (await rows()).map(({ totalMinor }) => totalMinor);
  expect(totals).toEqual(now.map(({ sumMinor }) => sumMinor));
});

test('no payment can be so large: such a note is not issued, and the survey can be sent back', async () => {
  const { id: materialId } = await material(100_000_00);
  const { id, act, submit } = await surveying([{ materialId, quantity: '9999' }]);
  await app.call(submitSurvey, await submit());
  const totalMinor = await totalSeen(app, id);
  const refused = await app.refused(updateState, {
    ...{ as: engineer, body: { ...(await act()), action: 'approve-survey', totalMinor } },
  });
  expect([refused.code, refused.params]).toEqual([
    'applications.note_too_large',
    { most_minor: minor(100_000_000_00) },
  ]);
  const back = { ...(await act()), action: 'return-survey' as const, remark: 'look at the quantity' };
  expect(await app.codeOf(updateState, { as: engineer, body: back })).toBeUndefined();
});

test('a material that is out of use is refused by a survey', async () => {
  const made = await material(100);
  const { submit } = await surveying([{ materialId: made.id, quantity: '1' }]);
  const change = (active: boolean) =>
    execute(app.owner.db, sql`update settings.materials set active = ${active} where id = ${made.id}`);
  await change(false);
  expect(await app.codeOf(submitSurvey, await submit())).toBe('applications.unknown_material');
  await change(true);
  expect(await app.codeOf(submitSurvey, await submit())).toBeUndefined();
});
