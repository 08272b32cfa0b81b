/** What the rules of the ladder and exemptions refuse, each at its field. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeDebtor } from '#domains/payments/factory.ts';
import { one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { endExemption, exemptConnection, MOST_DAYS_EXEMPT } from './exemptions/contract.ts';
import * as ladder from './ladder/contract.ts';
import { ladderRules } from './ladder/ladder.rules.ts';

const app = await testApp();
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
const { today } = app.system();
const usual = ladderRules.parse({});
type Rules = typeof usual;
const plan = (validFrom: string, value: unknown = usual) => ({
  as: planner,
  body: { validFrom, value: value as Rules, reason: 'Board' },
});

test('rules are planned by one person and approved by another, from today on, and withdrawn before their day', async () => {
  expect(await app.codeOf(ladder.planLadder, plan(addDays(today, -1)))).toBe('settings.dated_day_past');
  const unknown = { ...usual, exemptCategories: ['nobody'] };
  expect(await app.codeOf(ladder.planLadder, plan(today, unknown))).toBe('billing.tariff_category_unknown');
  const { id, version } = await app.call(ladder.planLadder, plan(today));
  expect(await app.codeOf(ladder.planLadder, plan(today))).toBe('settings.dated_day_planned');
  const step = { params: { id }, body: { version } };
  expect(await app.codeOf(ladder.approveLadder, { as: planner, ...step })).toBe(
    'settings.dated_second_person',
  );
  const { version: approved } = await app.call(ladder.approveLadder, { as: approver, ...step });
  expect(
    await app.codeOf(ladder.approveLadder, { as: approver, params: { id }, body: { version: approved } }),
  ).toBe('settings.dated_state');
  const withdrawal = (of: string, at: number) => ({
    ...{ as: approver, params: { id: of } },
    body: { version: at, reason: 'Not now' },
  });
  expect(await app.codeOf(ladder.withdrawLadder, withdrawal(id, approved))).toBe('settings.dated_in_force');
  const again = await app.call(ladder.planLadder, plan(today));
  expect(
    await app.codeOf(ladder.approveLadder, {
      ...{ as: approver, params: { id: again.id }, body: { version: again.version } },
    }),
  ).toBeUndefined();
  const later = await app.call(ladder.planLadder, plan(addDays(today, 3)));
  await app.call(ladder.withdrawLadder, withdrawal(later.id, later.version));
  expect(
    await one(
      app.db,
      sql`select reason from platform.audit where action = 'dunning-rules.withdraw' and object_id = ${later.id}`,
    ),
  ).toEqual({ reason: 'Not now' });
  expect(await app.codeOf(ladder.withdrawLadder, withdrawal(later.id, later.version + 1))).toBe(
    'settings.dated_state',
  );
  const soon = await app.call(ladder.planLadder, plan(addDays(today, 1)));
  app.clock.advance(2 * 86_400);
  const late = await app.staff('admin');
  expect(
    await app.codeOf(ladder.approveLadder, {
      ...{ as: late, params: { id: soon.id }, body: { version: soon.version } },
    }),
  ).toBe('settings.dated_day_past');
});

test('rules are neither approved nor withdrawn by who saw another version of them', async () => {
  const [as, other] = [await app.staff('admin'), await app.staff('admin')];
  const from = addDays(app.system().today, 5);
  const { id, version } = await app.call(ladder.planLadder, { ...plan(from), as });
  const entry = () =>
    one(app.owner.db, sql`select to_jsonb(d) as entry from settings.dated_entries d where id = ${id}`);
  const before = await entry();
  const approving = (seen: number) =>
    app.codeOf(ladder.approveLadder, { as: other, params: { id }, body: { version: seen } });
  const withdrawing = (seen: number) =>
    app.codeOf(ladder.withdrawLadder, {
      ...{ as: other, params: { id } },
      body: { version: seen, reason: 'Not now' },
    });
  for (const seen of [version - 1, version + 1])
    expect([await approving(seen), await withdrawing(seen)]).toEqual([
      'common.stale_version',
      'common.stale_version',
    ]);
  expect(await entry()).toEqual(before);
  expect([await approving(version), await withdrawing(version + 1)]).toEqual([undefined, undefined]);
});

test('steps come one after the other, nobody is disconnected without a notice, and a text names only what is known', async () => {
  const as = await app.staff('admin');
  const fieldsOf = async (value: unknown) => {
    const { status, fields } = await app.refused(ladder.planLadder, {
      ...plan(addDays(today, 9), value),
      as,
    });
    return [status, ...fields.map(({ path, code }) => `${path} ${code}`)];
  };
  const { reminder, notice, disconnection } = usual;
  expect(await fieldsOf({ ...usual, notice: { ...notice, daysOverdue: 6 } })).toEqual([
    ...[422, 'value.notice.daysOverdue collections.step_too_early'],
  ]);
  expect(await fieldsOf({ ...usual, disconnection: { ...disconnection, daysOverdue: 29 } })).toEqual([
    ...[422, 'value.disconnection.daysOverdue collections.step_too_early'],
  ]);
  expect(await fieldsOf({ ...usual, notice: { ...notice, on: false } })).toEqual([
    ...[422, 'value.notice.on collections.notice_needed'],
  ]);
  expect(await fieldsOf({ ...usual, reminder: { ...reminder, textEn: 'Pay {sum}' } })).toEqual([
    ...[422, 'value.reminder.textEn collections.text_placeholder'],
  ]);
});

test('an exemption is of a connection that is there, for days to come, not without an end, and one at a time', async () => {
  const as = await app.staff('engineer');
  const now = app.system().today;
  const { connectionId } = await transaction(app.db, (tx) => makeDebtor(tx, app.system()));
  const exempt = (untilDay: string, id = connectionId) => ({
    as,
    body: { connectionId: id, untilDay, reason: 'Dialysis at home' },
  });
  expect(await app.codeOf(exemptConnection, exempt(now, randomUUID()))).toBe('common.not_found');
  expect(await app.codeOf(exemptConnection, exempt(addDays(now, -1)))).toBe('collections.exempt_past');
  expect(await app.codeOf(exemptConnection, exempt(addDays(now, MOST_DAYS_EXEMPT + 1)))).toBe(
    'collections.exempt_far',
  );
  const { id } = await app.call(exemptConnection, exempt(addDays(now, MOST_DAYS_EXEMPT)));
  expect(await app.codeOf(exemptConnection, exempt(now))).toBe('collections.exempt_already');
  const end = { as, params: { id }, body: { reason: 'Moved away' } };
  await app.call(endExemption, end);
  expect(await app.codeOf(endExemption, end)).toBe('common.not_found');
  expect(
    await one(
      app.db,
      sql`select (select after from platform.audit where action = 'exemption.add') as added,
        (select reason from platform.audit where action = 'exemption.end') as ended`,
    ),
  ).toEqual({ added: { untilDay: addDays(now, MOST_DAYS_EXEMPT) }, ended: 'Moved away' });
});
