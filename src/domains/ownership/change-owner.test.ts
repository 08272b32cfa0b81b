/** An owner changes, from the request to the two connections; bills, money and rights are on the right side afterwards. */
import { expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { searchInvoice } from '#domains/billing/invoices/contract.ts';
import { invariants } from '#domains/ledger/queries.ts';
import { all, first, one, sql, transaction } from '#platform/database/db.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);

const connectionsOf = (consumerId: string | null) =>
  all<{ id: string; status: string }>(
    app.db,
    sql`select id, status from meters.connections where consumer_id = ${consumerId} order by created_at, id`,
  );

test('the connection ends with the reading of the handover, and its successor begins with the same meter and figure', async () => {
  const connection = await office.connect({
    readings: [['2026-10-01', '2026-10-31', 10_000]],
    approve: true,
  });
  const { id, number } = await office.request({
    connection,
    upTo: 'READY_TO_APPROVE',
    registerLitres: 12_345,
  });
  const { successorNumber, state } = await office.accept(id);
  expect(state).toBe('COMPLETED');
  const old = await one(
    app.db,
    sql`select c.status, c.disconnected_on as "endedOn", a.removed_on as "removedOn", a.final_status as "final",
        r.register_litres as litres, r.consumption_litres as use, r.remark
      from meters.connections c join meters.assignments a on a.connection_id = c.id
      join meters.readings r on r.connection_id = c.id and r.read_on = a.removed_on where c.id = ${connection.id}`,
  );
  expect(old).toEqual({
    ...{ status: 'closed', endedOn: '2026-11-15', removedOn: '2026-11-15', final: 'READING' },
    ...{ litres: 12_345, use: 2_345, remark: number },
  });
  const successor = await one(
    app.db,
    sql`select c.follows_id as "followsId", c.connected_on as "from", c.status, c.road_id as "roadId", c.route_order = o.route_order as "sameWay",
        a.meter_id as "meterId", a.installed_on as "installedOn", a.opening_litres as opening, m.status as meter, u.name
      from meters.connections c join meters.connections o on o.id = c.follows_id join meters.assignments a on a.connection_id = c.id
      join meters.meters m on m.id = a.meter_id join consumers.consumers u on u.id = c.consumer_id where c.number = ${successorNumber}`,
  );
  expect(successor).toEqual({
    ...{
      followsId: connection.id,
      from: '2026-11-15',
      status: 'active',
      roadId: connection.roadId,
      sameWay: true,
    },
    ...{
      meterId: connection.meterId,
      installedOn: '2026-11-15',
      opening: 12_345,
      meter: 'INSTALLED',
      name: 'Shirin Akhter',
    },
  });
  const { items } = await app.call(contract.listChanges, { as: office.admin, query: { search: number } });
  expect(items).toMatchObject([
    {
      ...{
        requestNumber: number,
        fromConnectionNumber: connection.number,
        toConnectionNumber: successorNumber,
      },
      ...{ effectiveOn: '2026-11-15', registerLitres: 12_345, openMinor: 0, toName: 'Shirin Akhter' },
    },
  ]);
});

test('bills of before stay with the one, the other sees none of them, and each sees only their own connection', async () => {
  const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
  const connection = await office.connect({ consumerId: String(before.consumerId) });
  const bill = await transaction(app.db, (tx) =>
    makeInvoice(tx, app.system(), { connectionId: connection.id, period: '2026-10-01' }),
  );
  const { phone } = await one<{ phone: string }>(
    app.db,
    sql`select phone from consumers.consumers where id = ${after.consumerId}`,
  );
  await office.request({ connection, phone, upTo: 'COMPLETED', liabilityMinor: 11_500 });
  expect((await connectionsOf(before.consumerId)).map(({ status }) => status)).toEqual(['closed']);
  expect((await connectionsOf(after.consumerId)).map(({ status }) => status)).toEqual(['active']);
  const billsOf = async (as: typeof before) =>
    (await app.call(searchInvoice, { as, query: {} })).items.map(({ id }) => id);
  expect(await billsOf(before)).toEqual([bill.id]);
  expect(await billsOf(after)).toEqual([]);
  expect(await invariants(app.db)).toMatchObject({ sumMinor: 0, badJournals: 0 });
});

test('the new owner who has no entry gets one, with what the request says', async () => {
  const phone = office.newPhone();
  await office.request({ phone, upTo: 'COMPLETED' });
  const entry = await one(
    app.db,
    sql`select u.name, u.name_bn as "nameBn", u.address, count(c.id) as connections from consumers.consumers u
      join meters.connections c on c.consumer_id = u.id where u.phone = ${phone} group by u.id`,
  );
  expect(entry).toEqual({
    ...{ name: 'Shirin Akhter', nameBn: 'শিরিন আখতার', address: 'House 7, Road 3, Uttara', connections: 1 },
  });
});

test('a connection without a meter changes hands on a day, without a figure', async () => {
  const connection = await office.connect();
  await sql`update meters.assignments set removed_on = '2026-06-01', final_litres = 0, final_status = 'DUMPED_CONFIRMED'
    where connection_id = ${connection.id}`.execute(app.owner.db);
  const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
  const note = async (registerLitres: number | null) =>
    app.codeOf(steps.noteReading, {
      as: office.clerk,
      body: { ...(await office.at(id)), readOn: '2026-11-10', registerLitres },
    });
  expect(await note(5)).toBe('ownership.figure_without_meter');
  expect(await note(null)).toBeUndefined();
  const { successorNumber } = await office.accept(id);
  const successor = await one(
    app.db,
    sql`select connected_on as "from", metered_on as metered from meters.connections where number = ${successorNumber}`,
  );
  expect(successor).toEqual({ from: '2026-11-10', metered: null });
});

test('both owners are told, each what concerns them', async () => {
  const { id, connection } = await office.request({ upTo: 'COMPLETED' });
  const [from, to] = [await office.notice('changedFrom', id), await office.notice('changedTo', id)];
  expect(from?.body).toContain('Shirin Akhter');
  expect(to?.body).not.toContain('Consumer');
  const { number } = await one<{ number: string }>(
    app.db,
    sql`select number from meters.connections where follows_id = ${connection.id}`,
  );
  const digits = (text = '') => text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6));
  expect(digits(to?.body)).toContain(number);
  expect(digits(from?.body)).toContain(connection.number);
});

