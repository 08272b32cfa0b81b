import { expect, test } from 'vitest';
import { execute, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { installDhakaWasa } from './actions/install-template.ts';
import * as contract from './contract.ts';
import type { TariffInput } from './factory.ts';

const app = await testApp();
const author = await app.staff('admin');
const second = await app.staffWith(['tariffs:view', 'tariffs:approve', 'tariffs:quote']);

const DRAFT: TariffInput = {
  category: 'community',
  name: 'Community 2027',
  effectiveFrom: '2027-01-01',
  waterMode: 'blocks',
  blocks: [
    { from: '0', to: '10', rate: '12.50' },
    { from: '10', to: null, rate: '২০' },
  ],
  sewerPercent: '100',
};
const EXAMPLE = { usageLitres: [15_000], periodFrom: '2027-02-01', periodTo: '2027-03-01' };

test('from draft to approved by a second person, quoted on the way, then frozen', async () => {
  const draft = await app.call(contract.createTariff, { as: author, body: DRAFT });
  expect(draft).toMatchObject({
    state: 'DRAFT',
    firstRate: '12.5',
    lastRate: '20',
    can: { edit: true, submit: true },
  });

  const body = { ...DRAFT, blocks: [{ from: '0', to: null, rate: '13' }], version: draft.version };
  const edited = await app.call(contract.editTariff, { as: author, params: { id: draft.id }, body });
  expect(edited.blocks).toEqual([{ from: '0', to: null, rate: '13' }]);

  // What was read can be sent back as it is.
  const { id: _id, can: _can, ...read } = edited;
  const sent = { ...read, version: edited.version } as typeof body;
  const same = await app.call(contract.editTariff, { as: author, params: { id: draft.id }, body: sent });
  expect([edited.orderNumber, same.orderNumber]).toEqual([null, null]);

  const quote = await app.call(contract.quoteTariff, {
    as: second,
    body: { ...EXAMPLE, tariffVersionId: draft.id },
  });
  expect(quote.items[0]).toMatchObject({
    problem: null,
    totalMinor: 39_000,
    lines: [
      { kind: 'water', quantity: '15', rate: '13', amountMinor: 19_500 },
      { kind: 'sewer', rate: '100', amountMinor: 19_500 },
    ],
  });
  const unapproved = await app.call(contract.quoteTariff, {
    as: second,
    body: { ...EXAMPLE, category: 'community' },
  });
  expect(unapproved.items[0]?.problem).toBe('no_tariff');

  const params = { id: draft.id };
  const announced = await app.call(contract.submitTariff, {
    as: author,
    params,
    body: { version: same.version },
  });
  const version = announced.version;
  expect(
    (await app.refused(contract.editTariff, { as: author, params, body: { ...DRAFT, version } })).code,
  ).toBe('billing.tariff_state');
  expect((await app.refused(contract.approveTariff, { as: author, params, body: { version } })).code).toBe(
    'billing.tariff_second_person',
  );
  expect(announced.can.approve).toBe(false);
  const approved = await app.call(contract.approveTariff, { as: second, params, body: { version } });
  expect(approved).toMatchObject({ state: 'APPROVED', inForce: false });

  const frozen = execute(
    app.db,
    sql`update billing.tariff_blocks set rate = 1 where version_id = ${draft.id}`,
  );
  await expect(frozen).rejects.toMatchObject({ constraint: 'tariff_versions_frozen' });
  const renamed = execute(
    app.db,
    sql`update billing.tariff_versions set fixed_amount = 5 where id = ${draft.id}`,
  );
  await expect(renamed).rejects.toMatchObject({ constraint: 'tariff_versions_frozen' });

  const withdrawn = await app.call(contract.withdrawTariff, {
    as: second,
    params,
    body: { version: approved.version, reason: 'The board took it back' },
  });
  expect(withdrawn.state).toBe('WITHDRAWN');
});

test('blocks with a gap, an overlap or an end are refused at their field', async () => {
  const shapes = [
    [{ from: '1', to: null, rate: '1' }],
    [{ from: '0', to: '10', rate: '1' }],
    [
      { from: '0', to: '10', rate: '1' },
      { from: '11', to: null, rate: '1' },
    ],
    [
      { from: '0', to: '10', rate: '1' },
      { from: '9', to: null, rate: '1' },
    ],
    [],
  ];
  const { id, version } = await app.call(contract.createTariff, { as: author, body: DRAFT });
  for (const blocks of shapes) {
    const body = { ...DRAFT, blocks, version };
    const refusals = [
      await app.refused(contract.createTariff, { as: author, body: { ...DRAFT, blocks } }),
      await app.refused(contract.editTariff, { as: author, params: { id }, body }),
    ];
    for (const { status, fields } of refusals) expect([status, fields[0]?.path]).toEqual([422, 'blocks']);
  }
});

test("Dhaka's published history bills each month by its own rate, and the withdrawn one never", async () => {
  const written = await transaction(app.db, (tx) => installDhakaWasa(tx, app.system()));
  expect(written).toBe(6 * 8 - 4);
  const months = ['2016-12-01', '2022-10-01', '2024-08-01'];
  const totals = [];
  for (const periodFrom of months) {
    const body = {
      category: 'residential',
      usageLitres: [20_000],
      periodFrom,
      periodTo: `${periodFrom.slice(0, 8)}28`,
    };
    totals.push((await app.call(contract.quoteTariff, { as: second, body })).items[0]?.totalMinor);
  }
  // 20 m³ at 10.00, 15.18 and 16.70, twice (sewer), VAT 15 %, whole Taka.
  expect(totals).toEqual([46_000, 69_800, 76_800]);
  const list = await app.call(contract.listTariffs, {
    as: second,
    query: { category: 'commercial', limit: 3 },
  });
  expect(list.items[0]?.name).toBe('Dhaka WASA Jul 2024');
  expect(list.items.map((item) => [item.effectiveFrom, item.state, item.inForce, item.firstRate])).toEqual([
    ['2024-07-01', 'APPROVED', true, '46.2'],
    ['2022-09-01', 'WITHDRAWN', false, '44.2'],
    ['2021-07-01', 'APPROVED', false, '42'],
  ]);
  await expect(transaction(app.db, (tx) => installDhakaWasa(tx, app.system()))).rejects.toThrow(
    'tariff_state',
  );
});

test('a rise above 5 % within a year wants the order number', async () => {
  const body: TariffInput = {
    ...DRAFT,
    category: 'government',
    blocks: [{ from: '0', to: null, rate: '48.60' }],
  };
  const draft = await app.call(contract.createTariff, { as: author, body });
  const params = { id: draft.id };
  const unsaid = await app.refused(contract.submitTariff, {
    as: author,
    params,
    body: { version: draft.version },
  });
  expect(unsaid).toMatchObject({
    code: 'billing.rise_reason_required',
    params: { percent: '5.2', limit: 5 },
  });
  const { version, riseReason } = await app.call(contract.submitTariff, {
    as: author,
    params,
    body: { version: draft.version, riseReason: 'Power costs 8 % more' },
  });
  expect(riseReason).toBe('Power costs 8 % more');
  const refusal = await app.refused(contract.approveTariff, { as: second, params, body: { version } });
  expect(refusal).toMatchObject({
    code: 'billing.order_number_required',
    params: { percent: '5.2', limit: 5 },
  });
  const approved = await app.call(contract.approveTariff, {
    as: second,
    params,
    body: { version, orderNumber: 'LGD-46/2026' },
  });
  expect(approved).toMatchObject({ state: 'APPROVED', orderNumber: 'LGD-46/2026', effectiveTo: null });
});
