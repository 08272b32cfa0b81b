/**
 * What an installer notes of a meter makes the first reading of a connection: a day before the meter was free for the
 * plot, a register that it cannot have, a jump and a second note are refused or asked about, and the log holds them all.
 */
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Permission } from '#shared/permissions.ts';
import { testApp } from '#test/app.ts';
import { getTimeline, updateState } from '../contract.ts';
import { addDocumentTo, makeApplication, UNPROVEN } from '../factory.ts';
import { installMeter } from './contract.ts';

const app = await testApp();
const [installer, other] = [await app.staff('admin'), await app.staff('admin')];
const { today } = app.system();

type Note = {
  installedOn?: string;
  openingLitres?: number;
  sealNumber?: string;
  unusual?: boolean;
  replaces?: boolean;
  latitude?: string;
  longitude?: string;
  unprovenReason?: string;
};

/** An application that waits for its meter for three days. */
async function waiting() {
  const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
  const since = addDays(today, -3);
  await execute(
    app.owner.db,
    sql`update applications.applications set state_since = (${since} || 'T12:00:00+06')::timestamptz where id = ${made.id}`,
  );
  const version = async () =>
    (
      await one<{ version: number }>(
        app.db,
        sql`select version from applications.applications where id = ${made.id}`,
      )
    ).version;
  const body = async (note: Note) => ({
    ...{ applicationId: made.id, version: await version(), meterNumber: made.meterNumber },
    ...{ installedOn: today, sealNumber: 'S-1', openingLitres: 1000, ...UNPROVEN, ...note },
  });
  return {
    ...made,
    since,
    version,
    refused: async (note: Note, as = installer) => {
      const { code, params } = await app.refused(installMeter, { as, body: await body(note) });
      return { code, ...params };
    },
    note: async (note: Note, as = installer) => app.call(installMeter, { as, body: await body(note) }),
    noted: () =>
      all<{ on: string; litres: number; seal: string }>(
        app.db,
        sql`select installed_on as "on", opening_litres as litres, seal_number as seal
          from applications.installations where application_id = ${made.id}`,
      ),
  };
}

