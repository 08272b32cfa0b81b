/** A dispute about a bill whose reading is corrected together with an earlier one. */
import { beforeAll, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { OCTOBER, SEPTEMBER } from '#domains/payments/factory-corrections.ts';
import { changeLimits } from '#domains/settings/changes/factory-limits.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { adjustMeterReading, decideCorrection, laterReadings } from '../corrections/contract.ts';
import * as settings from '../settings/contract.ts';
import * as contract from './contract.ts';
import { disputingOffice } from './factory.ts';

const office = await disputingOffice();
const { app, officer, approver, household, run, list, detail, ask, verdict, decide, kept, log } = office;
const system = { ...app.system(), permissions: new Set<never>() };

/** Both months were read 100 m³ too high. */
async function misread() {
  const { id } = await transaction(app.db, (tx) =>
    makeConnection(tx, system, {
      ...{
        connectedOn: '2026-08-31',
        openingLitres: 100_000,
        approve: true,
        consumerId: String(household.consumerId),
      },
      readings: [
        [SEPTEMBER, '2026-09-30', 210_000],
        [OCTOBER, '2026-10-31', 220_000],
      ],
    }),
  );
  for (const month of [SEPTEMBER, OCTOBER]) await run(month);
  const { items } = await list(id);
  const of = (month: string) => String(items.find(({ period }) => period === month)?.id);
  return { september: of(SEPTEMBER), october: of(OCTOBER) };
}
type Misread = Awaited<ReturnType<typeof misread>>;

async function correct({ september }: Misread) {
  const { version } = await detail(september);
  const [october] = (await app.call(laterReadings, { as: officer, params: { id: september } })).items;
  return app.call(adjustMeterReading, {
    as: officer,
    body: {
      ...{ invoiceId: september, version, registerLitres: 110_000, reason: 'misread' },
      later: [{ readingId: String(october?.readingId), registerLitres: 120_000 }],
    },
  });
}

async function letAlone(minor: number) {
  const { limits, version } = await app.call(settings.getBillingLimits, { as: officer });
  await changeLimits(app, settings.updateBillingLimits, {
    limits: { ...limits, adjustAloneUpToMinor: minor },
    version,
  });
}

beforeAll(() => execute(app.owner.db, sql`update meters.reading_checks set effect = 'OFF'`));

test('what was found right ends by the correction that names its month, before or after', async () => {
  await letAlone(100_000_00);
  const first = await misread();
  const { id } = await ask(first.october);
  expect(await decide(id, 'UPHELD')).toBe('TO_CORRECT');
  await correct(first);
  expect(await kept(id)).toMatchObject({ state: 'UPHELD', isHeld: false });
  expect(await log(id)).toEqual(['dispute.open', 'dispute.decide', 'dispute.correct']);

  const second = await misread();
  const { id: later } = await ask(second.october);
  await correct(second);
  expect(await decide(later, 'PARTLY')).toBe('PARTLY');
  expect(await kept(later)).toMatchObject({ isHeld: false });
});

test('as long as that correction waits nobody decides; if it is refused, what was found right is open again', async () => {
  await letAlone(0);
  const made = await misread();
  const { id } = await ask(made.october);
  expect(await decide(id, 'UPHELD')).toBe('TO_CORRECT');
  const asked = await correct(made);
  expect(asked.state).toBe('REQUESTED');
  expect(await app.codeOf(contract.decideDispute, await verdict(id, 'REJECTED'))).toBe(
    'disputes.correction_waits',
  );
  await app.call(decideCorrection, {
    as: approver,
    body: { correctionId: asked.id, accept: false, remark: 'no' },
  });
  expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: true });
});
