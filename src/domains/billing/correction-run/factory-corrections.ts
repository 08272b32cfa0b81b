/** A town with two posted months, and the way of a correction run over them through the real calls. */
import type { MadeConnection } from '#domains/meters/factory.ts';
import { all, execute, sql } from '#platform/database/db.ts';
import { type Person, type TestApp, testApp } from '#test/app.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import { billMonth, connect } from '../bill-run/factory-months.ts';
import * as tariffs from '../tariffs/contract.ts';
import { approvedTariff, draftTariff, type TariffInput } from '../tariffs/factory.ts';
import * as contract from './contract.ts';

export const SEPTEMBER = '2026-09-01';
export const OCTOBER = '2026-10-01';
/** 16 of the 30 days of the first bill are before it. */
export const DAY = '2026-09-16';
export const NOW = '2026-11-02T04:00:00Z';

export type Town = {
  app: TestApp;
  planner: Person;
  approver: Person;
  author: Person;
  made: MadeConnection[];
};

/** Connections at ৳10 a m³, billed with 10 m³ for September and 20 m³ for October. */
export async function makeTown(
  connections = 2,
  tariff: Partial<TariffInput> = {},
  app?: TestApp,
): Promise<Town> {
  const its = app ?? (await testApp({ now: NOW }));
  const admin = await its.staff('admin');
  const office = { app: its, planner: await its.staff('reviewer'), approver: await its.staff('engineer') };
  await approvedTariff(its.db, { effectiveFrom: '2024-01-01', ...at('10'), ...tariff });
  const made: MadeConnection[] = [];
  for (let index = 0; index < connections; index += 1) {
    made.push(
      await connect(office, {
        connectedOn: '2026-08-31',
        readings: [
          [SEPTEMBER, '2026-09-30', 10_000],
          [OCTOBER, '2026-10-31', 30_000],
        ],
        ...(tariff.category ? { category: tariff.category } : {}),
      }),
    );
  }
  await billMonth(office, SEPTEMBER);
  await billMonth(office, OCTOBER);
  return { ...office, author: admin, made };
}

export const at = (rate: string) => ({ blocks: [{ from: '0', to: null, rate }] });

/** A version that is announced and would begin on a billed day. */
export async function announce(
  { app, author }: Town,
  tariff: Partial<TariffInput> = at('12'),
): Promise<string> {
  const { id, version } = await draftTariff(app.db, { effectiveFrom: DAY, ...tariff });
  const body = { version, riseReason: 'law' };
  await app.call(tariffs.submitTariff, { as: author, params: { id }, body });
  return id;
}

/** VAT of the settings in force since the beginning of the year. */
export function setVat({ app }: Pick<Town, 'app'>, percent: string): Promise<unknown> {
  const rates = {
    ...{ waterPercent: percent, fixedPercent: percent, minimumPercent: percent, sewerPercent: percent },
    exemptCategories: [],
  };
  return execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('vat', '2026-01-01', ${JSON.stringify(rates)}::jsonb, 'APPROVED', false, 'test', 'test', now(), now())`,
  );
}

export const ASKED = { reason: 'The price counts from 16 September', orderNumber: 'SRO 214/2026' };

export async function plan({ app, planner }: Town, tariffVersionId: string): Promise<string> {
  const { id } = await app.call(contract.planCorrection, {
    as: planner,
    body: { tariffVersionId, ...ASKED },
  });
  await workCalculation(app.db, app.clock, id);
  return id;
}

export const getRun = ({ app, planner }: Town, id: string) =>
  app.call(runs.getRun, { as: planner, params: { id } });

export async function approve(town: Town, id: string, as = town.approver) {
  const { version } = await getRun(town, id);
  return { as, params: { id }, body: { version } };
}

/** From the approval on. */
export async function finish(town: Town, id: string): Promise<void> {
  await town.app.call(runs.approveRun, await approve(town, id));
  await town.app.call(runs.postRun, { as: town.planner, params: { id } });
  await workPosting(town.app.db, town.app.clock, id);
}

export async function correct(town: Town, tariffVersionId: string): Promise<string> {
  const id = await plan(town, tariffVersionId);
  await finish(town, id);
  return id;
}

export type Document = {
  month: string;
  before: number;
  after: number;
  amount: number;
  /** Of the supplementary bill, and what is settled of the first one. */
  supplement: number | null;
  settled: number;
};

/** The documents of a connection, by month. */
export function documentsOf({ app }: Town, connectionId: string | undefined): Promise<Document[]> {
  return all<Document>(
    app.db,
    sql`select to_char(i.period, 'MM') as month, a.total_before_minor as before, a.total_after_minor as after,
        a.amount_minor as amount, s.total_minor as supplement, i.settled_minor as settled
      from billing.adjustments a join billing.invoices i on i.id = a.invoice_id
      left join billing.invoices s on s.id = a.supplement_id
      where i.connection_id = ${connectionId} order by i.period, a.id`,
  );
}