/** The meter measured somebody else until a day. */
const removeBefore = (meterNumber: string, removedOn: string, litres: number) =>
  execute(
    app.owner.db,
    sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres, removed_on, final_litres)
      select (select id from meters.connections order by id limit 1), m.id, '2024-01-01', 0, ${removedOn}::date, ${litres}::bigint
      from meters.meters m where m.number = ${meterNumber}`,
  );

test('not before the application waited for its meter, nor tomorrow; the first day and today are taken', async () => {
  const { refused, note, noted, since } = await waiting();
  const early = { code: 'applications.installed_too_early', day: since };
  expect(await refused({ installedOn: addDays(since, -1) })).toEqual(early);
  expect(await refused({ installedOn: '2001-01-01' })).toEqual(early);
  expect((await refused({ installedOn: addDays(today, 1) })).code).toBe('applications.in_future');
  await note({ installedOn: since });
  await note({ installedOn: today, replaces: true });
  expect(await noted()).toEqual([{ on: today, litres: 1000, seal: 'S-1' }]);
});

test('not before the meter was removed from the plot that it measured before', async () => {
  await makeApplication(app, { upTo: 'CONNECTED' });
  const { refused, note, meterNumber } = await waiting();
  const removed = addDays(today, -1);
  await removeBefore(meterNumber, removed, 5000);
  expect(await refused({ installedOn: addDays(removed, -1), openingLitres: 5000 })).toEqual({
    code: 'applications.installed_too_early',
    day: removed,
  });
  await note({ installedOn: removed, openingLitres: 5000 });
});

test('a register that does not have as many digits', async () => {
  const { refused, note } = await waiting();
  const beyond = { openingLitres: 100_000_000, unusual: true };
  expect(await refused(beyond)).toEqual({ code: 'applications.beyond_register', digits: 5 });
  await note({ ...beyond, openingLitres: 99_999_999 });
});

test.each([
  ['of a new meter', 0, 10_000, 10_001],
  ['of a meter that was used', 500_000, 510_000, 510_001],
  ['of a meter that was used, below what it showed last', 500_000, 500_000, 499_999],
])('an opening reading %s is asked about if it is unusual', async (_which, last, usual, unusual) => {
  await makeApplication(app, { upTo: 'CONNECTED' });
  const { refused, note, noted, meterNumber } = await waiting();
  if (last > 0) await removeBefore(meterNumber, addDays(today, -2), last);
  expect(await refused({ openingLitres: unusual })).toEqual({
    code: 'applications.unusual_opening',
    ...{ last, opening: unusual },
  });
  expect(await noted()).toEqual([]);
  await note({ openingLitres: usual });
  await note({ openingLitres: unusual, unusual: true, replaces: true });
  expect(await noted()).toMatchObject([{ litres: unusual }]);
});

test('what was noted is not overwritten without a word; the log holds what was and what is', async () => {
  const { id, refused, note, noted, version, meterNumber } = await waiting();
  await note({ sealNumber: 'S-1', openingLitres: 1200 });
  const { name } = await one<{ name: string }>(
    app.db,
    sql`select installed_by_name as name from applications.installations where application_id = ${id}`,
  );
  expect(await refused({ sealNumber: 'S-2' }, other)).toEqual({
    code: 'applications.installation_noted',
    name,
  });
  expect(await noted()).toEqual([{ on: today, litres: 1200, seal: 'S-1' }]);
  await note({ sealNumber: 'S-2', openingLitres: 1300, replaces: true }, other);
  const first = { meterNumber, installedOn: today, sealNumber: 'S-1', openingLitres: '1200' };
  const unproven = { unproven: 'both', ...UNPROVEN };
  expect(
    await all(
      app.db,
      sql`select before, after from platform.audit where action = 'application.install' and object_id = ${id} order by id`,
    ),
  ).toEqual([
    {
      before: { state: 'READY_FOR_METER_INSTALLATION' },
      after: { state: 'READY_FOR_METER_INSTALLATION', ...first, ...unproven },
    },
    {
      before: { state: 'READY_FOR_METER_INSTALLATION', ...first },
      after: {
        ...{ state: 'READY_FOR_METER_INSTALLATION', ...first, sealNumber: 'S-2', openingLitres: '1300' },
        ...{ replaces: true, ...unproven },
      },
    },
  ]);
  const body = { applicationId: id, version: await version(), action: 'confirm-installation' as const };
  expect((await app.refused(updateState, { as: other, body })).code).toBe('applications.own_installation');
  await app.call(updateState, { as: installer, body });
  expect(
    await one(
      app.db,
      sql`select opening_litres as litres from meters.assignments s join meters.meters m on m.id = s.meter_id
        where m.number = ${meterNumber}`,
    ),
  ).toEqual({ litres: 1300 });
});

const place = { latitude: '23.8103', longitude: '90.4125' };
const INSTALLING = new Set<Permission>([
  'applications:view',
  'applications:view-all',
  'applications:install',
]);
/** A photo of the meter, by who installs it. */
const photograph = (id: string) =>
  transaction(app.db, (tx) =>
    addDocumentTo({ app, tx }, { ...app.actorOf(installer), permissions: INSTALLING }, id, 'new_meter_doc'),
  );

test('what no photo and no place shows is asked about: the reason is kept, and is in the log', async () => {
  const { id, refused, note } = await waiting();
  const none = { unprovenReason: '' };
  expect(await refused(none)).toEqual({ code: 'applications.installation_unproven', missing: 'both' });
  expect(await refused({ ...none, ...place })).toMatchObject({ missing: 'photo' });
  const kept = () =>
    one<{ reason: string | null }>(
      app.db,
      sql`select unproven_reason as reason from applications.installations where application_id = ${id}`,
    );
  await note({ ...place, unprovenReason: 'The phone had no charge' });
  expect(await kept()).toEqual({ reason: 'The phone had no charge' });
  await photograph(id);
  expect(await refused({ ...none, replaces: true })).toMatchObject({ missing: 'place' });
  // Nothing is missing: no reason is kept, also if one was typed.
  await note({ ...place, replaces: true, unprovenReason: 'not needed' });
  expect(await kept()).toEqual({ reason: null });
  const logged = await all<{ after: Record<string, unknown> }>(
    app.db,
    sql`select after from platform.audit where action = 'application.install' and object_id = ${id} order by id`,
  );
  expect(logged.map(({ after }) => [after.unproven, after.unprovenReason])).toEqual([
    ['photo', 'The phone had no charge'],
    [undefined, undefined],
  ]);
});

test('a photo of another step, of before, shows nothing of this meter', async () => {
  const { id, refused } = await waiting();
  await photograph(id);
  await execute(
    app.owner.db,
    sql`update applications.documents set uploaded_at = uploaded_at - interval '9 days' where application_id = ${id}`,
  );
  expect(await refused({ ...place, unprovenReason: '' })).toMatchObject({ missing: 'photo' });
});

test('the database takes no confirmation by who noted the installation', async () => {
  const { id, note } = await waiting();
  await note({});
  await expect(
    execute(
      app.owner.db,
      sql`update applications.installations set confirmed_at = now(), confirmed_by = ${installer.userId} where application_id = ${id}`,
    ),
  ).rejects.toThrow('installations_two_persons');
});

test('a household reads of one installation, also if it was noted two times; the office reads of both', async () => {
  const household = await app.consumer('Rahima');
  const { id, note } = await waiting();
  await note({});
  await note({ replaces: true });
  await execute(
    app.owner.db,
    sql`update applications.applications set consumer_id = ${household.consumerId} where id = ${id}`,
  );
  const installs = async (as: typeof installer) =>
    (await app.call(getTimeline, { as, query: { applicationId: id } })).items.filter(
      ({ action }) => action === 'install',
    );
  expect(await installs(household)).toHaveLength(1);
  expect((await installs(installer)).map(({ details }) => details.replaces)).toEqual([true, undefined]);
});