test('what happened is in the audit log and in the record, with who did it', async () => {
  const { id } = await office.request({ upTo: 'COMPLETED' });
  const rows = await all<{ action: string }>(
    app.db,
    sql`select action from platform.audit where object = 'ownership_request' and object_id = ${id} order by at, id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    ...[
      'ownership.request',
      'ownership.agree',
      'ownership.agree',
      'ownership.document',
      'ownership.document',
    ],
    ...['ownership.verify', 'ownership.read', 'ownership.accept'],
  ]);
  const detail = await app.call(contract.getRequest, { as: office.admin, query: { requestId: id } });
  expect(detail.timeline.map(({ action, toState }) => `${action} ${toState}`)).toEqual([
    ...[
      'request REQUESTED',
      'agree REQUESTED',
      'agree CONSENTED',
      'document CONSENTED',
      'document CONSENTED',
    ],
    ...['verify DOCS_VERIFIED', 'read READY_TO_APPROVE', 'accept COMPLETED'],
  ]);
  expect(Object.values(detail.can)).not.toContain('yes');
});

test('a change that was made is not changed, also not by the program', async () => {
  const { id } = await office.request({ upTo: 'COMPLETED' });
  await expect(
    sql`update ownership.changes set open_minor = 1 where request_id = ${id}`.execute(app.db),
  ).rejects.toThrow();
  await expect(
    sql`delete from ownership.timeline where request_id = ${id}`.execute(app.db),
  ).rejects.toThrow();
  expect(await first(app.db, sql`select 1 from ownership.changes where request_id = ${id}`)).toBeDefined();
});
