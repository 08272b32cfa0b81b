/** Filters of the stage lists: what was paid of the demand note, what has which survey, area and meter, what is at its desk for too long. */
import { expect, test } from 'vitest';
import { execute, one, sql } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import { listApplications } from './contract.ts';
import { makeApplication } from './factory.ts';
import { listNoc } from './noc/contract.ts';

const app = await testApp();
const clerk = await app.staff('reviewer');

test('demand notes are found by what was paid of them, and those whose last day is past', async () => {
  const [unpaid, partly, over] = [
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
  ];
  await execute(
    app.owner.db,
    sql`update applications.demand_notes set settled_minor = 100 where application_id = ${partly.id}`,
  );
  await execute(
    app.owner.db,
    sql`update applications.applications set expires_on = '2026-11-14' where id = ${over.id}`,
  );
  const found = async (note: 'UNPAID' | 'PARTIALLY_PAID' | 'OVER') =>
    (await app.call(listApplications, { as: clerk, query: { stateId: 'READY_TO_PAY', note } })).items
      .map(({ id }) => id)
      .toSorted();
  expect(await found('UNPAID')).toEqual([unpaid.id, over.id].toSorted());
  expect(await found('PARTIALLY_PAID')).toEqual([partly.id]);
  expect(await found('OVER')).toEqual([over.id]);
});

test('what is at its desk for too long is found, and its row says so', async () => {
  const [late, usual] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
    await makeApplication(app, { upTo: 'WAITING_FOR_REVIEW' }),
  ];
  await execute(
    app.owner.db,
    sql`update applications.noc_steps set due_at = '2026-11-01' where application_id = ${late.id} and state = 'OPEN'`,
  );
  const found = async (overdue: boolean) =>
    (await app.call(listNoc, { as: clerk, query: { desk: 'chain', overdue } })).items.map((row) => [
      row.id,
      row.overdue,
    ]);
  expect(await found(true)).toEqual([[late.id, true]]);
  expect(await found(false)).toEqual([[usual.id, false]]);
});

type Query = Omit<
  Exclude<Parameters<typeof app.call<typeof listApplications>>[1], undefined>['query'],
  'limit'
>;
const idsOf = async (query: Query, as = clerk) => {
  const { items, total } = await app.call(listApplications, { as, query: { ...query, limit: 100 } });
  expect(total).toBe(items.length);
  return items.map(({ id }) => id).toSorted();
};
const change = (id: string, sets: ReturnType<typeof sql>, table = 'applications') =>
  execute(
    app.owner.db,
    sql`update ${sql.table(`applications.${table}`)} set ${sets}
      where ${sql.ref(table === 'applications' ? 'id' : 'application_id')} = ${id}`,
  );

test('what is paid is found in its later states, and what ended unpaid; only by who may see demand notes', async () => {
  const [paid, expired, rejected] = [
    await makeApplication(app, { upTo: 'READY_FOR_METER_INSTALLATION' }),
    await makeApplication(app, { upTo: 'EXPIRED' }),
    await makeApplication(app, { upTo: 'EXPIRED' }),
  ];
  // Ended while it was corrected, before there was a note.
  await change(rejected.id, sql`closed_state = 'RECORRECTION'`);
  const open = await makeApplication(app, { upTo: 'READY_TO_PAY' });
  expect(await idsOf({ note: 'PAID' })).toEqual([paid.id]);
  expect(await idsOf({ note: 'EXPIRED' })).toEqual([expired.id]);
  const others = (await idsOf({ note: 'UNPAID' })).filter((id) => id !== open.id);
  const issued = { issuedFrom: '2026-11-15', issuedTo: '2026-11-15' };
  expect(await idsOf({ ...issued, note: 'PAID' })).toEqual([paid.id]);
  expect(await idsOf({ ...issued, note: 'UNPAID' })).toEqual([...others, open.id].toSorted());
  expect(await idsOf({ issuedFrom: '2026-11-16' })).toEqual([]);
  expect(await idsOf({ issuedTo: '2026-11-14' })).toEqual([]);
  const blind = await app.staffWith(['applications:view', 'applications:view-all']);
  expect([await idsOf({ note: 'PAID' }, blind), await idsOf(issued, blind)]).toEqual([[], []]);
});

