/** Changes of VAT for tests: a tariff of homes with 15 %, one who plans and another who approves, and their calls. */
import type { TestApp } from '#test/app.ts';
import { approvedTariff, type TariffInput } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

export type Step = { id: string; version: number };

export const vatOf = (percent: string) => ({
  ...{ vatWaterPercent: percent, vatFixedPercent: percent },
  ...{ vatMinimumPercent: percent, vatSewerPercent: percent },
});

export const HOMES: TariffInput = {
  ...{ category: 'residential', name: 'Homes', effectiveFrom: '2025-01-01', waterMode: 'blocks' },
  ...vatOf('15'),
  blocks: [{ from: '0', to: null, rate: '10' }],
};

export async function vatOffice(app: TestApp) {
  const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
  await approvedTariff(app.db, HOMES);
  const value = (percent: string, exemptCategories: string[] = []) => ({
    ...{ waterPercent: percent, fixedPercent: percent, minimumPercent: percent, sewerPercent: percent },
    exemptCategories,
  });
  const planned = (percent: string, validFrom: string) => ({
    as: planner,
    body: { validFrom, value: value(percent), reason: 'SRO 186' },
  });
  const plan = (percent: string, validFrom: string) =>
    app.call(contract.planVat, planned(percent, validFrom));
  const step = ({ id, version }: Step) => ({ as: approver, params: { id }, body: { version } });
  const approve = (change: Step) => app.call(contract.approveVat, step(change));
  const taking = ({ id, version }: Step) => ({
    ...{ as: approver, params: { id } },
    body: { version, reason: 'taken back' },
  });
  return { planner, approver, value, planned, plan, step, approve, taking };
}
