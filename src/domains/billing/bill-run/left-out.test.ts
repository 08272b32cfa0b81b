/** The last bill of a connection that left, and the months that no run ever billed. */
import { describe, expect, test } from 'vitest';
import { closeConnection, reopenConnection } from '#domains/meters/closure/contract.ts';
import type { MadeConnection } from '#domains/meters/factory.ts';
import { approveUnflagged } from '#domains/meters/readings/actions/approve-unflagged.ts';
import { captureReading } from '#domains/meters/readings/actions/capture-reading.ts';
import { execute, one, sql, transaction } from '#platform/database/db.ts';
import * as invoices from '../invoices/contract.ts';
import { billData } from '../invoices/pdf/bill-pdf.ts';
import { billWords } from '../invoices/pdf/words.ts';
import { getInvoice } from '../invoices/queries.ts';
import { runQueues } from '../work-queues.ts';
import * as contract from './contract.ts';
import {
  approveRun,
  billMonth,
  calculateMonth,
  chargesOf,
  connect,
  makeTown,
  type Office,
  outcomesOf,
  postRun,
  seenOf,
} from './factory-months.ts';

const nobody = ({ app }: Office) => ({ ...app.system(), permissions: new Set<never>() });

async function read(office: Office, made: MadeConnection, reading: [string, string, number]): Promise<void> {
  const [period, readOn, registerLitres] = reading;
  await transaction(office.app.db, (tx) =>
    captureReading(tx, nobody(office), { meterId: made.meterId, period, readOn, registerLitres }),
  );
  await approve(office, made, period);
}

const approve = (office: Office, made: MadeConnection, period: string) =>
  transaction(office.app.db, (tx) => approveUnflagged(tx, nobody(office), { period, connectionId: made.id }));

const finalMonths = async ({ app, planner }: Office, connectionId: string) =>
  (await app.call(invoices.searchInvoice, { as: planner, query: { connectionId } })).items
    .filter(({ isFinal }) => isFinal)
    .map(({ period }) => period);