test('a metered area has what its letters name, and before the letter the plots of its sectors', async () => {
  const [early, late] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
  ];
  const { area } = await one<{ area: string }>(
    app.owner.db,
    sql`select dma_id as area from applications.applications where id = ${late.id}`,
  );
  expect(await idsOf({ dmaId: area })).toEqual([late.id]);
  await execute(
    app.owner.db,
    sql`update settings.sectors set dma_id = ${area} where id in (
      select sector_id from settings.roads where id = any(${[early.roadId]}::uuid[]))`,
  );
  expect(await idsOf({ dmaId: area })).toEqual([early.id, late.id].toSorted());
  // The letter named another area than that of its sector.
  const other = await makeApplication(app, { upTo: 'READY_TO_SURVEY', roadId: early.roadId });
  expect(await idsOf({ dmaId: area })).not.toContain(other.id);
});

test('a meter is missing before the letter, and after an end that gave it back', async () => {
  const [early, reserved, connected, lost] = [
    await makeApplication(app, { upTo: 'WAITING_FOR_METER_NUMBER' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
    await makeApplication(app, { upTo: 'CONNECTED' }),
    await makeApplication(app, { upTo: 'READY_TO_SURVEY' }),
  ];
  await execute(
    app.owner.db,
    sql`update meters.meters set status = 'IN_STOCK', reserved_for = null where number = ${lost.meterNumber}`,
  );
  const [without, having] = [await idsOf({ unmetered: true }), await idsOf({ unmetered: false })];
  expect([early, lost].map(({ id }) => [without.includes(id), having.includes(id)])).toEqual([
    [true, false],
    [true, false],
  ]);
  expect([reserved, connected].map(({ id }) => [without.includes(id), having.includes(id)])).toEqual([
    [false, true],
    [false, true],
  ]);
});

test('the kind of survey, and a NoC that is there', async () => {
  const [fixed, extra, fresh] = [
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'READY_TO_PAY' }),
    await makeApplication(app, { upTo: 'PENDING' }),
  ];
  await execute(app.owner.db, sql`alter table applications.surveys disable trigger keep_approved`);
  await change(extra.id, sql`type = 'EXTRA'`, 'surveys');
  await execute(app.owner.db, sql`alter table applications.surveys enable trigger keep_approved`);
  const surveyed = await idsOf({ surveyType: 'EXTRA' });
  expect([surveyed.includes(extra.id), surveyed.includes(fixed.id)]).toEqual([true, false]);
  const owner = await app.consumer('Owner');
  await change(extra.id, sql`consumer_id = ${owner.consumerId}`);
  expect([await idsOf({}, owner), await idsOf({ surveyType: 'EXTRA' }, owner)]).toEqual([[extra.id], []]);
  expect([
    (await idsOf({ noc: true })).includes(fixed.id),
    await idsOf({ noc: false, stateId: 'PENDING' }),
  ]).toEqual([true, [fresh.id]]);
});

test('a row has what was found at the plot, the plumber, and why the application ended', async () => {
  const connected = await makeApplication(app, { upTo: 'CONNECTED' });
  await change(connected.id, sql`plumber = '{"name": "Abdul Karim"}'`);
  const rejected = await makeApplication(app, { upTo: 'REJECTED' });
  const rowOf = async (id: string, as = clerk) => {
    const { items } = await app.call(listApplications, { as, query: { limit: 100 } });
    return items.find((row) => row.id === id);
  };
  expect(await rowOf(connected.id)).toMatchObject({
    ...{ surveyType: 'FIXED', visitedOn: '2026-11-15', distanceM: '7.5', roadType: 'brick' },
    ...{ plumberName: 'Abdul Karim', installedOn: '2026-11-15', openingLitres: 1000, sealNumber: 'S-1' },
    closedReason: null,
  });
  expect(await rowOf(rejected.id)).toMatchObject({ closedReason: 'no plot', installedOn: null });
  const owner = await app.consumer('Owner of both');
  for (const { id } of [connected, rejected]) await change(id, sql`consumer_id = ${owner.consumerId}`);
  // What a surveyor notes is theirs until it is approved.
  expect(await rowOf(connected.id, owner)).toMatchObject({
    distanceM: null,
    roadType: null,
    surveyType: null,
  });
  expect(await rowOf(rejected.id, owner)).toMatchObject({ closedReason: 'no plot' });
});

test('papers are missing only if somebody may still ask for them', async () => {
  const [open, ended] = [
    await makeApplication(app, { upTo: 'PENDING' }),
    await makeApplication(app, { upTo: 'REJECTED' }),
  ];
  for (const { id } of [open, ended]) await change(id, sql`state = 'RETURNED'`, 'documents');
  const [missing, complete] = [await idsOf({ incomplete: true }), await idsOf({ incomplete: false })];
  expect([missing.includes(open.id), missing.includes(ended.id)]).toEqual([true, false]);
  expect([complete.includes(open.id), complete.includes(ended.id)]).toEqual([false, true]);
});
