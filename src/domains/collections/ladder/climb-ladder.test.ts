/** The ladder up to the notice: who is reminded, when, how often, and who is not. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectAgain, holdCollection } from '#domains/billing/collection-holds/actions/hold-collection.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { endExemption, exemptConnection } from '../exemptions/contract.ts';
import { BILL, dunningCalls, RULES } from '../factory.ts';
import { workLadder } from './actions/work-ladder.ts';

const app = await testApp({ now: '2026-01-01T04:00:00Z' });
const { rules, debtor, until, look, pay, caseOf, eventsOf, messages } = dunningCalls(app);

const hold = (invoiceIds: string[]) => {
  const causeId = randomUUID();
  return transaction(app.db, async (tx) => {
    await holdCollection(tx, app.system(), { invoiceIds, cause: 'dispute', causeId });
    return causeId;
  });
};
const stateOf = async (connectionId: string) => (await caseOf(connectionId))?.state;

beforeAll(() => rules());

describe('the daily run', () => {
  test('reminds on the day, gives notice on its day, and tells each of it once', async () => {
    const household = await app.consumer('Karim');
    const late = await debtor(['2026-01-10'], String(household.consumerId));
    await until('2026-01-14');
    expect(await caseOf(late.id)).toBeUndefined();
    await until('2026-01-15');
    expect(await caseOf(late.id)).toMatchObject({ state: 'REMINDED', dueMinor: BILL, payBy: '2026-01-25' });
    // Twenty days late on the 30th; the time to pay of the reminder was over on the 26th.
    await until('2026-01-29');
    expect(await stateOf(late.id)).toBe('REMINDED');
    await until('2026-01-30');
    expect(await caseOf(late.id)).toMatchObject({ state: 'NOTICED', payBy: '2026-02-06' });
    await until('2026-02-20');
    expect(await eventsOf(late.id)).toEqual(['reminder', 'notice']);
    expect([(await messages('reminder')).length, (await messages('notice')).length]).toEqual([1, 1]);
    expect((await messages('reminder'))[0]).toContain(late.number);
    const bell = await all<{ kind: string }>(
      app.owner.db,
      sql`select kind from platform.notices where user_id = ${household.userId} and kind like 'collections.%' order by id`,
    );
    expect(bell.map(({ kind }) => kind)).toEqual(['collections.reminder', 'collections.notice']);
  });

  test('of a day is one: a second one does nothing; the log has one row of a day on which somebody was told', async () => {
    const before = await one(app.db, sql`select count(*) as n from collections.case_events`);
    await workLadder(app.db, app.clock);
    expect(await one(app.db, sql`select count(*) as n from collections.case_events`)).toEqual(before);
    const days = await all(
      app.db,
      sql`select object_id as day, after from platform.audit where action = 'dunning.work' order by at`,
    );
    expect(days[0]).toEqual({
      day: '2026-01-15',
      after: { day: '2026-01-15', reminders: 1, notices: 0, closed: 0 },
    });
  });

  test('a run that was killed before its day was done goes on, and tells nobody twice', async () => {
    const late = await debtor(['2026-02-16']);
    await until('2026-02-21');
    expect(await stateOf(late.id)).toBe('REMINDED');
    await execute(app.owner.db, sql`alter table collections.ladder_days disable trigger all`);
    await execute(app.owner.db, sql`delete from collections.ladder_days where day = '2026-02-21'`);
    await execute(app.owner.db, sql`alter table collections.ladder_days enable trigger all`);
    const told = await messages('reminder');
    await workLadder(app.db, app.clock);
    expect(await messages('reminder')).toEqual(told);
    expect(await eventsOf(late.id)).toEqual(['reminder']);
  });

  test('does nothing about less than the least amount, or before its days', async () => {
    const [little, young] = [await debtor(['2026-02-10']), await debtor(['2026-02-20'])];
    await execute(
      app.owner.db,
      sql`update billing.invoices set settled_minor = 1501 where id = ${little.bills[0]}`,
    );
    await until('2026-02-24');
    expect([await caseOf(little.id), await caseOf(young.id)]).toEqual([undefined, undefined]);
    await execute(
      app.owner.db,
      sql`update billing.invoices set settled_minor = 1500 where id = ${little.bills[0]}`,
    );
    await until('2026-02-25');
    expect([await stateOf(little.id), await stateOf(young.id)]).toEqual(['REMINDED', 'REMINDED']);
  });
});

describe('a case ends', () => {
  test('at once when the late bills are paid; what is late later is another case', async () => {
    const late = await debtor(['2026-02-19', '2026-03-20']);
    await until('2026-02-26');
    await pay(late.id, BILL);
    expect(await look()).toBe(1);
    expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'paid' });
    await until('2026-03-25');
    expect(await stateOf(late.id)).toBe('REMINDED');
    expect(await eventsOf(late.id)).toEqual(['reminder', 'closed', 'reminder']);
  });

  test('when part is paid and too little is left', async () => {
    const late = await debtor(['2026-03-20']);
    await until('2026-03-26');
    await pay(late.id, 1500);
    await look();
    expect(await stateOf(late.id)).toBe('REMINDED');
    await pay(late.id, 1);
    await look();
    expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'below_least' });
  });

  test('when its bills are disputed or paid by a plan: from that day on, and no notice comes; days of the hold are not late', async () => {
    const late = await debtor(['2026-03-21']);
    const before = await debtor(['2026-03-23']);
    const held = await hold(before.bills);
    await until('2026-03-27');
    expect(await caseOf(before.id)).toBeUndefined();
    const cause = await hold(late.bills);
    expect(await look()).toBe(1);
    expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'held' });
    await until('2026-04-20');
    expect(await eventsOf(late.id)).toEqual(['reminder', 'closed']);
    await transaction(app.db, (tx) => collectAgain(tx, app.system(), cause));
    await transaction(app.db, (tx) => collectAgain(tx, app.system(), held));
    // Held from the 27th of March to the 20th of April: 25 days, which do not count.
    await until('2026-04-21');
    expect(await stateOf(late.id)).toBe('REMINDED');
    expect(await caseOf(before.id)).toBeUndefined();
    await until('2026-04-22');
    expect(await stateOf(before.id)).toBe('REMINDED');
  });

  test('when the connection is exempt, and it is not asked again until that ends', async () => {
    const late = await debtor(['2026-04-18']);
    await until('2026-04-23');
    expect(await stateOf(late.id)).toBe('REMINDED');
    const as = await app.staff('engineer');
    const body = { connectionId: late.id, untilDay: '2026-05-10', reason: 'Dialysis at home' };
    const { id } = await app.call(exemptConnection, { as, body });
    await look();
    expect(await caseOf(late.id)).toMatchObject({ state: 'CLOSED', because: 'exempt' });
    await until('2026-04-24');
    expect(await eventsOf(late.id)).toEqual(['reminder', 'closed']);
    const other = await app.staff('engineer');
    await app.call(endExemption, { as: other, params: { id }, body: { reason: 'Moved away' } });
    await until('2026-04-25');
    expect(await stateOf(late.id)).toBe('REMINDED');
  });

  test('when its category is exempt, or the ladder is switched off', async () => {
    const late = await debtor(['2026-04-20']);
    await until('2026-04-26');
    expect(await stateOf(late.id)).toBe('REMINDED');
    const { category } = await one<{ category: string }>(
      app.db,
      sql`select category from meters.connections where id = ${late.id}`,
    );
    await execute(
      app.owner.db,
      sql`insert into billing.tariff_categories (code, name_en, name_bn, position) values (${category}, 'X', 'X', 99) on conflict do nothing`,
    );
    const young = await debtor(['2026-04-22']);
    await rules({ ...RULES, exemptCategories: [category] });
    await until('2026-04-28');
    expect(await caseOf(late.id)).toMatchObject({ because: 'exempt' });
    expect(await caseOf(young.id)).toBeUndefined();
    await until('2026-04-29');
    await rules();
    await until('2026-04-30');
    expect([await stateOf(late.id), await stateOf(young.id)]).toEqual(['REMINDED', 'REMINDED']);
    await until('2026-05-01');
    await rules({ ...RULES, on: false });
    await until('2026-05-02');
    expect(await caseOf(young.id)).toMatchObject({ state: 'CLOSED', because: 'switched_off' });
  });
});

test('the texts of the utility are sent with their facts, in the language of the household', async () => {
  await until('2026-05-03');
  await rules({
    ...RULES,
    reminder: {
      ...RULES.reminder,
      textEn: 'Pay {amount} for {connection} by {day}!',
      textBn: '{connection}: {amount} দিন',
    },
  });
  await until('2026-05-04');
  const late = await debtor(['2026-04-29']);
  await until('2026-05-05');
  const sent = (await messages('reminder')).find((body) => body.includes(late.number));
  expect(sent).toMatch(/: Pay Tk 115 for \d{10} by 15 May 2026!$/);
});
