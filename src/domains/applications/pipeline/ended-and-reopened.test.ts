/** What the end of an application gives back, what its way back takes again, and what the connection keeps of it. */
import { expect, test } from 'vitest';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from '../contract.ts';
import { type MadeApplication, makeApplication } from '../factory.ts';
import { totalSeen } from '../factory-steps.ts';
import { confirmInstallation, recordInstallation } from '../installation/actions/install-meter.ts';
import { letterPdf } from '../letter/contract.ts';

const app = await testApp();
const admin = await app.staff('admin');

const stateOf = (id: string) =>
  one(
    app.db,
    sql`select a.state, a.assignee_id as assignee, a.meter_id is not null as "hasMeter",
        (select m.status from meters.meters m where m.reserved_for = a.id) as reserved
      from applications.applications a where a.id = ${id}`,
  );
const meter = (number: string) =>
  one(app.db, sql`select status, reserved_for as "reservedFor" from meters.meters where number = ${number}`);
const notes = (id: string) =>
  all(
    app.db,
    sql`select version_no as version, cancelled_at is not null as cancelled, cancel_reason as reason, due_on as due
      from applications.demand_notes where application_id = ${id} order by version_no`,
  );
async function step(made: MadeApplication, action: 'withdraw' | 'reopen') {
  const { version } = await app.call(contract.getApplication, { as: admin, params: { id: made.id } });
  const body = { applicationId: made.id, version, action, remark: 'was abroad' };
  return app.call(contract.updateState, { as: admin, body });
}

test('withdrawn: the meter is in stock again, its note is cancelled, nobody works on it; reopened: all of it comes back', async () => {
  const made = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  expect(await stateOf(made.id)).toMatchObject({ assignee: made.surveyorId, reserved: 'RESERVED' });
  await step(made, 'withdraw');
  expect(await stateOf(made.id)).toMatchObject({ state: 'WITHDRAWN', assignee: null, reserved: null });
  expect(await meter(made.meterNumber)).toEqual({ status: 'IN_STOCK', reservedFor: null });
  const first = { version: 1, cancelled: true, reason: 'was abroad', due: '2026-12-15' };
  expect(await notes(made.id)).toEqual([first]);
  const released = await all(
    app.db,
    sql`select before ->> 'applicationId' as of from platform.audit where action = 'meter.release'`,
  );
  expect(released).toEqual([{ of: made.id }]);

  app.clock.set('2026-11-20T04:00:00Z');
  const later = await app.staff('admin');
  const { version } = await app.call(contract.getApplication, { as: later, params: { id: made.id } });
  const body = { applicationId: made.id, version, action: 'reopen' as const, remark: 'is back' };
  await app.call(contract.updateState, { as: later, body });
  expect(await stateOf(made.id)).toMatchObject({ state: 'READY_TO_PAY', reserved: 'RESERVED' });
  const second = { version: 2, cancelled: false, reason: null, due: '2026-12-20' };
  expect(await notes(made.id)).toEqual([first, second]);
  app.clock.set('2026-11-15T04:00:00Z');
});

test('reopened after somebody else got its meter: it has none, and that one keeps it', async () => {
  const [made, other] = [
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
  ];
  await step(made, 'withdraw');
  await execute(
    app.owner.db,
    sql`update meters.meters set status = 'RESERVED', reserved_for = ${other.id} where number = ${made.meterNumber}`,
  );
  await step(made, 'reopen');
  expect(await stateOf(made.id)).toMatchObject({ state: 'READY_TO_PAY', hasMeter: false, reserved: null });
  expect(await meter(made.meterNumber)).toEqual({ status: 'RESERVED', reservedFor: other.id });
});

