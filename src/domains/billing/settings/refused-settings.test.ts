/** What dated values refuse, over HTTP: VAT with its two persons, and the rules of billing. */
import { describe, expect, test } from 'vitest';
import { makeConnection } from '#domains/meters/factory.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { duringChange } from '#test/race.ts';
import { makeInvoice } from '../factory.ts';
import * as tariffs from '../tariffs/contract.ts';
import * as contract from './contract.ts';
import { HOMES, type Step, vatOf, vatOffice } from './factory-vat.ts';

const app = await testApp({ now: '2026-11-15T04:00:00Z' });
const { planner, approver, value, plan, step, approve } = await vatOffice(app);
const codeOfApproval = (planned: Step, as = approver) =>
  app.codeOf(contract.approveVat, { ...step(planned), as });
const codeOfWithdrawal = ({ id, version }: Step, as = approver) =>
  app.codeOf(contract.withdrawVat, { as, params: { id }, body: { version, reason: 'taken back' } });

/** A bill of the homes whose last day is the one before. */
async function billUntil(day: string): Promise<string> {
  const { id: tariffVersionId } = await one<{ id: string }>(
    app.db,
    sql`select id from billing.tariff_versions where category = 'residential' and effective_from = '2025-01-01'`,
  );
  const { id } = await transaction(app.db, async (tx) => {
    const { id: connectionId } = await makeConnection(tx, app.system(), {});
    return makeInvoice(tx, app.system(), { connectionId, tariffVersionId });
  });
  await execute(app.owner.db, sql`update billing.invoices set period_to = ${day} where id = ${id}`);
  return id;
}
const shorten = (id: string) =>
  execute(app.owner.db, sql`update billing.invoices set period_to = '2026-11-01' where id = ${id}`);

// First: no later change is approved yet.
test('a preview of VAT is refused for what planning it would be refused for', async () => {
  const preview = (validFrom: string, exempt: string[] = []) =>
    app.codeOf(contract.previewVat, { as: planner, body: { validFrom, value: value('12', exempt) } });
  expect(await preview('2026-11-14')).toBe('settings.dated_day_past');
  expect(await preview('2026-12-20', ['castle'])).toBe('billing.tariff_category_unknown');
  const bill = await billUntil('2026-11-20');
  expect(await preview('2026-11-19')).toBe('billing.vat_day_billed');
  expect(await preview('2026-11-20')).toBeUndefined();
  await shorten(bill);
  expect(await preview('2026-11-19')).toBeUndefined();
});

describe('VAT', () => {
  test('exempts categories that exist', async () => {
    const send = (category: string) => {
      const body = { validFrom: '2026-12-20', value: value('12', [category]), reason: 'x' };
      return app.codeOf(contract.planVat, { as: planner, body });
    };
    expect([await send('castle'), await send('residential')]).toEqual([
      'billing.tariff_category_unknown',
      undefined,
    ]);
  });

  test('is approved once, and a second one of the same day is not even planned', async () => {
    const planned = await plan('18', '2026-12-01');
    const { version } = await approve(planned);
    expect(await codeOfApproval({ ...planned, version })).toBe('settings.dated_state');
    const again = { validFrom: '2026-12-01', value: value('20'), reason: 'x' };
    expect(await app.codeOf(contract.planVat, { as: planner, body: again })).toBe('settings.dated_day_taken');
  });

  test('is withdrawn once', async () => {
    const planned = await plan('16', '2026-12-05');
    expect(await codeOfWithdrawal(planned)).toBeUndefined();
    expect(await codeOfWithdrawal({ ...planned, version: planned.version + 1 })).toBe('settings.dated_state');
  });

  test('is not withdrawn while a later change or a later tariff builds on it', async () => {
    const first = await approve(await plan('17', '2026-12-10'));
    const later = await approve(await plan('19', '2027-01-01'));
    expect(await codeOfWithdrawal(first)).toBe('billing.vat_built_upon');
    const body = { ...HOMES, ...vatOf('19'), effectiveFrom: '2027-02-01' };
    const draft = await app.call(tariffs.createTariff, { as: planner, body });
    const params = { id: draft.id };
    const { version } = await app.call(tariffs.submitTariff, {
      ...{ as: planner, params },
      body: { version: draft.version, riseReason: 'VAT' },
    });
    // Nobody has made a tariff of that VAT yet.
    app.clock.advance(60);
    const order = { version, orderNumber: 'M-1' };
    const approved = await app.call(tariffs.approveTariff, { as: approver, params, body: order });
    expect(await codeOfWithdrawal(later)).toBe('billing.vat_built_upon');
    await app.call(tariffs.withdrawTariff, {
      ...{ as: approver, params },
      body: { version: approved.version, reason: 'wrong' },
    });
    expect([await codeOfWithdrawal(later), await codeOfWithdrawal(first)]).toEqual([undefined, undefined]);
  });

  test('a tariff that was announced before a change of VAT is not approved after it', async () => {
    const from = '2027-03-01';
    // What counts in March: 18 percent since the first of December.
    const body = { ...HOMES, ...vatOf('18'), effectiveFrom: from };
    const draft = await app.call(tariffs.createTariff, { as: planner, body });
    const params = { id: draft.id };
    const { version } = await app.call(tariffs.submitTariff, {
      ...{ as: planner, params },
      body: { version: draft.version, riseReason: 'VAT' },
    });
    const change = await approve(await plan('21', '2027-02-15'));
    const sign = () =>
      app.codeOf(tariffs.approveTariff, {
        ...{ as: approver, params },
        body: { version, orderNumber: 'M-2' },
      });
    expect(await sign()).toBe('billing.tariff_vat_differs');
    expect(await codeOfWithdrawal(change)).toBeUndefined();
    expect(await sign()).toBeUndefined();
  });
});

