/**
 * The figure with which a meter went waits for a second look. Until then nothing that was measured from it is approved; corrected or
 * discarded, what was measured from it is measured again.
 */
import { expect, test } from 'vitest';
import { all, execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import {
  approveSelected,
  approveUnflagged,
  captureReading,
  editReading,
  getReading,
  reviewReading,
  voidReading,
} from '../readings/contract.ts';
import type { FinalFigure } from './contract.ts';
import * as contract from './contract.ts';
import { makeChanges } from './factory-changes.ts';

const app = await testApp();
const { installer, reviewer, accepted } = await makeChanges(app);
const [reader, second] = [await app.staff('reader'), await app.staff('reviewer')];

/** October is read on the new meter: 4 m³, and 11 of the old one. */
async function read(meterId: string | null) {
  if (!meterId) throw new Error('no meter');
  const body = { meterId, period: '2026-10-01', readOn: '2026-10-31', registerLitres: 6_000 };
  return app.call(captureReading, { as: reader, body });
}
const seen = ({ id, finalLitres }: FinalFigure) => ({ id, seenLitres: finalLitres, finalLitres });
const settle = (final: FinalFigure, change: object = {}, as = reviewer) =>
  app.call(contract.settleFinal, { as, body: { ...seen(final), ...change } });
const codeOf = (final: FinalFigure, change: object = {}, as = reviewer) =>
  app.codeOf(contract.settleFinal, { as, body: { ...seen(final), ...change } });
const discardCode = ({ id, finalLitres }: FinalFigure, as = reviewer) =>
  app.codeOf(contract.discardFinal, {
    ...{ as, params: { id }, body: { seenLitres: finalLitres, reason: 'Broken' } },
  });
const useOf = async (id: string) =>
  (await app.call(getReading, { as: reviewer, params: { id } })).consumptionLitres;
/** What its household was told by SMS. */
const smsOf = async (connectionId: string, what: string) =>
  (
    await all<{ body: string }>(
      app.owner.db,
      sql`select o.body from platform.outbox o join meters.assignments a on o.event like 'meters.meter-' || ${what} || ':' || a.id || ':%'
        where a.connection_id = ${connectionId}`,
    )
  ).map(({ body }) => body);
const approve = async (id: string) => {
  const { version } = await app.call(getReading, { as: reviewer, params: { id } });
  return app.codeOf(reviewReading, { as: second, body: { id, version, action: 'approve', reason: 'Seen' } });
};

test('the list has the figure beside what was measured before and after', async () => {
  const { connection, body, request, final } = await accepted();
  await read(final.newMeterId);
  const { items, counts } = await app.call(contract.listFinals, {
    as: reviewer,
    query: { search: connection.number },
  });
  expect(counts).toEqual({ waiting: 1, confirmed: 0 });
  expect(items).toEqual([
    expect.objectContaining({
      ...{
        connectionNumber: connection.number,
        meterNumber: connection.meterNumber,
        newMeterNumber: body.meterNumber,
      },
      ...{
        removedOn: '2026-10-20',
        lastOn: '2026-09-30',
        lastLitres: 20_000,
        finalLitres: 31_000,
        usedLitres: 11_000,
      },
      // 20 m³ in the 30 days before: 20 days.
      ...{ expectedLitres: 13_333, openingLitres: 2_000, newLastOn: '2026-10-31', newLastLitres: 6_000 },
      ...{ changeNumber: request.number, cause: 'STOPPED', confirmed: false, hindrance: null },
    }),
  ]);
  expect(
    (
      await app.call(contract.listFinals, {
        as: reviewer,
        query: { confirmed: true, search: connection.number },
      })
    ).total,
  ).toBe(0);
});

test('what was measured from it is approved after it is confirmed, by no way before', async () => {
  const { final } = await accepted();
  const { id, flags } = await read(final.newMeterId);
  expect(flags).toEqual([]);
  expect(await approve(id)).toBe('meters.final_unconfirmed');
  const period = '2026-10-01';
  const state = async () =>
    (await one<{ state: string }>(app.db, sql`select state from meters.readings where id = ${id}`)).state;
  await app.call(approveSelected, { as: second, body: { period, ids: [id], reason: 'Seen' } });
  expect(await state()).toBe('VALID');
  await app.call(approveUnflagged, { as: second, body: { period } });
  expect(await state()).toBe('VALID');
  await execute(
    app.owner.db,
    sql`update meters.readings set state = 'FLAGGED', flags = '{HIGH}' where id = ${id}`,
  );
  await app.call(approveSelected, { as: second, body: { period, ids: [id], reason: 'Seen' } });
  expect(await state()).toBe('FLAGGED');
  await settle(final);
  await app.call(approveSelected, { as: second, body: { period, ids: [id], reason: 'Seen' } });
  expect(await state()).toBe('APPROVED');
});

test('a corrected figure is measured again, and has a reason', async () => {
  const { connection, final } = await accepted();
  const { id } = await read(final.newMeterId);
  expect(await codeOf(final, { finalLitres: 30_000 })).toBe('meters.final_reason');
  expect(await codeOf(final, { finalLitres: 100_000_000, reason: 'Photo' })).toBe(
    'meters.final_beyond_register',
  );
  await settle(final, { finalLitres: 30_000, reason: 'The photo shows 30' });
  expect(await useOf(id)).toBe(14_000);
  expect(await smsOf(connection.id, 'corrected')).toEqual([
    expect.stringContaining(`${connection.number}, changed on 20 Oct 2026, ended with 30 m3`),
  ]);
  const [entry] = await all<object>(
    app.db,
    sql`select before, after, reason from platform.audit where action = 'meter.confirm-final' order by id desc limit 1`,
  );
  expect(entry).toMatchObject({
    ...{ before: { finalLitres: 31_000 }, after: { finalLitres: 30_000 }, reason: 'The photo shows 30' },
  });
});

test('a figure that nobody can believe is discarded: the meter ends with its last reading', async () => {
  const { final } = await accepted();
  const { id } = await read(final.newMeterId);
  const body = { seenLitres: 31_000, reason: 'The register is broken' };
  expect(
    await app.call(contract.discardFinal, { as: reviewer, params: { id: final.id }, body }),
  ).toMatchObject({
    finalLitres: 20_000,
  });
  expect(await useOf(id)).toBe(4_000);
  expect(await codeOf(final)).toBe('meters.final_decided');
});

/** September is opened again and corrected, on the meter that went. */
async function correctSeptember({ id: connectionId }: { id: string }, registerLitres: number) {
  const { id } = await one<{ id: string }>(
    app.db,
    sql`select id from meters.readings where connection_id = ${connectionId} and period = '2026-09-01' and living`,
  );
  const versionNow = async () => (await app.call(getReading, { as: reviewer, params: { id } })).version;
  const reason = 'The photo shows another digit';
  await app.call(reviewReading, {
    as: second,
    body: { id, version: await versionNow(), action: 'reopen', reason },
  });
  await app.call(editReading, {
    as: reviewer,
    body: { id, version: await versionNow(), readOn: '2026-09-30', registerLitres, reason },
  });
}
const discard = ({ id, finalLitres }: FinalFigure) =>
  app.call(contract.discardFinal, {
    ...{ as: reviewer, params: { id }, body: { seenLitres: finalLitres, reason: 'Broken' } },
  });
const finalOf = ({ id }: FinalFigure) =>
  one(app.db, sql`select final_litres as final from meters.assignments where id = ${id}`);

test.each([
  ['less', 18_000],
  ['more', 25_000],
])('a discarded figure follows the last reading, if that was %s', async (_, registerLitres) => {
  const { connection, final } = await accepted();
  await discard(final);
  const { id } = await read(final.newMeterId);
  await correctSeptember(connection, registerLitres);
  expect(await finalOf(final)).toEqual({ final: registerLitres });
  // 4 m³ of the new meter, and nothing of the one that went.
  expect(await useOf(id)).toBe(4_000);
});

test('a figure that was confirmed stays if the last reading is corrected', async () => {
  // The town has figures that were discarded, too.
  await discard((await accepted()).final);
  const { connection, final } = await accepted();
  await settle(final);
  const { id } = await read(final.newMeterId);
  await correctSeptember(connection, 18_000);
  expect(await finalOf(final)).toEqual({ final: 31_000 });
  expect(await useOf(id)).toBe(17_000);
});

test('a reading of the meter that went, which comes late, is its last figure, until it is taken out', async () => {
  const { connection, final } = await accepted();
  await discard(final);
  const october = { period: '2026-10-01', readOn: '2026-10-15', registerLitres: 28_000 };
  const { id } = await app.call(captureReading, {
    as: reader,
    body: { meterId: connection.meterId, ...october },
  });
  expect(await finalOf(final)).toEqual({ final: 28_000 });
  const november = { period: '2026-11-01', readOn: '2026-11-10', registerLitres: 6_000 };
  const next = await app.call(captureReading, {
    as: reader,
    body: { meterId: String(final.newMeterId), ...november },
  });
  expect(next.consumptionLitres).toBe(4_000);
  await app.call(voidReading, {
    as: await app.staff('admin'),
    params: { id },
    body: { reason: 'wrong house' },
  });
  expect(await finalOf(final)).toEqual({ final: 20_000 });
  expect(await useOf(next.id)).toBe(4_000);
});

test('it is decided one time, on the figure that is on the screen, by another person than who read it', async () => {
  const { final } = await accepted();
  expect(await codeOf(final, { seenLitres: 30_000 })).toBe('meters.final_decided');
  await settle(final);
  expect(await codeOf(final)).toBe('meters.final_decided');
  expect(await discardCode(final)).toBe('meters.final_decided');
  const own = await accepted();
  const asker = await app.staffWith(['meters:ask-change', 'readings:review']);
  await execute(app.owner.db, sql`alter table meters.change_requests disable trigger keep_finished`);
  await execute(
    app.owner.db,
    sql`update meters.change_requests set asked_by = ${asker.userId} where id = ${own.request.id}`,
  );
  await execute(app.owner.db, sql`alter table meters.change_requests enable trigger keep_finished`);
  expect(await codeOf(own.final, {}, asker)).toBe('meters.final_own');
  expect(await discardCode(own.final, asker)).toBe('meters.final_own');
  const { items } = await app.call(contract.listFinals, {
    as: asker,
    query: { search: own.connection.number },
  });
  expect(items[0]?.hindrance).toBe('own');
  const unknown = { ...own.final, id: crypto.randomUUID() };
  expect(await codeOf(unknown)).toBe('common.not_found');
  expect(await codeOf(own.final, {}, installer)).toBe('common.not_permitted');
});

test('what is billed is not measured again', async () => {
  const { final } = await accepted();
  const { id } = await read(final.newMeterId);
  // A run that billed it before this was asked.
  await execute(app.owner.db, sql`update meters.readings set state = 'BILLED' where id = ${id}`);
  expect(await codeOf(final, { finalLitres: 30_000, reason: 'Photo' })).toBe('meters.final_billed');
  expect(await discardCode(final)).toBe('meters.final_billed');
  await settle(final);
});

test('what was approved is opened again first', async () => {
  const { final } = await accepted();
  const { id } = await read(final.newMeterId);
  // It was approved before the figure waited for a reviewer.
  await execute(app.owner.db, sql`update meters.readings set state = 'APPROVED' where id = ${id}`);
  const corrected = { finalLitres: 30_000, reason: 'Photo' };
  expect(await codeOf(final, corrected)).toBe('meters.later_readings_approved');
  expect(await discardCode(final)).toBe('meters.later_readings_approved');
  await settle(final);
});