describe('an account that is closed', () => {
  const close = ({ app }: Office, id: string, day: string) =>
    execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = ${day} where id = ${id}`,
    );

  test('gets its final bill in the run of its last month, for its days', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const made = await connect(office, {
      connectedOn: '2026-08-30',
      readings: [['2026-09-01', '2026-09-30', 10_000]],
    });
    await billMonth(office, '2026-09-01');
    const last = { meterId: made.meterId, readOn: '2026-10-15', registerLitres: 16_000 };
    await office.app.call(closeConnection, {
      as: await office.app.staff('reviewer'),
      body: { ...last, reason: 'moved away' },
    });
    await approve(office, made, '2026-10-01');
    await billMonth(office, '2026-10-01');
    // The bill says that it is the final one: in lists, on the record, on paper and in files.
    const { items } = await office.app.call(invoices.searchInvoice, {
      as: office.planner,
      query: { connectionId: made.id },
    });
    const finals = items.map(({ period, isFinal }) => [period, isFinal]);
    expect(finals.toSorted()).toEqual([
      ['2026-09-01', false],
      ['2026-10-01', true],
    ]);
    const id = String(items.find(({ isFinal }) => isFinal)?.id);
    const bill = await getInvoice(office.app.db, office.app.system(), id);
    for (const language of ['en', 'bn'] as const) {
      const paper = await billData(office.app.db, bill, {
        ...{ language, publicUrl: 'https://water.test' },
        actor: office.app.system(),
      });
      expect(paper.title).toContain(billWords[language].final);
      expect(paper.remarks).toContain(billWords[language].finalRemark);
    }
    // 15 of 30 days.
    expect(await chargesOf(office, made.id)).toEqual([
      ['2026-09', 100, 30],
      ['2026-10', 60, 15],
    ]);
    const nobody = await calculateMonth(office, '2026-11-01').catch(() => 'nothing to bill');
    expect(nobody).toBe('nothing to bill');
  });

  test.each([
    // [connected on, read on, months, fixed charge of ৳30 a month by its days]
    ['2026-10-02', '2026-10-20', '2026-09-20', 18],
    ['2026-10-19', '2026-10-20', '2026-09-20', 1],
    ['2026-08-31', '2026-10-20', '2026-08-20', 49.18],
    ['2026-09-08', '2026-10-20', '2026-09-08', 30],
  ])(
    'whose first bill is the last one too, from %s to %s: its days of whole months',
    async (connectedOn, readOn, from, fixed) => {
      const office = await makeTown('2026-11-02T04:00:00Z');
      const made = await connect(office, { connectedOn });
      const last = { meterId: made.meterId, readOn, registerLitres: 6_000, reason: 'moved away' };
      await office.app.call(closeConnection, { as: await office.app.staff('reviewer'), body: last });
      // 49 days are flagged as a gap.
      await execute(
        office.app.owner.db,
        sql`update meters.readings set state = 'APPROVED' where connection_id = ${made.id}`,
      );
      await billMonth(office, '2026-10-01');
      const { id } = await one<{ id: string }>(
        office.app.db,
        sql`select id from billing.invoices where connection_id = ${made.id}`,
      );
      // People read the days of the readings, the prices are taken by whole months.
      expect(await getInvoice(office.app.db, office.app.system(), id)).toMatchObject({
        periodFrom: from,
        periodTo: readOn,
        usedFrom: connectedOn,
        usedTo: readOn,
        isFinal: true,
      });
      expect(await chargesOf(office, made.id)).toEqual([['2026-10', 60, fixed]]);
    },
  );

  test('is not opened again while a run posts its final bill', async () => {
    const office = await makeTown('2027-01-02T04:00:00Z');
    const { app, planner } = office;
    const made = await connect(office, {
      connectedOn: '2026-10-31',
      readings: [['2026-11-01', '2026-11-10', 10_000]],
    });
    await billMonth(office, '2026-11-01');
    // Read for December, because November was read before.
    const last = {
      meterId: made.meterId,
      readOn: '2026-11-15',
      registerLitres: 12_000,
      reason: 'moved away',
    };
    const reviewer = await app.staff('reviewer');
    await app.call(closeConnection, { as: reviewer, body: last });
    await approve(office, made, '2026-12-01');
    const id = await calculateMonth(office, '2026-12-01');
    await approveRun(office, id);
    await app.call(contract.postRun, { as: planner, params: { id } });
    const reopen = { as: reviewer, body: { meterId: made.meterId, reason: 'closed by mistake' } };
    expect(await app.codeOf(reopenConnection, reopen)).toBe('meters.reading_in_posting');
  });

  test('gets it by the next run too, if its last register is read in a later month', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const stays = await connect(office, {
      connectedOn: '2026-08-30',
      readings: [
        ['2026-09-01', '2026-09-30', 10_000],
        ['2026-10-01', '2026-10-31', 20_000],
      ],
    });
    const made = await connect(office, {
      connectedOn: '2026-08-30',
      readings: [['2026-09-01', '2026-09-20', 10_000]],
    });
    await billMonth(office, '2026-09-01');
    await close(office, made.id, '2026-09-28');
    await read(office, made, ['2026-10-01', '2026-10-05', 14_000]);
    const id = await billMonth(office, '2026-10-01');
    expect(await finalMonths(office, made.id)).toEqual(['2026-10-01']);
    expect((await outcomesOf(office, id)).get(made.id)).toBe('BILLED');
    expect((await chargesOf(office, made.id)).at(-1)?.slice(0, 2)).toEqual(['2026-10', 40]);
    expect((await chargesOf(office, stays.id)).length).toBe(2);
  });

  test('says it on the last of several bills only, and not if it may come back', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const readings: [string, string, number][] = [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-10-01', '2026-10-15', 16_000],
    ];
    const made = await connect(office, { connectedOn: '2026-08-30', readings });
    const away = await connect(office, { connectedOn: '2026-08-30', readings });
    await close(office, made.id, '2026-10-15');
    await execute(
      office.app.owner.db,
      sql`update meters.connections set status = 'disconnected', disconnected_on = '2026-10-15' where id = ${away.id}`,
    );
    await billMonth(office, '2026-09-01');
    await billMonth(office, '2026-10-01');
    expect(await finalMonths(office, made.id)).toEqual(['2026-10-01']);
    expect(await finalMonths(office, away.id)).toEqual([]);
  });

  test('that has left without a reading of the month is in no run, even if other connections were read', async () => {
    const office = await makeTown('2026-11-02T04:00:00Z');
    const made = await connect(office, {
      connectedOn: '2026-08-30',
      readings: [['2026-09-01', '2026-09-28', 10_000]],
    });
    await connect(office, { connectedOn: '2026-09-30', readings: [['2026-10-01', '2026-10-31', 5_000]] });
    await close(office, made.id, '2026-09-28');
    const id = await calculateMonth(office, '2026-10-01');
    expect((await outcomesOf(office, id)).has(made.id)).toBe(false);
  });
});

describe('months that were never billed', () => {
  test('are listed with their reason, filtered, searched and exported; a later bill covers a month without a reading', async () => {
    const office = await makeTown('2026-12-02T04:00:00Z');
    const { app, planner } = office;
    const full: [string, string, number][] = [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-10-01', '2026-10-31', 20_000],
      ['2026-11-01', '2026-11-30', 30_000],
    ];
    const billed = await connect(office, { connectedOn: '2026-08-30', readings: full });
    const covered = await connect(office, {
      connectedOn: '2026-08-30',
      readings: [full[0] as (typeof full)[0], full[2] as (typeof full)[0]],
    });
    const gap = await connect(office, { connectedOn: '2026-08-30', readings: full.slice(0, 1) });
    const waiting = await connect(office, { connectedOn: '2026-08-30', readings: full, approve: false });
    for (const [period] of full) await billMonth(office, period);
    const forgotten = await connect(office, {
      connectedOn: '2026-09-30',
      readings: [['2026-10-01', '2026-10-31', 8_000]],
    });
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-10-31' where id = ${forgotten.id}`,
    );
    const list = async (query: Record<string, unknown> = {}) => {
      const { items } = await app.call(contract.listUnbilledMonths, {
        as: planner,
        query: { limit: 100, sort: 'month', ...query },
      });
      return items
        .map(({ connectionId, month, reason }) => [connectionId, month.slice(0, 7), reason].join(' '))
        .toSorted();
    };
    const rows = (made: MadeConnection, ...of: string[]) => of.map((row) => `${made.id} ${row}`);
    const all1 = [
      ...rows(gap, '2026-10 NO_READING', '2026-11 NO_READING'),
      ...rows(waiting, '2026-09 NOT_APPROVED', '2026-10 NOT_APPROVED', '2026-11 NOT_APPROVED'),
      ...rows(forgotten, '2026-09 NO_READING', '2026-10 APPROVED'),
    ].toSorted();
    // Connected in August, which nobody was billed for: the first month is September.
    expect(await list()).toEqual(all1);
    expect(all1.join()).not.toContain(billed.id);
    expect(all1.join()).not.toContain(covered.id);
    expect(await list({ month: '2026-11-01' })).toEqual(all1.filter((row) => row.includes('2026-11')));
    expect(await list({ reason: 'NO_READING' })).toEqual(all1.filter((row) => row.includes('NO_READING')));
    expect(await list({ status: 'closed' })).toEqual(all1.filter((row) => row.startsWith(forgotten.id)));
    expect(await list({ search: gap.number })).toEqual(rows(gap, '2026-10 NO_READING', '2026-11 NO_READING'));
    const { sector } = await one<{ sector: string }>(
      app.db,
      sql`select sector_id as sector from settings.roads where id = ${waiting.roadId}`,
    );
    expect(await list({ sectorId: sector })).toEqual(all1.filter((row) => row.startsWith(waiting.id)));
    const file = await app.server.inject({
      url: '/api/billing/bill-run/unbilled-months/download?format=csv&language=en&status=closed',
      headers: { authorization: `Bearer ${planner.idToken}` },
    });
    expect([file.statusCode, file.body.includes(forgotten.number), file.body.includes(gap.number)]).toEqual([
      ...[200, true, false],
    ]);

    // One press makes it up: a run of that month, which holds every connection that has a bill.
    await billMonth(office, '2026-10-01');
    expect(await list({ status: 'closed' })).toEqual([]);
    const { items } = await app.call(invoices.searchInvoice, {
      as: planner,
      query: { connectionId: forgotten.id },
    });
    expect(items.map(({ totalMinor }) => totalMinor)).toEqual([11_000]);
    await execute(
      app.db,
      sql`update billing.invoices set cancelled_on = issued_on, cancel_reason = 'x' where id = ${items[0]?.id}`,
    );
    expect(await list({ status: 'closed', month: '2026-10-01' })).toEqual(
      rows(forgotten, '2026-10 APPROVED'),
    );
  });
});

