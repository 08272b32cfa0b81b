/** Who approves a survey reads what the demand note comes to, until when and for which sizes; another sum is not issued. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type Person, testApp } from '#test/app.ts';
import { getApplication, updateState } from '../contract.ts';
import { stepBench, subjectOf } from '../factory-steps.ts';
import { getApplicationSettings, setApplicationFees } from '../settings/contract.ts';
import { submitSurvey } from '../survey/contract.ts';
import { demandNotePreview } from './contract.ts';

const app = await testApp();
const { prepared, people } = await stepBench(app);
const as = people.admin;
const engineer = people.secondAdmin;

async function setFee(applicationFeeMinor: number): Promise<void> {
  const { version } = await app.call(getApplicationSettings, { as });
  const connectionFees = [{ pipeSizeMm: 20, amountMinor: 1_000_00 }];
  const fees = { applicationFeeMinor, connectionFees, vatPercent: '15' };
  await app.call(setApplicationFees, { as, body: { ...fees, effectiveFrom: '2026-11-15', version } });
}

async function submitted() {
  const made = await prepared('survey');
  const act = async () => ({ applicationId: made.id, version: (await subjectOf(app, made)).version });
  await app.call(submitSurvey, {
    as,
    query: { type: 'FIXED' },
    body: {
      ...(await act()),
      ...{ visitedOn: '2026-11-15', distanceM: '1', roadType: 'brick', pipeSizeMm: 20, materials: [] },
    },
  });
  const approve = async (totalMinor?: number) =>
    app.codeOf(updateState, {
      as: engineer,
      body: {
        ...(await act()),
        action: 'approve-survey',
        ...(totalMinor === undefined ? {} : { totalMinor }),
      },
    });
  const preview = (by: Person = engineer) => app.call(demandNotePreview, { as: by, params: { id: made.id } });
  const notes = async () =>
    (await app.call(getApplication, { as, params: { id: made.id } })).demandNotes.map(
      ({ totalMinor, dueOn, lines }) => ({
        totalMinor,
        dueOn,
        lines: lines.map(({ lineNo: _, ...line }) => line),
      }),
    );
  return { id: made.id, approve, preview, notes };
}

test('what is shown is what is issued: lines, VAT, sum and last day', async () => {
  const { approve, preview, notes } = await submitted();
  await setFee(100_00);
  const { sizes, ...shown } = await preview();
  // 100 + 1,000, and 15 % of them.
  expect([shown.totalMinor, shown.lines.map(({ kind }) => kind)]).toEqual([
    1_265_00,
    ['application_fee', 'connection_fee', 'vat'],
  ]);
  expect(shown.dueOn > addDays('2026-11-15', 1)).toBe(true);
  expect(sizes).toMatchObject({ surveyed: 20 });
  expect(await notes()).toEqual([]);
  // Without the sum nobody has agreed to it.
  expect(await approve()).toBe('applications.note_changed');
  expect(await approve(shown.totalMinor)).toBeUndefined();
  expect(await notes()).toEqual([shown]);
});

test('a fee that changed meanwhile: the sum that was read is not issued, and nothing else is', async () => {
  const { approve, preview, notes } = await submitted();
  await setFee(100_00);
  const { totalMinor } = await preview();
  await setFee(200_00);
  expect(await approve(totalMinor)).toBe('applications.note_changed');
  expect(await notes()).toEqual([]);
  const { totalMinor: now } = await preview();
  expect(now).toBe(1_380_00);
  expect(await approve(now)).toBeUndefined();
  expect((await notes()).map((note) => note.totalMinor)).toEqual([now]);
});

test('the sizes that were applied for, surveyed and reserved are shown, each as it is', async () => {
  const { id, preview } = await submitted();
  await execute(
    app.owner.db,
    sql`update applications.applications set building = building || '{"pipeSizeMm": 25}' where id = ${id}`,
  );
  await execute(
    app.owner.db,
    sql`update meters.meters set size_mm = 40 where id = (select meter_id from applications.applications where id = ${id})`,
  );
  expect((await preview()).sizes).toEqual({ asked: 25, surveyed: 20, meter: 40 });
});

test('before a survey is submitted there is nothing to show, and nothing for who may not see it', async () => {
  const made = await prepared('survey');
  const ask = (by: Person) => app.codeOf(demandNotePreview, { as: by, params: { id: made.id } });
  expect(await ask(engineer)).toBe('applications.survey_not_submitted');
  const { id } = await submitted();
  const stranger = await app.staffWith(['applications:view', 'applications:approve-survey']);
  await execute(app.owner.db, sql`update applications.applications set deleted_at = now() where id = ${id}`);
  expect(await app.codeOf(demandNotePreview, { as: stranger, params: { id } })).toBe(
    'applications.survey_not_submitted',
  );
});
