/** A reading is taken out or replaced: who may, what follows it, and what the log keeps. */
import { expect, test } from 'vitest';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { addMeter } from '../actions/add-meter.ts';
import { changeMeter } from '../actions/change-meter.ts';
import { installMeter } from '../actions/install-meter.ts';
import { makeConnection } from '../factory.ts';
import * as contract from './contract.ts';

const app = await testApp();
const [reader, other] = [await app.staff('reader'), await app.staff('reader')];
const reviewer = await app.staff('admin');

const connected = () =>
  transaction(app.db, (tx) => makeConnection(tx, app.system(), { connectedOn: '2026-08-31' }));
const taken = (meterId: string, period: string, readOn: string, registerLitres: number) =>
  app.call(contract.captureReading, { as: reader, body: { meterId, period, readOn, registerLitres } });

test('taken out: the next one is measured from what was before it; the log has its figure and the reason', async () => {
  const { meterId } = await connected();
  const september = await taken(meterId, '2026-09-01', '2026-09-30', 20_000);
  const october = await taken(meterId, '2026-10-01', '2026-10-31', 45_000);
  expect(october.consumptionLitres).toBe(25_000);
  const voiding = { as: reviewer, params: { id: september.id }, body: { reason: 'wrong house' } };
  await app.call(contract.voidReading, voiding);
  const again = await app.call(contract.getReading, { as: reviewer, params: { id: october.id } });
  expect([again.previousLitres, again.consumptionLitres]).toEqual([0, 45_000]);
  const rows = await all(
    app.db,
    sql`select before ->> 'state' as state, (before ->> 'registerLitres')::bigint as register, reason, actor_id as by
      from platform.audit where action = 'reading.void' and object_id = ${september.id}`,
  );
  expect(rows).toEqual([
    { state: september.state, register: 20_000, reason: 'wrong house', by: reviewer.userId },
  ]);
});

test('replaced: by who took it or by a reviewer, as they saw it; the log names the one that it replaces', async () => {
  const { meterId } = await connected();
  const reading = await taken(meterId, '2026-10-01', '2026-10-31', 20_000);
  const body = {
    ...{ id: reading.id, version: reading.version, readOn: '2026-10-31' },
    ...{ registerLitres: 21_000, reason: 'misread' },
  };
  const foreign = await app.refused(contract.editReading, { as: other, body });
  expect([foreign.status, foreign.code]).toEqual([402, 'common.not_permitted']);
  const stale = { ...body, version: reading.version + 1 };
  expect(await app.codeOf(contract.editReading, { as: reader, body: stale })).toBe('common.stale_version');
  const edited = await app.call(contract.editReading, { as: reader, body });
  expect(edited).toMatchObject({ registerLitres: 21_000, consumptionLitres: 21_000 });
  const row = await one(
    app.db,
    sql`select after ->> 'replaces' as replaces, (after ->> 'registerLitres')::bigint as register
      from platform.audit where action = 'reading.edit' and object_id = ${edited.id}`,
  );
  expect(row).toEqual({ replaces: reading.id, register: 21_000 });
});

test('a meter is changed: the old one is gone with its last register, and both are in the log', async () => {
  const { id: connectionId, meterId } = await connected();
  const newMeterId = await transaction(app.db, async (tx) => {
    const fields = { number: 'NEW-1', make: 'Itron', sizeMm: 20, registerDigits: 5, sealNumber: null };
    const { id } = await addMeter(tx, app.system(), fields);
    const swap = { connectionId, changedOn: '2026-10-20', finalLitres: 49_000, newMeterId: id };
    await changeMeter(tx, app.system(), { ...swap, openingLitres: 5_000, reason: 'stopped' });
    return id;
  });
  const meters = await all(
    app.db,
    sql`select m.id, m.status, a.installed_on as "from", a.removed_on as "to", a.final_litres as final
      from meters.assignments a join meters.meters m on m.id = a.meter_id
      where a.connection_id = ${connectionId} order by a.installed_on`,
  );
  expect(meters).toEqual([
    { id: meterId, status: 'REMOVED', from: '2026-08-31', to: '2026-10-20', final: 49_000 },
    { id: newMeterId, status: 'INSTALLED', from: '2026-10-20', to: null, final: null },
  ]);
  const rows = await all(
    app.db,
    sql`select before ->> 'meterId' as old, after ->> 'meterId' as new, (after ->> 'finalLitres')::bigint as final, reason
      from platform.audit where action = 'meter.change' and object_id = ${connectionId}`,
  );
  expect(rows).toEqual([{ old: meterId, new: newMeterId, final: 49_000, reason: 'stopped' }]);
});

test('a meter is installed only with a register that it can show, and only for the application that it is kept for', async () => {
  const { id: connectionId } = await connected();
  const [kept, stranger] = [crypto.randomUUID(), crypto.randomUUID()];
  const attempt = async (number: string, openingLitres: number, given: object = {}) => {
    const fields = { number, make: 'Itron', sizeMm: 20, registerDigits: 4, sealNumber: null };
    return transaction(app.db, async (tx) => {
      const { id: meterId } = await addMeter(tx, app.system(), fields);
      if ('keptFor' in given)
        await sql`update meters.meters set status = 'RESERVED', reserved_for = ${kept} where id = ${meterId}`.execute(
          tx,
        );
      await sql`update meters.assignments set removed_on = '2026-09-01', final_litres = 0
        where connection_id = ${connectionId} and removed_on is null`.execute(tx);
      await installMeter(tx, app.system(), {
        ...{ connectionId, meterId, installedOn: '2026-09-01', openingLitres, ...given },
      });
      throw new Error('installed');
    }).catch((error) => error.error?.code ?? error.message);
  };
  expect([
    await attempt('S-1', 9_999_999),
    await attempt('S-2', 10_000_000),
    await attempt('S-3', 0, { keptFor: kept, holder: { applicationId: kept } }),
    await attempt('S-4', 0, { keptFor: kept, holder: { applicationId: stranger } }),
    await attempt('S-5', 0, { keptFor: kept }),
  ]).toEqual([
    'installed',
    'meters.meter_not_free',
    'installed',
    'meters.meter_not_free',
    'meters.meter_not_free',
  ]);
});