test('water after the last day is listed, and no closed connection is without a last day', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const { app, planner } = office;
  const made = await connect(office, {
    connectedOn: '2026-08-30',
    readings: [
      ['2026-09-01', '2026-09-30', 10_000],
      ['2026-11-01', '2026-11-20', 96_000],
    ],
  });
  await billMonth(office, '2026-09-01');
  const closed = sql`update meters.connections set status = 'closed', disconnected_on = '2026-09-30' where id = ${made.id}`;
  await execute(app.owner.db, closed);
  const { items } = await app.call(contract.listUnbilledMonths, { as: planner, query: { limit: 100 } });
  expect(items.map(({ month, reason, usageLitres }) => [month, reason, usageLitres])).toEqual([
    ['2026-11-01', 'APPROVED', 86_000],
  ]);
  const undated = sql`update meters.connections set status = 'closed', disconnected_on = null where id = ${made.id}`;
  await expect(execute(app.owner.db, undated)).rejects.toThrow('connections_closed_day_check');
});

test('a reading that was asked for again gives way to the one that was taken then, also if that one has an earlier day', async () => {
  const office = await makeTown('2026-11-02T04:00:00Z');
  const made = await connect(office, {
    connectedOn: '2026-08-30',
    readings: [['2026-09-01', '2026-09-30', 10_000]],
  });
  await execute(
    office.app.owner.db,
    sql`update meters.readings set state = 'REREAD' where connection_id = ${made.id}`,
  );
  await read(office, made, ['2026-09-01', '2026-09-29', 9_000]);
  const id = await billMonth(office, '2026-09-01');
  expect(await outcomesOf(office, id)).toEqual(new Map([[made.id, 'BILLED']]));
});

