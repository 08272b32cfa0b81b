/** The record of a bill that a new owner took over: who took it over, and which connection goes on, for whom that is to know. */
import { expect, test } from 'vitest';
import { invoiceDetail } from '#domains/billing/invoices/contract.ts';
import { getInvoice } from '#domains/billing/invoices/queries.ts';
import { sharingOf } from '#domains/meters/sharing/factory.ts';
import type { Person } from '#test/app.ts';
import { takenOffice } from './factory-taken.ts';

const { app, office, sold, billed } = await takenOffice();
const { share } = sharingOf(app);
const FIRST = 40_000;
const TAKEN = 26_250;

const read = (as: Person, id: string) => app.call(invoiceDetail, { as, params: { id } });

test('the office reads who took the bill over and the connection that goes on', async () => {
  const house = await sold(FIRST);
  const taker = { name: 'Karim', successor: { id: house.successor.id, number: house.successor.number } };
  expect(await read(office.admin, house.billId)).toMatchObject({
    ...{ isTakenOver: true, dueMinor: TAKEN, takenOverMinor: TAKEN, taker },
  });
  await house.reverseFirst();
  expect(await read(office.admin, house.billId)).toMatchObject({
    ...{ isTakenOver: false, dueMinor: TAKEN + FIRST, takenOverMinor: TAKEN, taker },
  });
});

test('paid by who took it over: their name stays; what opens again is the earlier owner’s alone', async () => {
  const house = await sold(FIRST);
  await house.payTaken();
  expect(await read(office.admin, house.billId)).toMatchObject({ state: 'PAID', taker: { name: 'Karim' } });
  await house.reverseFirst();
  expect(await read(office.admin, house.billId)).toMatchObject({ takenOverMinor: 0, taker: null });
});

test('the earlier owner reads the name and no connection of the new one; who only sees the bill reads nothing', async () => {
  const { id, billId, before, successor } = await sold(FIRST);
  const own = await read(before, billId);
  expect(own).toMatchObject({ isTakenOver: true, dueMinor: 0, takenOverMinor: TAKEN });
  expect(own.taker).toEqual({ name: 'Karim', nameBn: null, successor: null });
  expect(JSON.stringify(own)).not.toContain(successor.number);
  // Also without row-level security.
  expect((await getInvoice(app.db, app.actorOf(before), billId)).taker?.successor).toBeNull();
  const guest = await app.consumer('Salma');
  await share({ holder: before, guest, connectionId: id });
  const shared = await read(guest, billId);
  expect(shared.taker).toBeNull();
  expect(JSON.stringify(shared)).not.toContain('Karim');
});

test('a bill that nobody took over names nobody', async () => {
  const { bills } = await billed();
  expect((await read(office.admin, String(bills[0]?.id))).taker).toBeNull();
});