test('who saw another version of a VAT change neither approves nor withdraws it', async () => {
  const change = await plan('7', '2027-05-01');
  const stale = { ...change, version: change.version + 1 };
  expect(await codeOfApproval(stale)).toBe('common.stale_version');
  expect(await codeOfWithdrawal(stale)).toBe('common.stale_version');
  expect(await codeOfWithdrawal(change)).toBeUndefined();
});

describe('rules of billing: one person plans', () => {
  const planned = (validFrom: string) => ({
    ...{ as: planner, body: { validFrom, value: { dueDays: 10 }, reason: 'Board' } },
  });
  const withdraw = ({ id, version }: Step) =>
    app.codeOf(contract.withdrawBillingRules, {
      ...{ as: planner, params: { id }, body: { version, reason: 'no' } },
    });
  const send = (validFrom: string) => app.call(contract.planBillingRules, planned(validFrom));

  test('who saw another version withdraws nothing', async () => {
    const later = await send('2026-12-02');
    expect(await withdraw({ ...later, version: later.version + 1 })).toBe('common.stale_version');
    expect(await withdraw(later)).toBeUndefined();
  });

  test('what counts is not withdrawn, what was withdrawn not again', async () => {
    expect(await withdraw(await send('2026-11-15'))).toBe('settings.dated_in_force');
    const later = await send('2026-12-01');
    expect([await withdraw(later), await withdraw({ ...later, version: later.version + 1 })]).toEqual([
      undefined,
      'settings.dated_state',
    ]);
  });

  test('of two values for one day at once, one is refused', async () => {
    const code = await duringChange(
      app,
      (tx) =>
        execute(
          tx,
          sql`insert into settings.dated_entries
              (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
            values ('billing', '2026-12-24', '{}', 'APPROVED', false, 'Board', 'Karim', now(), now())`,
        ),
      () => app.codeOf(contract.planBillingRules, planned('2026-12-24')),
    );
    expect(code).toBe('settings.dated_day_taken');
    expect((await send('2026-12-25')).validFrom).toBe('2026-12-25');
  });
});

test('a draft is changed on the version that was looked at, and stays in a category that exists', async () => {
  const homes = { ...HOMES, effectiveFrom: '2028-01-01' };
  const draft = await app.call(tariffs.createTariff, { as: planner, body: homes });
  const edit = (version: number, category: string) =>
    app.codeOf(tariffs.editTariff, {
      ...{ as: planner, params: { id: draft.id } },
      body: { ...homes, category, version },
    });
  expect(await edit(draft.version + 1, 'residential')).toBe('common.stale_version');
  expect(await edit(draft.version, 'castle')).toBe('billing.tariff_category_unknown');
  expect(await edit(draft.version, 'residential')).toBeUndefined();
});

test('a tariff is submitted, approved and withdrawn on the version that was looked at', async () => {
  const made = await app.call(tariffs.createTariff, {
    as: planner,
    body: { ...HOMES, ...vatOf('18'), effectiveFrom: '2028-02-01' },
  });
  const params = { id: made.id };
  const submit = (version: number) =>
    app.codeOf(tariffs.submitTariff, { as: planner, params, body: { version, riseReason: 'costs' } });
  const sign = (version: number) =>
    app.codeOf(tariffs.approveTariff, { as: approver, params, body: { version, orderNumber: 'M-3' } });
  const withdraw = (version: number) =>
    app.codeOf(tariffs.withdrawTariff, { as: approver, params, body: { version, reason: 'wrong' } });
  const stale = 'common.stale_version';
  const { version } = made;
  expect([await submit(version + 1), await submit(version)]).toEqual([stale, undefined]);
  expect([await sign(version), await sign(version + 1)]).toEqual([stale, undefined]);
  expect([await withdraw(version + 1), await withdraw(version + 2)]).toEqual([stale, undefined]);
});

// Last: half a year later nobody is signed in any more.
test('VAT is not withdrawn after it counts, and not approved after its day has gone by', async () => {
  const missed = await plan('22', '2027-05-10');
  const due = await approve(await plan('23', '2027-05-01'));
  app.clock.set('2027-05-11T04:00:00Z');
  const as = await app.staff('admin');
  expect(await codeOfApproval(missed, as)).toBe('settings.dated_day_past');
  expect(await codeOfWithdrawal(due, as)).toBe('settings.dated_in_force');
});
