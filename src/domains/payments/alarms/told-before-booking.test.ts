/** Who asks to book what the bank took is told what becomes of it, and that is what becomes of it. */
import { expect, test } from 'vitest';
import { makeApplication } from '#domains/applications/factory.ts';
import { FEE, makeFees } from '#domains/ownership/fee/factory-fees.ts';
import { returnRequest } from '#domains/ownership/steps/contract.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import { makeCharges } from '../factory-charges.ts';
import { decideProposal } from '../proposals/contract.ts';
import { effectOf } from './booking.rules.ts';
import * as alarms from './contract.ts';
import { alarmOffice } from './factory-alarms.ts';

const { app, wrongAmount, payWrongly, alarmOf, ask, decide, AGREE } = await alarmOffice();

/** Books what the bank took; gives what was told before and what is due afterwards, of refunds the sum. */
async function book(alarmId: string, after: () => Promise<number>) {
  const alarm = await alarmOf(alarmId);
  const amountMinor = Number(alarm.openMinor);
  const told = alarm.target && effectOf(alarm.target, amountMinor);
  const body = { kind: 'BOOK' as const, amountMinor, reason: 'on the statement' };
  const { proposal } = await app.call(alarms.proposeForAlarm, ask(alarmId, body));
  const { paymentId } = await app.call(decideProposal, decide(proposal?.id, AGREE));
  const { refund } = await one<{ refund: number }>(
    app.db,
    sql`select coalesce(sum(amount_minor), 0)::bigint as refund from payments.refunds where payment_id = ${paymentId}`,
  );
  return { target: alarm.target, amountMinor, told, due: await after(), refund };
}
const openOf = (connectionId: string) => async () =>
  (
    await one<{ due: number }>(
      app.db,
      sql`select coalesce(sum(total_minor - settled_minor), 0)::bigint as due from billing.invoices
        where connection_id = ${connectionId} and cancelled_on is null`,
    )
  ).due;

test('a bill: a part is paid, the rest stays open; nothing of a solved alarm is told', async () => {
  const { alarmId, connectionId } = await wrongAmount();
  const booked = await book(alarmId, openOf(connectionId));
  expect(booked).toMatchObject({
    target: { kind: 'CONNECTION', dueMinor: 11_500, takesPart: true },
    told: { what: 'LEAVES_REST', amountMinor: 100 },
    ...{ due: 100, refund: 0 },
  });
  expect((await alarmOf(alarmId)).target).toBeNull();
});

test('a bill that was paid meanwhile: it is an advance', async () => {
  const { alarmId, connectionId } = await wrongAmount();
  await execute(
    app.owner.db,
    sql`update billing.invoices set settled_minor = total_minor where connection_id = ${connectionId}`,
  );
  expect((await alarmOf(alarmId)).target).toMatchObject({ dueMinor: 0 });
  expect(effectOf({ kind: 'CONNECTION', dueMinor: 0, takesPart: true }, 500)).toEqual({
    ...{ what: 'ADVANCE', amountMinor: 500 },
  });
});

async function demandNote() {
  const as = await app.consumer();
  const { id } = await makeApplication(app, { upTo: 'READY_TO_PAY', consumerId: String(as.consumerId) });
  const note = () =>
    one<{ due: number }>(
      app.db,
      sql`select total_minor - settled_minor as due from applications.demand_notes where application_id = ${id}`,
    );
  const { due } = await note();
  const made = await payWrongly(as, { applicationId: id, amountMinor: due });
  return { ...made, id, due, after: async () => (await note()).due };
}

test('a demand note, which is paid in one amount: less pays nothing and goes back', async () => {
  const { alarmId, due, after } = await demandNote();
  const booked = await book(alarmId, after);
  expect(booked.target).toEqual({ kind: 'DEMAND_NOTE', dueMinor: due, takesPart: false });
  expect(booked.told).toEqual({ what: 'TOO_LITTLE', amountMinor: due - 100 });
  expect([booked.due, booked.refund]).toEqual([due, due - 100]);
});

const hold = (id: string) =>
  execute(
    app.db,
    sql`update applications.applications set overlay = 'HOLD', overlay_reason = 'asked for' where id = ${id}`,
  );