test('bills that a posted run held for a person are work until they are made, or a later run of the month held them too', async () => {
  const office = await makeTown('2026-12-02T04:00:00Z');
  const { app, planner } = office;
  const used = {
    connectedOn: '2026-10-31',
    readings: [['2026-11-01', '2026-11-30', 10_000] as [string, string, number]],
  };
  const [held, , unread] = [
    await connect(office, used),
    await connect(office, used),
    await connect(office, { connectedOn: '2026-10-31' }),
  ];
  const hold = async (runId: string) => {
    const body = { connectionId: held.id, seen: await seenOf(app.db, runId, held.id), remark: 'asked about' };
    await app.call(contract.holdItem, { as: planner, params: { id: runId }, body });
    await approveRun(office, runId);
    await postRun(office, runId);
  };
  const queue = runQueues.find(({ name }) => name === 'bills-left-out');
  const left = async () => {
    const { items, heldLeft } = await app.call(contract.listRuns, {
      as: planner,
      query: { state: 'HELD_LEFT' },
    });
    expect(items.length).toBe(heldLeft);
    const work = await queue?.first(app.db, app.actorOf(planner), 5);
    expect(work?.items.map(({ id, to }) => [id, to.path])).toEqual(
      items.map(({ id }) => [id, `/bill-run/${id}/items`]),
    );
    return items.map(({ id }) => id);
  };
  const first = await calculateMonth(office, '2026-11-01');
  expect(await left()).toEqual([]);
  await hold(first);
  // Who was not read is no work: the bill of the next reading has the water.
  expect((await outcomesOf(office, first)).get(unread.id)).toBe('no_reading');
  expect(await left()).toEqual([first]);
  const second = await calculateMonth(office, '2026-11-01');
  await hold(second).catch((error: Error) => expect(error.message).toContain('nothing_to_bill'));
  expect(await left()).toEqual([first]);
  await connect(office, used);
  await app.call(contract.giveUpRun, { as: planner, params: { id: second }, body: { reason: 'one more' } });
  const third = await calculateMonth(office, '2026-11-01');
  await hold(third);
  expect(await left()).toEqual([third]);
  await billMonth(office, '2026-11-01');
  expect(await left()).toEqual([]);
});
