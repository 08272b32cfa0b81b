/** The connection fee of a demand note: that of the pipe's size, else of the next larger one, else of the largest. */
import { expect, test } from 'vitest';
import { testApp } from '#test/app.ts';
import { getApplication, updateState } from '../contract.ts';
import { stepBench, subjectOf, totalSeen } from '../factory-steps.ts';
import { getApplicationSettings, setApplicationFees } from '../settings/contract.ts';
import { submitSurvey } from '../survey/contract.ts';

const app = await testApp();
const { prepared, people } = await stepBench(app);
const as = people.admin;

/** For the rest of the day. Not in the order of their sizes. */
async function setFees(): Promise<void> {
  const { version } = await app.call(getApplicationSettings, { as });
  const connectionFees = [
    { pipeSizeMm: 50, amountMinor: 5_000_00 },
    { pipeSizeMm: 20, amountMinor: 1_000_00 },
    { pipeSizeMm: 40, amountMinor: 2_000_00 },
  ];
  const fees = { applicationFeeMinor: 100_00, connectionFees, vatPercent: '15' };
  await app.call(setApplicationFees, { as, body: { ...fees, effectiveFrom: '2026-11-15', version } });
}

test.each([
  ['below the smallest', 15, 1_000_00],
  ['exactly at the smallest', 20, 1_000_00],
  ['between two', 25, 2_000_00],
  ['exactly at one', 40, 2_000_00],
  ['exactly at the largest', 50, 5_000_00],
  ['above the largest', 80, 5_000_00],
] as const)('a pipe %s: %i mm', async (_, pipeSizeMm, amountMinor) => {
  const made = await prepared('survey');
  await setFees();
  const act = async () => ({ applicationId: made.id, version: (await subjectOf(app, made)).version });
  await app.call(submitSurvey, {
    as,
    query: { type: 'FIXED' },
    body: {
      ...(await act()),
      ...{ visitedOn: '2026-11-15', distanceM: '1', roadType: 'brick', pipeSizeMm, materials: [] },
    },
  });
  await app.call(updateState, {
    as: people.secondAdmin,
    body: { ...(await act()), action: 'approve-survey', totalMinor: await totalSeen(app, made.id) },
  });
  const { demandNotes } = await app.call(getApplication, { as, params: { id: made.id } });
  const lines = demandNotes[0]?.lines.map((line) => [line.kind, line.amountMinor]);
  expect(lines).toContainEqual(['connection_fee', amountMinor]);
});
