/** What a correction run refuses, each for its own reason; what overlaps; and what becomes of a run that is stopped. */
import { describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { differences } from '#domains/payments/queries.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { workCalculation, workPosting } from '../bill-run/actions/work-run.ts';
import * as runs from '../bill-run/contract.ts';
import { billMonth, connect } from '../bill-run/factory-months.ts';
import * as tariffs from '../tariffs/contract.ts';
import { approvedTariff, draftTariff } from '../tariffs/factory.ts';
import * as contract from './contract.ts';
import {
  ASKED,
  announce,
  approve,
  at,
  DAY,
  documentsOf,
  finish,
  getRun,
  makeTown,
  OCTOBER,
  plan,
  setVat,
  type Town,
} from './factory-corrections.ts';

const ask = ({ app, planner }: Town, tariffVersionId: string) =>
  app.codeOf(contract.planCorrection, { as: planner, body: { tariffVersionId, ...ASKED } });

const close = ({ app }: Town, month: string) =>
  execute(
    app.db,
    sql`insert into ledger.closed_periods (period, closed_at) values (${month}, ${app.system().now})`,
  );

/** Asked by the tariff's own call. */
async function approveTariff({ app, approver }: Town, id: string): Promise<string | undefined> {
  const { version } = await app.call(tariffs.getTariff, { as: approver, params: { id } });
  return app.codeOf(tariffs.approveTariff, {
    as: approver,
    params: { id },
    body: { version, orderNumber: 'x' },
  });
}

describe('a run is not planned', () => {
  test('for a tariff that is a draft, is none, or for which no bill was made', async () => {
    const town = await makeTown(1);
    const { app } = town;
    const draft = await draftTariff(app.db, { effectiveFrom: DAY });
    expect(await ask(town, draft.id)).toBe('billing.tariff_state');
    expect(await ask(town, '0190ffff-ffff-7fff-8fff-ffffffffffff')).toBe('common.not_found');
    const later = await announce(town, { effectiveFrom: '2026-10-31' });
    expect(await ask(town, later)).toBe('billing.nothing_to_correct');
    expect(await approveTariff(town, later)).toBeUndefined();
  });

  test('for a tariff of whose day another one was approved meanwhile, nor posted', async () => {
    const town = await makeTown(1);
    const { app, planner, approver } = town;
    const [version, other] = [await announce(town), await announce(town, at('13'))];
    const id = await plan(town, version);
    await app.call(runs.approveRun, await approve(town, id));
    // As if the bills of its days had been cancelled, and made again later.
    await transaction(app.owner.db, async (tx) => {
      await execute(tx, sql`alter table billing.tariff_versions disable trigger refuse_billed_day`);
      await execute(
        tx,
        sql`update billing.tariff_versions set state = 'APPROVED', approved_by = ${approver.userId}, approved_at = now() where id = ${other}`,
      );
      await execute(tx, sql`alter table billing.tariff_versions enable trigger refuse_billed_day`);
    });
    expect(await app.codeOf(runs.postRun, { as: planner, params: { id } })).toBe('billing.tariff_day_taken');
    await app.call(runs.giveUpRun, { as: planner, params: { id }, body: { reason: 'another price' } });
    expect(await ask(town, version)).toBe('billing.tariff_day_taken');
  });

  test('for bills of other days: those of a later version are not concerned', async () => {
    const town = await makeTown(1);
    await approvedTariff(town.app.db, { effectiveFrom: '2026-11-01', ...at('20') });
    const id = await plan(town, await announce(town));
    const bill = sql`select i.period_to, i.period_from from billing.correction_items k join billing.invoices i on i.id = k.invoice_id
      where k.run_id = ${id}`;
    expect(await all(town.app.db, bill)).toHaveLength(2);
  });

  test('for another currency', async () => {
    const town = await makeTown(1);
    expect(await ask(town, await announce(town, { currency: 'USD' }))).toBe('billing.tariff_currency_mixed');
  });

  test('for other VAT than that of the settings if its first day is not billed', async () => {
    const town = await makeTown(1);
    const version = await announce(town, { effectiveFrom: '2026-11-01' });
    await setVat(town, '15');
    expect(await ask(town, version)).toBe('billing.tariff_vat_differs');
  });

  test('in a closed month, nor posted in one', async () => {
    const town = await makeTown(1);
    const { app, planner } = town;
    const version = await announce(town);
    const id = await plan(town, version);
    await app.call(runs.approveRun, await approve(town, id));
    await close(town, '2026-11-01');
    expect(await app.codeOf(runs.postRun, { as: planner, params: { id } })).toBe(
      'billing.issue_month_closed',
    );
    await app.call(runs.giveUpRun, { as: planner, params: { id }, body: { reason: 'closed' } });
    expect(await ask(town, version)).toBe('billing.issue_month_closed');
    const { state } = await app.call(tariffs.getTariff, { as: planner, params: { id: version } });
    expect(state).toBe('ANNOUNCED');
  });
});

test('a correction run and a bill run are not open at the same time, nor two of a category', async () => {
  const town = await makeTown(1);
  const { app, planner } = town;
  const body = { period: OCTOBER, issuedOn: '2026-11-02', dueOn: '2026-11-23' };
  const version = await announce(town);
  const id = await plan(town, version);
  const { number } = await getRun(town, id);
  const correction = { runId: id, number, month: '2026-09-01', sector: '' };
  const refused = await app.refused(runs.planRun, { as: planner, body });
  expect([refused.code, refused.params, refused.fields[0]?.path]).toEqual([
    ...['billing.run_exists', correction, 'period'],
  ]);
  expect(await ask(town, version)).toBe('billing.run_exists');
  expect(await ask(town, await announce(town, { ...at('13'), effectiveFrom: '2026-09-20' }))).toBe(
    'billing.run_exists',
  );
  await app.call(runs.giveUpRun, { as: planner, params: { id }, body: { reason: 'not yet' } });
  const bills = await app.call(runs.planRun, { as: planner, body });
  const asked = { as: planner, body: { tariffVersionId: version, ...ASKED } };
  const other = await app.refused(contract.planCorrection, asked);
  expect([other.code, other.params, other.fields]).toEqual([
    ...['billing.run_exists', { runId: bills.id, number: bills.number, month: OCTOBER, sector: '' }, []],
  ]);
});

test('of two categories they may be open at the same time', async () => {
  const town = await makeTown(1);
  const shops = await makeTown(1, { category: 'commercial' }, town.app);
  const first = await plan(town, await announce(town));
  const second = await plan(shops, await announce(shops, { ...at('13'), category: 'commercial' }));
  const concerned = sql`select run_id as run, count(*) as count from billing.correction_items group by 1 order by 1`;
  expect(await all(town.app.db, concerned)).toEqual([
    { run: first, count: 2 },
    { run: second, count: 2 },
  ]);
  const version = await announce(shops, { ...at('14'), effectiveFrom: '2026-09-20', category: 'commercial' });
  const again = { as: shops.planner, body: { tariffVersionId: version, ...ASKED } };
  expect((await town.app.refused(contract.planCorrection, again)).params).toMatchObject({ runId: second });
});

describe('the second person', () => {
  test('is not who planned it, nor who wrote or announced its tariff, and may approve tariffs', async () => {
    const town = await makeTown(1);
    const { app, author } = town;
    const id = await plan(town, await announce(town));
    expect(await app.codeOf(runs.approveRun, await approve(town, id, author))).toBe(
      'billing.tariff_second_person',
    );
    const onlyRuns = await app.staffWith(['bill-runs:view', 'bill-runs:approve']);
    expect(await app.codeOf(runs.approveRun, await approve(town, id, onlyRuns))).toBe('common.not_permitted');
    const all = await app.staff('admin');
    const own = await plan({ ...town, planner: all }, await announceShops(town));
    expect(await app.codeOf(runs.approveRun, await approve(town, own, all))).toBe('billing.second_person');
    expect(await app.codeOf(runs.approveRun, await approve(town, id))).toBeUndefined();
  });

  async function announceShops(town: Town): Promise<string> {
    const shops = await makeTownOfShops(town);
    return announce(shops, { ...at('13'), category: 'commercial' });
  }
  const makeTownOfShops = async (town: Town) => {
    // Bill runs wait for the correction run that is open.
    await execute(
      town.app.owner.db,
      sql`update billing.bill_runs set state = 'POSTED' where state = 'REVIEW'`,
    );
    const shops = await makeTown(1, { category: 'commercial' }, town.app);
    await execute(
      town.app.owner.db,
      sql`update billing.bill_runs set state = 'REVIEW' where category = 'residential'`,
    );
    return shops;
  };
});

test('a tariff that is withdrawn meanwhile comes in force by no run', async () => {
  const town = await makeTown(1);
  const { app, approver, planner } = town;
  const withdraw = async (id: string) => {
    const { version } = await app.call(tariffs.getTariff, { as: approver, params: { id } });
    const body = { version, reason: 'taken back' };
    await app.call(tariffs.withdrawTariff, { as: approver, params: { id }, body });
  };
  const version = await announce(town);
  const id = await plan(town, version);
  await app.call(runs.approveRun, await approve(town, id));
  await withdraw(version);
  expect(await app.codeOf(runs.postRun, { as: planner, params: { id } })).toBe('billing.tariff_state');
  await app.call(runs.giveUpRun, { as: planner, params: { id }, body: { reason: 'withdrawn' } });
  const other = await announce(town);
  const next = await plan(town, other);
  await withdraw(other);
  expect(await app.codeOf(runs.approveRun, await approve(town, next))).toBe('billing.tariff_state');
});

test('what bill runs alone can do is refused', async () => {
  const town = await makeTown(1);
  const { app, planner, approver } = town;
  const id = await plan(town, await announce(town));
  const params = { id };
  expect(await app.codeOf(runs.calculateHeld, { as: planner, params, body: {} })).toBe('billing.run_state');
  const release = { as: approver, params, body: { reason: 'x' } };
  expect(await app.codeOf(runs.releaseHeld, release)).toBe('billing.run_state');
  await finish(town, id);
  const { version } = await getRun(town, id);
  const reverse = { as: planner, params, body: { version, reason: 'x' } };
  expect(await app.codeOf(runs.reverseRun, reverse)).toBe('billing.run_state');
  const [bills] = await all<{ id: string }>(
    app.db,
    sql`select id from billing.bill_runs where tariff_version_id is null limit 1`,
  );
  const none = { as: planner, params: { id: String(bills?.id) } };
  expect(await app.codeOf(contract.getCorrection, none)).toBe('common.not_found');
});

test('a bill that the run has forgotten is not forgotten by the proof', async () => {
  const town = await makeTown(1);
  const id = await plan(town, await announce(town));
  await execute(
    town.app.owner.db,
    sql`delete from billing.correction_items where ctid in (select ctid from billing.correction_items limit 1)`,
  );
  expect(await town.app.codeOf(runs.approveRun, await approve(town, id))).toBe('billing.run_incomplete');
});

describe('work that is stopped', () => {
  /** A run of two chunks, up to its posting. */
  async function begin(): Promise<{ town: Town; id: string }> {
    const town = await makeTown();
    const { app, planner } = town;
    const id = await plan(town, await announce(town));
    await execute(
      app.owner.db,
      sql`with cut as (
          select run_id, (array_agg(distinct connection_id order by connection_id)) as ids from billing.correction_items
          where run_id = ${id} group by run_id
        ), first as (
          update billing.bill_run_chunks k set last_connection = ids[1] from cut where k.run_id = cut.run_id
        )
        insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection, state)
        select run_id, 1, ids[2], ids[2], 'CALCULATED' from cut`,
    );
    await app.call(runs.approveRun, await approve(town, id));
    await app.call(runs.postRun, { as: planner, params: { id } });
    return { town, id };
  }
  const count = ({ app }: Town) =>
    one(
      app.db,
      sql`select (select count(*) from billing.adjustments) as adjustments,
        (select count(*) from billing.invoices where adjusts_id is not null) as supplements,
        (select count(*) = max(right(number, 9)::bigint / 10) - min(right(number, 9)::bigint / 10) + 1 from billing.invoices) as whole`,
    );

  test('between two chunks is gone on with: every bill has its documents once', async () => {
    const { town, id } = await begin();
    const { app } = town;
    let steps = 0;
    await workPosting(app.db, app.clock, id, () => steps++ < 1);
    expect(await count(town)).toMatchObject({ adjustments: 2, supplements: 2 });
    expect((await getRun(town, id)).state).toBe('POSTING');
    await Promise.all([workPosting(app.db, app.clock, id), workPosting(app.db, app.clock, id)]);
    expect(await count(town)).toEqual({ adjustments: 4, supplements: 4, whole: true });
    expect(await getRun(town, id)).toMatchObject({ state: 'POSTED', proof: { complete: true } });
    await workPosting(app.db, app.clock, id);
    expect(await documentsOf(town, town.made[0]?.id)).toHaveLength(2);
  });

  test('by a failure leaves no part of a chunk, and no hole in the numbers', async () => {
    const { town, id } = await begin();
    const { app } = town;
    await execute(
      app.owner.db,
      sql`create function billing.fail_once() returns trigger language plpgsql as $$
        begin if new.line_no > 0 then raise exception 'the disk is full'; end if; return new; end $$`,
    );
    await execute(
      app.owner.db,
      sql`create trigger fail_once before insert on billing.adjustment_lines for each row execute function billing.fail_once()`,
    );
    await expect(workPosting(app.db, app.clock, id)).rejects.toThrow('the disk is full');
    expect(await count(town)).toMatchObject({ adjustments: 0, supplements: 0 });
    await execute(app.owner.db, sql`drop trigger fail_once on billing.adjustment_lines`);
    await workPosting(app.db, app.clock, id);
    expect(await count(town)).toEqual({ adjustments: 4, supplements: 4, whole: true });
    expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
    expect(await differences(app.db)).toMatchObject({ receivableMinor: 0, advancesMinor: 0 });
  });

  test('a run that is given up corrects nothing and can be planned again', async () => {
    const town = await makeTown(1);
    const { app, planner } = town;
    const version = await announce(town);
    const id = await plan(town, version);
    await app.call(runs.giveUpRun, { as: planner, params: { id }, body: { reason: 'later' } });
    expect(await count(town)).toMatchObject({ adjustments: 0 });
    const { state } = await app.call(tariffs.getTariff, { as: planner, params: { id: version } });
    expect(state).toBe('ANNOUNCED');
    await finish(town, await plan(town, version));
    expect(await count(town)).toMatchObject({ adjustments: 2 });
  });
});

test('a connection without a bill is left alone, and is billed by the version afterwards', async () => {
  const town = await makeTown(1);
  const { app } = town;
  const late = await connect(town, {
    connectedOn: '2026-09-30',
    readings: [[OCTOBER, '2026-10-31', 20_000]],
  });
  const id = await plan(town, await announce(town));
  await workCalculation(app.db, app.clock, id);
  expect((await getRun(town, id)).proof).toMatchObject({ connections: 2, billed: 2, complete: true });
  await finish(town, id);
  await billMonth(town, OCTOBER);
  const bill = sql`select total_minor as total from billing.invoices where connection_id = ${late.id}`;
  expect(await all(app.db, bill)).toEqual([{ total: 24_000 }]);
});

test('direct SQL of the program brings a version in force on a billed day by no other way', async () => {
  const town = await makeTown(1);
  const version = await announce(town);
  await plan(town, version);
  await expect(
    execute(
      town.app.db,
      sql`update billing.tariff_versions set state = 'APPROVED', approved_by = ${town.approver.userId}, approved_at = now()
        where id = ${version}`,
    ),
  ).rejects.toMatchObject({ constraint: 'tariff_versions_day_billed' });
  expect(await approveTariff(town, version)).toBe('billing.tariff_day_billed');
});
