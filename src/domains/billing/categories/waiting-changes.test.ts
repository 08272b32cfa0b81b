/** A change of category that waits: the bill of its days is held until somebody decides. */
import { expect, test } from 'vitest';
import { execute, sql } from '#platform/database/db.ts';
import { asIf } from '#test/database.ts';
import { approveRun, billMonth, calculateMonth, outcomesOf, postRun } from '../bill-run/factory-months.ts';
import * as contract from './contract.ts';
import { categoryOffice } from './factory.ts';

const town = await categoryOffice();
const { app, office, second, goTo, home, propose, get, seen } = town;

test('a change that waits holds the bill of its days; nobody approves one of days that are billed', async () => {
  await goTo('2027-01-04');
  const readings: [string, string, number][] = [['2026-12-01', '2026-12-31', 20_000]];
  const made = await home({ readings, connectedOn: '2026-11-30' });
  await home({ readings, connectedOn: '2026-11-30' });
  const { id: early } = await propose(made, { fromDay: '2026-12-10' });
  const run = await calculateMonth(office, '2026-12-01');
  expect((await outcomesOf(office, run)).get(made.id)).toBe('category_waits');
  const { params, body } = await seen(early);
  await app.call(contract.refuseCategory, { as: second, params, body: { ...body, answer: 'No shop' } });
  await approveRun(office, run);
  await postRun(office, run);
  await billMonth(office, '2026-12-01');
  // Of the time before runs held what waits: it began on a day that is billed.
  const { id } = await propose(made, { fromDay: '2026-12-31' });
  await asIf(app.owner.db, 'billing.category_changes', sql`from_day = '2026-12-10' where id = ${id}`);
  expect(await app.codeOf(contract.approveCategory, { as: second, ...(await seen(id)) })).toBe(
    'categories.day_billed',
  );
  await expect(
    execute(
      app.owner.db,
      sql`update billing.category_changes set state = 'APPROVED', decided_by = uuidv7(), decided_by_name = 'x', decided_at = now() where id = ${id}`,
    ),
  ).rejects.toThrow('billed');
  expect((await get(id)).earliest).toBe('2026-12-31');
});

test('a change that waits for days before those of the bill does not hold it', async () => {
  await goTo('2027-02-02');
  const readings: [string, string, number][] = [['2027-01-01', '2027-01-31', 20_000]];
  const [made, early] = [
    await home({ readings, connectedOn: '2026-12-31' }),
    await home({ readings, connectedOn: '2026-12-31' }),
  ];
  await propose(made, { fromDay: '2027-01-10', untilDay: '2027-01-20' });
  const { id } = await propose(early, { fromDay: '2027-01-10', untilDay: '2027-01-20' });
  // Of a month before, whose bill was cancelled.
  await asIf(
    app.owner.db,
    'billing.category_changes',
    sql`from_day = '2026-12-05', until_day = '2026-12-20' where id = ${id}`,
  );
  const outcomes = await outcomesOf(office, await calculateMonth(office, '2027-01-01'));
  expect([made, early].map((home) => outcomes.get(home.id))).toEqual(['category_waits', 'BILLED']);
});
