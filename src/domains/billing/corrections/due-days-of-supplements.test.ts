/** By when a supplementary bill is to be paid: after as many days as its bill, moved off days off if the rules say so. */
import { expect, test } from 'vitest';
import { correctingOffice } from '#domains/payments/factory-corrections.ts';
import { saveEntry } from '#domains/settings/actions/save-entry.ts';
import { transaction } from '#platform/database/db.ts';
import { planBillingRules } from '../settings/contract.ts';

const office = await correctingOffice();
const { app, officer } = office;

/** The last day to pay of the supplement of a bill that is due on 23 November, three weeks after its issue. */
async function dueOn(): Promise<string | undefined> {
  const { id, bills } = await office.billed();
  await office.adjust(String(bills[0]?.id), 60_000);
  return (await office.list(id)).items.find(({ isSupplement }) => isSupplement)?.dueOn;
}

test('a holiday moves it to the next working day, if the rules move days', async () => {
  await transaction(app.db, (tx) =>
    saveEntry(tx, app.system(), {
      ...{ key: 'applications', before: {}, version: 0 },
      after: { office: { weekend: [5, 6], holidays: ['2026-11-23'] } },
    }),
  );
  expect(await dueOn()).toBe('2026-11-23');
  await app.call(planBillingRules, {
    as: officer,
    body: { validFrom: '2026-11-02', value: { dueDays: 21, moveOffDaysOff: true }, reason: 'Board' },
  });
  expect(await dueOn()).toBe('2026-11-24');
});
