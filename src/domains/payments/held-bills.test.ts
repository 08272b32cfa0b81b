/** Days on which a bill is not collected: no surcharge is charged for them, and they do not count as late. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectAgain, holdCollection } from '#domains/billing/collection-holds/actions/hold-collection.ts';
import * as rules from '#domains/billing/surcharges/contract.ts';
import { surchargeRules } from '#domains/billing/surcharges/surcharge.rules.ts';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { surchargeCalls } from './factory-surcharges.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
const { minor, goTo, until, billed, surcharges, charge } = surchargeCalls(app);

const hold = (billId: string, cause: 'dispute' | 'payment_plan' = 'dispute') => {
  const causeId = randomUUID();
  return transaction(app.db, async (tx) => {
    await holdCollection(tx, app.system(), { invoiceIds: [billId], cause, causeId });
    return causeId;
  });
};
const again = (causeId: string) => transaction(app.db, (tx) => collectAgain(tx, app.system(), causeId));
const days = async (billId: string) => (await surcharges(billId)).map(({ day }) => day);

beforeAll(async () => {
  const value = surchargeRules.parse({
    ...{
      onceMode: 'flat',
      onceFlatMinor: minor(10_00),
      onceAfterDays: 3,
      onceBasis: 'original',
      graceDays: {},
    },
    ...{ monthlyMode: 'simple', monthlyPercent: '1', monthlyAfterDays: 10, rounding: 'poisha' },
  });
  const { id, version } = await app.call(rules.planSurchargeRules, {
    as: planner,
    body: { validFrom: '2026-01-02', value, reason: 'Board of January' },
  });
  await app.call(rules.approveSurchargeRules, { as: approver, params: { id }, body: { version } });
  goTo('2026-01-05');
  await charge();
});

describe('a bill that is held', () => {
  test('is charged as many days later as it was held; a day is held as a whole', async () => {
    const [free, early, late, twice] = await Promise.all(
      [1, 2, 3, 4].map(() => billed('2026-01-05', '2026-01-10')),
    );
    if (!(free && early && late && twice)) throw new Error('no bills');
    await until('2026-01-13', { daily: true });
    // The day on which it is asked for still counts: the 14th is the fourth day.
    const [first, second] = [await hold(early.billId), await hold(twice.billId)];
    await until('2026-01-14', { daily: true });
    const third = await hold(late.billId);
    await until('2026-01-17', { daily: true });
    expect(await again(first)).toEqual([early.billId]);
    await again(second);
    await until('2026-01-19', { daily: true });
    const fourth = await hold(twice.billId, 'payment_plan');
    await until('2026-02-02', { daily: true });
    await again(third);
    await again(fourth);
    await until('2026-04-12', { daily: true });
    const monthly = ['2026-01-21', '2026-02-21', '2026-03-21'];
    expect(await days(free.billId)).toEqual(['2026-01-14', ...monthly]);
    // Held on the 14th to the 17th: four days.
    expect(await days(early.billId)).toEqual(['2026-01-18', '2026-01-25', '2026-02-25', '2026-03-25']);
    // Held from the 15th of January to the 2nd of February, 19 days, after the first surcharge.
    expect(await days(late.billId)).toEqual(['2026-01-14', '2026-02-09', '2026-03-09', '2026-04-09']);
    // The 14th to the 17th, and the 20th of January to the 2nd of February: 18 days.
    expect(await days(twice.billId)).toEqual(['2026-01-18', '2026-02-08', '2026-03-08', '2026-04-08']);
  });

  test('is charged the same when the days are worked late', async () => {
    goTo('2026-05-01');
    await charge();
    const daily = await billed('2026-05-01', '2026-05-05');
    await until('2026-05-10', { daily: true });
    const cause = await hold(daily.billId);
    await until('2026-05-14', { daily: true });
    await again(cause);
    await until('2026-07-01', { daily: true });
    const onTime = await days(daily.billId);
    expect(onTime).toEqual(['2026-05-09', '2026-05-20', '2026-06-20']);
    // Another bill with the same hold: all days are worked once more, on the last one.
    const missed = await billed('2026-05-01', '2026-05-05');
    await execute(
      app.db,
      sql`insert into billing.collection_holds (invoice_id, cause, cause_id, from_day, to_day)
        select ${missed.billId}, cause, cause_id, from_day, to_day from billing.collection_holds where invoice_id = ${daily.billId}`,
    );
    await execute(app.owner.db, sql`alter table billing.surcharge_days disable trigger user`);
    await execute(app.owner.db, sql`delete from billing.surcharge_days where day >= '2026-05-02'`);
    await charge();
    expect(await days(missed.billId)).toEqual(onTime);
  });
});

test('a clock that was put back ends no hold before it began (G18)', async () => {
  goTo('2026-08-10');
  const { billId } = await billed('2026-08-10', '2026-08-12');
  const held = await hold(billId);
  goTo('2026-08-08');
  expect(await again(held)).toEqual([billId]);
});

describe('the database', () => {
  test('holds a bill for one reason at a time, and an end stays', async () => {
    goTo('2026-08-01');
    const { billId } = await billed('2026-08-01', '2026-08-05');
    const first = await hold(billId);
    await expect(hold(billId, 'payment_plan')).rejects.toThrow('collection_holds_days_excl');
    await again(first);
    expect(await again(first)).toEqual([]);
    // It starts and ends on one day: no day was held, so another reason may begin on it.
    await hold(billId, 'payment_plan');
    const change = (set: ReturnType<typeof sql>) =>
      execute(app.db, sql`update billing.collection_holds set ${set} where cause_id = ${first}`);
    await expect(change(sql`to_day = ${addDays(app.system().today, 9)}::date`)).rejects.toThrow(
      'never changed',
    );
    await expect(change(sql`from_day = '2026-01-01'`)).rejects.toThrow('permission denied');
    await expect(
      execute(app.db, sql`delete from billing.collection_holds where cause_id = ${first}`),
    ).rejects.toThrow('permission denied');
  });
});