test('a demand note of an application on hold, which takes what a bank has as any other: less goes back', async () => {
  const { alarmId, id, due, after } = await demandNote();
  await hold(id);
  const booked = await book(alarmId, after);
  expect(booked.told).toEqual({ what: 'TOO_LITTLE', amountMinor: due - 100 });
  expect([booked.due, booked.refund]).toEqual([due, due - 100]);
});

const takeParts = () =>
  execute(
    app.db,
    sql`insert into settings.entries (key, value) values ('applications', '{"partialPayment": true}')
      on conflict (key) do update set value = settings.entries.value || excluded.value`,
  );

test('a demand note, if parts are taken: the rest stays open', async () => {
  await takeParts();
  const { alarmId, due, after } = await demandNote();
  const booked = await book(alarmId, after);
  expect(booked.target?.takesPart).toBe(true);
  expect(booked.told).toEqual({ what: 'LEAVES_REST', amountMinor: 100 });
  expect([booked.due, booked.refund]).toEqual([100, 0]);
  expect(due).toBeGreaterThan(100);
});

test('the same on hold: booking pays the note, and that is told', async () => {
  await takeParts();
  const { alarmId, id, due, after } = await demandNote();
  await hold(id);
  const booked = await book(alarmId, after);
  expect(booked.target).toEqual({ kind: 'DEMAND_NOTE', dueMinor: due, takesPart: true });
  expect(booked.told).toEqual({ what: 'LEAVES_REST', amountMinor: 100 });
  expect([booked.due, booked.refund]).toEqual([100, 0]);
});

test('the charge of a repair, which is paid in one amount: less pays nothing and goes back', async () => {
  const charges = await makeCharges(app);
  const { id, household } = await charges.charged();
  const dueOf = () =>
    one<{ due: number }>(
      app.db,
      sql`select charge_minor - paid_minor as due from work_orders.orders where id = ${id}`,
    );
  const { due } = await dueOf();
  const { alarmId } = await payWrongly(household, { orderId: id, amountMinor: due });
  const booked = await book(alarmId, async () => (await dueOf()).due);
  expect(booked.target).toEqual({ kind: 'WORK_ORDER', dueMinor: due, takesPart: false });
  expect(booked.told).toEqual({ what: 'TOO_LITTLE', amountMinor: due - 100 });
  expect([booked.due, booked.refund]).toEqual([due, due - 100]);
});

test('the fee of an ownership change, which is paid in one amount: less pays nothing and goes back', async () => {
  const fees = await makeFees(app);
  const { id, owner } = await fees.asked();
  const { alarmId } = await payWrongly(owner, { requestId: id, amountMinor: FEE });
  const booked = await book(alarmId, async () => FEE - Number((await fees.kept(id))?.paid));
  expect(booked.target).toEqual({ kind: 'OWNERSHIP', dueMinor: FEE, takesPart: false });
  expect(booked.told).toEqual({ what: 'TOO_LITTLE', amountMinor: FEE - 100 });
  expect([booked.due, booked.refund]).toEqual([FEE, FEE - 100]);
});

test('the fee of a request that is back for a correction: told as it is kept', async () => {
  const fees = await makeFees(app);
  const { id, owner } = await fees.asked();
  const { alarmId } = await payWrongly(owner, { requestId: id, amountMinor: FEE });
  await app.call(returnRequest, {
    as: fees.office.clerk,
    body: { ...(await fees.office.at(id)), remark: 'the deed cannot be read' },
  });
  expect((await alarmOf(alarmId)).target).toEqual({ kind: 'OWNERSHIP', dueMinor: FEE, takesPart: false });
});

test('the exact sum, and more than is due', () => {
  const note = { kind: 'DEMAND_NOTE', dueMinor: 500, takesPart: false } as const;
  expect(effectOf(note, 500)).toEqual({ what: 'PAYS_ALL', amountMinor: 500 });
  expect(effectOf(note, 700)).toEqual({ what: 'TOO_MUCH', amountMinor: 700 });
  expect(effectOf({ ...note, dueMinor: 0 }, 700)).toEqual({ what: 'NOTHING_DUE', amountMinor: 700 });
  expect(effectOf({ kind: 'CONNECTION', dueMinor: 500, takesPart: true }, 700)).toEqual({
    ...{ what: 'ADVANCE', amountMinor: 200 },
  });
});
