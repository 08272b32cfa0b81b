/** Runs that would overlap, that fail in the middle, that are given up; and the readings that they bill. */
import { describe, expect, test } from 'vitest';
import { type MadeConnection, makeConnection } from '#domains/meters/factory.ts';
import * as readings from '#domains/meters/readings/contract.ts';
import { makeSector } from '#domains/settings/factory.ts';
import { all, execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import { testApp } from '#test/app.ts';
import { startOn } from '#test/zone.ts';
import { approvedTariff } from '../tariffs/factory.ts';
import { resumeRuns, workCalculation, workPosting } from './actions/work-run.ts';
import * as contract from './contract.ts';
import { seenOf } from './factory-months.ts';
import { postNextChunk } from './post-chunk.ts';

const app = await testApp({ now: startOn('2026-11-02') });
const [planner, approver] = [await app.staff('admin'), await app.staff('admin')];
const actor = { ...app.system(), permissions: new Set<never>() };
await approvedTariff(app.db, {
  effectiveFrom: '2025-01-01',
  blocks: [{ from: '0', to: null, rate: '10' }],
});

/** Each test has a month of its own, and connections that are only there then. */
let months = 0;

async function month(connections: number) {
  months += 1;
  const period = addMonths('2025-01-01', months);
  const readOn = addDays(addMonths(period, 1), -1);
  await execute(
    app.db,
    sql`update meters.connections set status = 'closed',
      disconnected_on = date_trunc('month', connected_on) + interval '1 month' - interval '1 day'`,
  );
  const made: MadeConnection[] = [];
  for (let n = 0; n < connections; n += 1) {
    made.push(
      await transaction(app.db, (tx) =>
        makeConnection(tx, actor, {
          connectedOn: period,
          readings: [[period, readOn, 20_000]],
          approve: true,
        }),
      ),
    );
  }
  return { period, made, body: { period, issuedOn: '2026-11-02', dueOn: '2026-11-23' } };
}

async function calculated(body: { period: string; sectorId?: string; issuedOn: string }): Promise<string> {
  const { id } = await app.call(contract.planRun, { as: planner, body });
  await workCalculation(app.db, app.clock, id);
  return id;
}

const getRun = (id: string) => app.call(contract.getRun, { as: planner, params: { id } });

async function approved(body: Parameters<typeof calculated>[0]): Promise<string> {
  const id = await calculated(body);
  const { version } = await getRun(id);
  await app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
  return id;
}

async function posting(body: Parameters<typeof calculated>[0]): Promise<string> {
  const id = await approved(body);
  await app.call(contract.postRun, { as: planner, params: { id } });
  return id;
}

async function sectorOf({ roadId }: Pick<MadeConnection, 'roadId'>): Promise<string> {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select sector_id as id from settings.roads where id = ${roadId}`,
  );
  return id;
}

const lastNumber = async () =>
  (
    await first<{ last: number }>(
      app.db,
      sql`select last from platform.number_series where series = 'invoice'`,
    )
  )?.last ?? 0;

/** The numbers of all invoices, in order, from 1 without a hole, up to the last that was taken. */
async function expectNoHole(): Promise<void> {
  const rows = await all<{ n: number }>(
    app.db,
    sql`select left(number, 9)::bigint - 500000000 as n from billing.invoices order by number`,
  );
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: await lastNumber() }, (_, index) => index + 1));
}

/** Cuts the one chunk of a run into one for each connection, so that some are posted and others not. */
async function cutChunks(runId: string): Promise<void> {
  await transaction(app.db, async (tx) => {
    await execute(
      tx,
      sql`update billing.bill_run_items i set chunk = n.chunk from (
        select connection_id, row_number() over (order by connection_id) - 1 as chunk from billing.bill_run_items where run_id = ${runId}
      ) n where i.run_id = ${runId} and i.connection_id = n.connection_id`,
    );
    await execute(tx, sql`delete from billing.bill_run_chunks where run_id = ${runId}`);
    await execute(
      tx,
      sql`insert into billing.bill_run_chunks (run_id, chunk, first_connection, last_connection, state, billed, held, total_minor)
      select run_id, chunk, connection_id, connection_id, 'CALCULATED', (outcome = 'BILLED')::int, (outcome = 'HELD')::int,
        coalesce(total_minor, 0) from billing.bill_run_items where run_id = ${runId}`,
    );
  });
}

describe('runs that overlap', () => {
  test('are refused while one is open: the town and a sector, a sector twice, the town twice', async () => {
    const { body, made } = await month(2);
    const [mine, other] = await Promise.all(made.map(sectorOf));
    const refused = (to: object) => app.refused(contract.planRun, { as: planner, body: { ...body, ...to } });
    const sector = await calculated({ ...body, ...(mine ? { sectorId: mine } : {}) });
    for (const again of [{ sectorId: mine }, {}]) {
      const { status, code, fields } = await refused(again);
      expect([status, code, fields[0]?.path]).toEqual([409, 'billing.run_exists', 'period']);
    }
    // Another sector is nobody's affair.
    const next = await calculated({ ...body, ...(other ? { sectorId: other } : {}) });
    expect((await refused({ sectorId: other })).params).toMatchObject({ runId: next });
    const { sectorNumber } = await getRun(sector);
    expect((await refused({})).params).toMatchObject({ runId: sector, sector: sectorNumber });
    for (const id of [sector, next]) {
      await app.call(contract.giveUpRun, { as: planner, params: { id }, body: { reason: 'for the town' } });
    }
    await calculated((await month(1)).body);
    const town = await calculated(body);
    const late = await refused({ sectorId: other });
    expect(late.code).toBe('billing.run_exists');
    // It names the run that is in the way, not one of another month or one that is over.
    const { number } = await getRun(town);
    expect(late.params).toEqual({ runId: town, number, month: body.period, sector: '' });
  });

  test('are refused when they are planned at once: one of many is made, the others are told why (G8)', async () => {
    const { body, made } = await month(1);
    const sectorId = await sectorOf(made[0] as MadeConnection);
    const plans = [body, { ...body, sectorId }, body, { ...body, sectorId }, body, body];
    const answers = await Promise.allSettled(
      plans.map((plan) => app.call(contract.planRun, { as: planner, body: plan })),
    );
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [String(answer.reason)] : [],
    );
    expect(refused).toHaveLength(plans.length - 1);
    for (const reason of refused) expect(reason).toContain('billing.run_exists');
    const rows = await all(app.db, sql`select id from billing.bill_runs where period = ${body.period}`);
    expect(rows).toHaveLength(1);
  });

  test('are refused by the database itself', async () => {
    const { period, made } = await month(1);
    const insert = (sectorId: string | null) =>
      execute(
        app.db,
        sql`insert into billing.bill_runs (period, sector_id, issued_on, due_on, planned_at)
        values (${period}, ${sectorId}::uuid, '2026-11-02', '2026-11-23', now())`,
      );
    await insert(await sectorOf(made[0] as MadeConnection));
    await expect(insert(null)).rejects.toThrow(/bill_runs_scope_overlap/);
    await insert((await transaction(app.db, (tx) => makeSector(tx, actor))).id);
  });
});

describe('posting', () => {
  test('a chunk that fails in the middle leaves nothing behind, and no hole in the numbers', async () => {
    const { body } = await month(4);
    const id = await posting(body);
    await cutChunks(id);
    // The connection in the middle cannot be posted: its lines are refused.
    const { victim } = await one<{ victim: string }>(
      app.db,
      sql`select invoice_id as victim from billing.bill_run_items where run_id = ${id} and chunk = 1`,
    );
    await execute(
      app.owner.db,
      sql`create function billing.refuse_line() returns trigger language plpgsql as $$
      begin raise exception 'no room for a line'; end $$`,
    );
    await sql
      .raw(
        `create trigger refuse_line before insert on billing.invoice_lines for each row
        when (new.invoice_id = '${victim}') execute function billing.refuse_line()`,
      )
      .execute(app.owner.db);
    await expect(workPosting(app.db, app.clock, id)).rejects.toThrow('no room for a line');
    await expect(workPosting(app.db, app.clock, id)).rejects.toThrow('no room for a line');
    expect((await getRun(id)).proof.complete).toBe(false);
    expect(await all(app.db, sql`select id from billing.invoices where run_id = ${id}`)).toHaveLength(1);
    await expectNoHole();
    await execute(app.owner.db, sql`drop trigger refuse_line on billing.invoice_lines`);
    await workPosting(app.db, app.clock, id);
    const run = await getRun(id);
    expect([run.state, run.proof.complete, run.proof.invoices]).toEqual(['POSTED', true, 4]);
    await expectNoHole();
  });

  test('two workers at once post each connection once, with numbers that have no hole (G8, G15)', async () => {
    const { body } = await month(6);
    const id = await posting(body);
    await cutChunks(id);
    await Promise.all([1, 2, 3].map(() => workPosting(app.db, app.clock, id)));
    const run = await getRun(id);
    expect([run.state, run.proof.complete, run.proof.invoices]).toEqual(['POSTED', true, 6]);
    await expectNoHole();
  });

  test('a run that finds its connections billed holds them, instead of hanging', async () => {
    const { body } = await month(2);
    const id = await posting(body);
    // What was possible before the constraint: another run of the same month, posted in between.
    await execute(app.owner.db, sql`update billing.bill_runs set state = 'POSTED' where id = ${id}`);
    const other = await posting(body);
    await workPosting(app.db, app.clock, other);
    await execute(app.owner.db, sql`update billing.bill_runs set state = 'POSTING' where id = ${id}`);
    await workPosting(app.db, app.clock, id);
    const run = await getRun(id);
    expect([run.state, run.proof.billed, run.proof.held]).toEqual(['POSTED', 0, 2]);
    expect(run.heldReasons).toEqual([{ reason: 'already_billed', count: 2 }]);
    await expectNoHole();
  });

  test('fewer readings than bills take the chunk back', async () => {
    const { body, made } = await month(1);
    const id = await posting(body);
    const { meterId } = made[0] as MadeConnection;
    // What the comparison cannot see: the reading stops being approved when it is about to be billed.
    await execute(
      app.owner.db,
      sql`create function billing.lose_reading() returns trigger language plpgsql as $$
      begin return null; end $$`,
    );
    await sql
      .raw(
        `create trigger lose_reading before update on meters.readings for each row
        when (old.meter_id = '${meterId}') execute function billing.lose_reading()`,
      )
      .execute(app.owner.db);
    await expect(workPosting(app.db, app.clock, id)).rejects.toThrow(
      'bills 1 connections, but only 0 of their readings',
    );
    expect((await getRun(id)).proof.invoices).toBe(0);
    await execute(app.owner.db, sql`drop trigger lose_reading on meters.readings`);
    await workPosting(app.db, app.clock, id);
    expect((await getRun(id)).state).toBe('POSTED');
  });

  test('while a chunk is posted, nobody pays, moves or reads its connections; prices and imports wait too', async () => {
    const { body, made } = await month(1);
    const id = await posting(body);
    const connection = (made[0] as MadeConnection).id;
    expect(await blocked(id, connection)).toEqual(['connection', 'prices', 'gate']);
  });
});

/** What another transaction cannot have while a chunk of the run is posted and not yet committed. */
async function blocked(runId: string, connectionId: string): Promise<string[]> {
  const found: string[] = [];
  const tries = {
    connection: sql`select from meters.connections where id = ${connectionId} for no key update nowait`,
    prices: sql`select 1 / pg_try_advisory_xact_lock(hashtext('billing.prices'))::int`,
    gate: sql`select 1 / pg_try_advisory_xact_lock(hashtext('meters.readings'))::int`,
  };
  const stop = new Error('rolled back by the test');
  await expect(
    transaction(app.db, async (tx) => {
      await postNextChunk(asDb(tx), app.system(), runId);
      for (const [name, attempt] of Object.entries(tries)) {
        await attempt.execute(app.db).catch(() => found.push(name));
      }
      throw stop;
    }),
  ).rejects.toBe(stop);
  return found;
}

/** A chunk opens its own transaction; here it works inside that of the test, which can look while it is open. */
function asDb(tx: Parameters<Parameters<typeof transaction>[1]>[0]): typeof app.db {
  type Work = (inner: typeof tx) => unknown;
  const same = { transaction: () => ({ execute: (work: Work) => work(tx) }) };
  return new Proxy(app.db, {
    get: (target, key) =>
      key === 'connection'
        ? () => ({ execute: (work: (connection: unknown) => unknown) => work(same) })
        : Reflect.get(target, key),
  });
}

describe('a reading that is billed', () => {
  const change = (id: string, version: number) => ({
    as: approver,
    body: { id, version, readOn: '2025-09-28', registerLitres: 21_000, reason: 'misread' },
  });

  async function readingOf({ meterId }: Pick<MadeConnection, 'meterId'>) {
    return one<{ id: string; version: number; state: string }>(
      app.db,
      sql`select id, version, state from meters.readings
        where meter_id = ${meterId} and living`,
    );
  }

  test('is not edited and not voided', async () => {
    const { body, made } = await month(1);
    const id = await posting(body);
    await workPosting(app.db, app.clock, id);
    const reading = await readingOf(made[0] as MadeConnection);
    expect(reading.state).toBe('BILLED');
    const edit = await app.refused(readings.editReading, change(reading.id, reading.version));
    expect(edit.code).toBe('meters.reading_billed');
    const gone = { as: approver, params: { id: reading.id }, body: { reason: 'misread' } };
    expect((await app.refused(readings.voidReading, gone)).code).toBe('meters.reading_billed');
  });

  test('stays as it is from the moment its run posts, and is free if the run held it', async () => {
    const { body, made } = await month(2);
    const id = await calculated(body);
    const [billed, held] = made as [MadeConnection, MadeConnection];
    await app.call(contract.holdItem, {
      as: planner,
      params: { id },
      body: { connectionId: held.id, seen: await seenOf(app.db, id, held.id) },
    });
    const { version } = await getRun(id);
    await app.call(contract.approveRun, { as: approver, params: { id }, body: { version } });
    const leave = ({ meterId }: MadeConnection) =>
      execute(app.db, sql`update meters.readings set state = 'VALID' where meter_id = ${meterId} and living`);
    await leave(billed);
    await execute(
      app.db,
      sql`update meters.readings set state = 'APPROVED' where meter_id = ${billed.meterId} and living`,
    );
    await app.call(contract.postRun, { as: planner, params: { id } });
    await expect(leave(billed)).rejects.toMatchObject({ constraint: 'readings_in_posting' });
    await leave(held);
    await workPosting(app.db, app.clock, id);
    expect((await readingOf(billed)).state).toBe('BILLED');
  });
});

describe('a run that is given up', () => {
  test('needs a reason, frees its month and cannot be moved any more', async () => {
    const { body } = await month(1);
    const id = await approved(body);
    const bare = await app.refused(contract.giveUpRun, {
      as: planner,
      params: { id },
      body: { reason: ' ' },
    });
    expect(bare.status).toBe(422);
    const given = await app.call(contract.giveUpRun, {
      as: planner,
      params: { id },
      body: { reason: 'wrong issue day' },
    });
    expect([given.state, given.cancelReason, given.cancelledBy]).toEqual([
      'CANCELLED',
      'wrong issue day',
      expect.any(String),
    ]);
    for (const step of [contract.postRun, contract.calculateRun]) {
      expect((await app.refused(step, { as: planner, params: { id } })).code).toBe('billing.run_state');
    }
    const audited = await one<{ reason: string; before: unknown }>(
      app.db,
      sql`select reason, before from platform.audit where action = 'bill-run.give-up' and object_id = ${id}`,
    );
    expect(audited).toEqual({ reason: 'wrong issue day', before: { state: 'APPROVED' } });
    const again = await posting(body);
    await workPosting(app.db, app.clock, again);
    expect((await getRun(again)).proof).toMatchObject({ complete: true, invoices: 1 });
  });

  test('is not possible after it has started to post', async () => {
    const { body } = await month(1);
    const id = await posting(body);
    const late = { as: planner, params: { id }, body: { reason: 'too late' } };
    expect((await app.refused(contract.giveUpRun, late)).code).toBe('billing.run_state');
  });

  test('while it is calculated, the workers stop', async () => {
    const { body } = await month(1);
    const { id } = await app.call(contract.planRun, { as: planner, body });
    await app.call(contract.giveUpRun, { as: planner, params: { id }, body: { reason: 'wrong month' } });
    await resumeRuns(app.db);
    await workCalculation(app.db, app.clock, id);
    const run = await getRun(id);
    expect([run.state, run.billed, run.held]).toEqual(['CANCELLED', 0, 0]);
  });
});