test('reopened without its meter: who writes letters is told, no letter and no demand note is made before there is another one', async () => {
  const [made, other, spare] = [
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
  ];
  const reviewer = await app.staff('reviewer');
  await step(made, 'withdraw');
  await step(spare, 'withdraw');
  const give = (to: string) =>
    execute(
      app.owner.db,
      sql`update meters.meters set status = 'RESERVED', reserved_for = ${to} where number = ${made.meterNumber}`,
    );
  await give(other.id);
  await step(made, 'reopen');
  const told = await all(
    app.owner.db,
    sql`select 1 from platform.notices where kind = 'applications.meter_gone' and user_id = ${reviewer.userId}`,
  );
  expect(told).toHaveLength(1);
  const letter = () => app.codeOf(letterPdf, { as: reviewer, params: { id: made.id } });
  expect(await letter()).toBe('applications.meter_not_reserved');
  await execute(
    app.owner.db,
    sql`insert into applications.surveys (application_id, version_no, type, state, surveyor_id, visited_on, distance_m)
      select ${made.id}, 1, 'FIXED', 'SUBMITTED', ${(await app.staff('surveyor')).userId}, '2026-11-15', 10
      where not exists (select from applications.surveys where application_id = ${made.id})`,
  );
  const subject = async () => app.call(contract.getApplication, { as: admin, params: { id: made.id } });
  const approve = async () =>
    app.codeOf(contract.updateState, {
      as: admin,
      body: {
        ...{ applicationId: made.id, version: (await subject()).version, action: 'approve-survey' },
        totalMinor: await totalSeen(app, made.id),
      },
    });
  expect(await approve()).toBe('applications.meter_not_reserved');
  const change = {
    ...{ applicationId: made.id, version: (await subject()).version, action: 'change-meter' as const },
    ...{ remark: 'the other one is taken', meterNumber: spare.meterNumber },
  };
  await execute(
    app.owner.db,
    sql`update applications.applications set letter_issued_on = letter_issued_on - 9 where id = ${made.id}`,
  );
  app.clock.advance(60);
  await app.call(contract.updateState, { as: reviewer, body: change });
  expect(await letter()).toBeUndefined();
  // It is another letter: of today, signed by who changed the meter.
  const signed = await one<{ day: string; isOwn: boolean }>(
    app.db,
    sql`select a.letter_issued_on as day, s.signed_at = ${app.clock.now()} and s.name = (
        select u.name from identity.users u where u.id = ${reviewer.userId}) as "isOwn" from applications.applications a join applications.signatures s on s.application_id = a.id
      where a.id = ${made.id} and s.paper = 'letter' order by s.signed_at desc limit 1`,
  );
  expect(signed).toEqual({ day: app.system().today, isOwn: true });
  expect(await approve()).toBeUndefined();
});

test.each([
  [true, null],
  [false, '0'],
])(
  'with a sewer: %s; the connection begins on the day of its meter, with its register',
  async (sewer, share) => {
    const made = await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' });
    await execute(
      app.owner.db,
      sql`update applications.applications set state_since = '2026-11-09T12:00:00+06',
          building = jsonb_set(building, '{sewer}', ${JSON.stringify(sewer)}::jsonb)
      where id = ${made.id}`,
    );
    const office = { ...app.actorOf(admin), kind: 'system' as const };
    const found = {
      meterNumber: made.meterNumber,
      sealNumber: 'S-77',
      openingLitres: 3000,
      unprovenReason: 'a test',
    };
    await transaction(app.db, async (tx) => {
      const applicationId = made.id;
      await recordInstallation(
        tx,
        { ...office, userId: null },
        { applicationId, installedOn: '2026-11-10', ...found },
      );
      await confirmInstallation(tx, office, { applicationId });
    });
    const connected = await one(
      app.db,
      sql`select c.connected_on as began, trim_scale(c.sewer_percent)::text as share, c.dwelling_units as flats, c.pipe_size_mm as pipe,
        c.number = a.customer_number as "sameNumber", c.consumer_id = a.consumer_id as "sameConsumer",
        s.installed_on as installed, s.opening_litres as opening, m.seal_number as seal, m.status
      from applications.applications a join meters.connections c on c.id = a.connection_id
      join meters.assignments s on s.connection_id = c.id join meters.meters m on m.id = s.meter_id
      where a.id = ${made.id}`,
    );
    expect(connected).toEqual({
      ...{ began: '2026-11-10', share, flats: 3, pipe: 20, sameNumber: true, sameConsumer: true },
      ...{ installed: '2026-11-10', opening: 3000, seal: 'S-77', status: 'INSTALLED' },
    });
  },
);
