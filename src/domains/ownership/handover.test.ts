/** The handover: what is asked about its reading, what the new owner takes over, who accepts it, and whose entry the new owner gets. */
import { describe, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { getOrder, listOrders } from '#domains/work-orders/contract.ts';
import { makeYard } from '#domains/work-orders/factory-calls.ts';
import * as work from '#domains/work-orders/steps/contract.ts';
import { all, execute, one, sql, transaction } from '#platform/database/db.ts';
import type { Minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;

type Given = { registerLitres?: number; liabilityMinor?: number; unusual?: boolean; readOn?: string };
const notes = async (requestId: string, given: Given) =>
  app.refused(steps.noteReading, {
    as: clerk,
    body: {
      ...(await office.at(requestId)),
      ...{ readOn: app.system().today, registerLitres: 12_000 },
      ...{ ...given, liabilityMinor: (given.liabilityMinor ?? 0) as Minor },
    },
  });
const noted = async (requestId: string, given: Given) =>
  app.codeOf(steps.noteReading, {
    as: clerk,
    body: {
      ...(await office.at(requestId)),
      ...{ readOn: app.system().today, registerLitres: 12_000 },
      ...{ ...given, liabilityMinor: (given.liabilityMinor ?? 0) as Minor },
    },
  });

describe('the reading', () => {
  /** 10 m³ a month, the last on the first of November. */
  const steady = [
    ['2026-06-01', '2026-07-01', 10_000],
    ['2026-07-01', '2026-08-01', 20_000],
    ['2026-08-01', '2026-09-01', 30_000],
    ['2026-09-01', '2026-10-01', 40_000],
    ['2026-10-01', '2026-11-01', 50_000],
  ] as [string, string, number][];
  const checked = async () => {
    const connection = await office.connect({ approve: true, readings: steady });
    return office.request({ connection, upTo: 'DOCS_VERIFIED' });
  };

  test('a figure below the last one, or far from what is usual, is asked about, and taken when it is confirmed', async () => {
    const { id } = await checked();
    const fallen = await notes(id, { registerLitres: 49_000 });
    expect([fallen.code, fallen.params]).toEqual([
      'ownership.unusual_register',
      { last: 50_000, register: 49_000, usual: expect.any(Number) },
    ]);
    expect((await notes(id, { registerLitres: 500_000 })).code).toBe('ownership.unusual_register');
    expect((await office.stand(id)).state).toBe('DOCS_VERIFIED');
    expect(await noted(id, { registerLitres: 500_000, unusual: true })).toBeUndefined();
    expect(await noted(id, { registerLitres: 55_000 })).toBeUndefined();
    expect((await office.stand(id)).state).toBe('READY_TO_APPROVE');
  });

  test('a reading that was taken in this month already is what the figure is compared with', async () => {
    const connection = await office.connect({
      approve: true,
      readings: [...steady, ['2026-11-01', '2026-11-10', 53_000]],
    });
    const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
    expect((await notes(id, { registerLitres: 52_000 })).params.last).toBe(53_000);
    expect(await noted(id, { registerLitres: 55_000 })).toBeUndefined();
    expect(await app.codeOf(steps.acceptChange, { as: admin, body: await office.at(id) })).toBeUndefined();
  });

  test('what the acceptance would refuse is refused here: a day that is read already, a closed connection, figures that the checks refuse', async () => {
    const { id, connection } = await office.request({
      connection: await office.connect({
        approve: true,
        readings: [...steady, ['2026-11-01', '2026-11-10', 53_000]],
      }),
      upTo: 'DOCS_VERIFIED',
    });
    const other = { readOn: '2026-11-10', registerLitres: 54_000, unusual: true };
    expect(await noted(id, other)).toBe('meters.already_read');
    const below = { registerLitres: 40_000, unusual: true };
    const checks = (effect: string) =>
      execute(
        app.owner.db,
        sql`update meters.reading_checks set effect = ${effect} where code in ('NEGATIVE', 'ROLL_OVER')`,
      );
    await checks('REFUSE');
    expect(await noted(id, below)).toBe('meters.check_refused');
    await checks('REVIEW');
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-15' where id = ${connection.id}`,
    );
    expect(await noted(id, { registerLitres: 55_000 })).toBe('meters.connection_closed');
  });

  test('without a meter, not before the day on which the last one went', async () => {
    const connection = await office.connect({ connectedOn: '2026-01-01' });
    await execute(
      app.owner.db,
      sql`update meters.assignments set removed_on = '2026-08-01', final_litres = 0, final_status = 'DUMPED_CONFIRMED'
        where connection_id = ${connection.id}`,
    );
    const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
    const body = { ...(await office.at(id)), readOn: '2026-07-10', registerLitres: null };
    expect(await app.codeOf(steps.noteReading, { as: clerk, body })).toBe('meters.closing_too_early');
  });

  test('the office sees beside the field what is usual; an owner does not', async () => {
    const household = await app.consumer();
    const connection = await office.connect({
      consumerId: String(household.consumerId),
      approve: true,
      readings: steady,
    });
    const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
    const query = { requestId: id };
    const { expectation } = await app.call(contract.getRequest, { as: clerk, query });
    expect(expectation).toMatchObject({ previousLitres: 50_000, previousOn: '2026-11-01' });
    expect(expectation?.expectedLitres).toBeGreaterThan(0);
    expect((await app.call(contract.getRequest, { as: household, query })).expectation).toBeNull();
  });
});

describe('open bills that the new owner takes over', () => {
  const withBill = async (phone?: string) => {
    const made = await office.request({ upTo: 'DOCS_VERIFIED', ...(phone ? { phone } : {}) });
    await transaction(app.db, (tx) =>
      makeInvoice(tx, app.system(), { connectionId: made.connection.id, period: '2026-09-01' }),
    );
    return made.id;
  };

  test('are not more than what is open', async () => {
    const id = await withBill();
    const refused = await notes(id, { liabilityMinor: 11_501, unusual: true });
    expect([refused.code, refused.params]).toEqual(['ownership.liability_beyond_dues', { amount: 11_500 }]);
    expect(await noted(id, { liabilityMinor: 11_500, unusual: true })).toBeUndefined();
    const { liability } = await one<{ liability: number }>(
      app.db,
      sql`select liability_minor as liability from ownership.requests where id = ${id}`,
    );
    expect(liability).toBe(11_500);
  });

  test('the new owner is told what is left when the present one pays some or all of it after all, and when that is taken back', async () => {
    const buyer = await app.consumer();
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
    );
    const id = await withBill(phone);
    await noted(id, { liabilityMinor: 11_500, unusual: true });
    const { connectionId } = await one<{ connectionId: string }>(
      app.db,
      sql`select connection_id as "connectionId" from ownership.requests where id = ${id}`,
    );
    const [cashier, second] = [await app.staff('cashier'), await app.staff('reviewer')];
    const pay = (amountMinor: number) =>
      app.call(makePayment, { as: cashier, body: { connectionId, amountMinor, tender: { method: 'CASH' } } });
    await pay(1_500);
    const last = await pay(10_000);
    await app.call(reversePayment, { as: second, body: { paymentId: last.id, reason: 'counted twice' } });
    const told = await all<{ what: string; body: string }>(
      app.owner.db,
      sql`select split_part(split_part(event, ':', 1), '.', 2) as what, body from platform.outbox
        where event like ${`ownership.takes%:${id}:NEW:%`} order by id`,
    );
    expect(told.map(({ what }) => what)).toEqual(['takesOver', 'takesOver', 'takesNothing', 'takesOver']);
    expect(told.map(({ body }) => /11[05]|১১[০৫]|10[05]|১০[০৫]/.exec(body)?.[0] ?? '')).toEqual([
      expect.stringMatching(/115|১১৫/),
      expect.stringMatching(/100|১০০/),
      '',
      expect.stringMatching(/100|১০০/),
    ]);
  });

  test('the new owner is told the sum, once for each sum, by SMS and by their bell', async () => {
    const buyer = await app.consumer();
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
    );
    const id = await withBill(phone);
    const told = async () => {
      const { count, body } = await one<{ count: number; body: string | null }>(
        app.owner.db,
        sql`select count(*)::int as count, max(body) as body from platform.outbox
          where event like ${`ownership.takesOver:${id}:%`} and recipient = ${phone}`,
      );
      return { count, body: body ?? '' };
    };
    await noted(id, { liabilityMinor: 0, unusual: true });
    expect((await told()).count).toBe(0);
    await noted(id, { liabilityMinor: 11_500, unusual: true });
    await noted(id, { liabilityMinor: 11_500, unusual: true });
    const { count, body } = await told();
    expect([count, /115|১১৫/.test(body)]).toEqual([1, true]);
    const bells = await one<{ count: number }>(
      app.owner.db,
      sql`select count(*)::int as count from platform.notices n where n.user_id = ${buyer.userId} and n.kind = 'ownership.takes_over'`,
    );
    expect(bells.count).toBe(1);
    // The present owner, who was told to pay it, is told who pays it.
    const seller = await all<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event like ${`ownership.takenFrom:${id}:%`} and recipient <> ${phone}`,
    );
    expect(seller).toEqual([{ body: expect.stringMatching(/115|১১৫/) }]);
    // Noted by mistake: what they were told does not stay the last word.
    await noted(id, { liabilityMinor: 0, unusual: true });
    const taken = await all<{ body: string }>(
      app.owner.db,
      sql`select body from platform.outbox where event like ${`ownership.takesNothing:${id}:%`} and recipient = ${phone}`,
    );
    expect(taken).toEqual([{ body: expect.stringMatching(/no open bills|কোনো বকেয়া/) }]);
  });
});

describe('who accepts', () => {
  test('is not who noted the handover; the database says so too', async () => {
    const { id } = await office.request({ upTo: 'DOCS_VERIFIED' });
    const other = await app.staff('admin');
    const body = { readOn: app.system().today, registerLitres: 12_000, liabilityMinor: 0 as Minor };
    await app.call(steps.noteReading, {
      as: other,
      body: { ...(await office.at(id)), ...body, unusual: true },
    });
    const accepts = async (as: typeof admin) =>
      app.codeOf(steps.acceptChange, { as, body: await office.at(id) });
    expect(await accepts(other)).toBe('ownership.own_check');
    const { can, blocked } = await app.call(contract.getRequest, { as: other, query: { requestId: id } });
    expect([can.accept, blocked.accept?.code]).toEqual(['no', 'ownership.own_check']);
    const checkedBy = await app.staff('admin');
    await execute(
      app.owner.db,
      sql`update ownership.requests set verified_by = ${checkedBy.userId} where id = ${id}`,
    );
    const offered = await app.call(contract.getRequest, { as: checkedBy, query: { requestId: id } });
    expect(offered.blocked.accept?.code).toBe('ownership.own_check');
    const complete = sql`update ownership.requests set state = 'COMPLETED', decided_by = read_by, decided_at = now() where id = ${id}`;
    await expect(execute(app.db, complete)).rejects.toThrow('requests_two_persons');
    expect(await accepts(admin)).toBeUndefined();
  });
});

describe('the entry of the new owner', () => {
  const entries = async (phone: string) =>
    (
      await one<{ count: number }>(
        app.db,
        sql`select count(*)::int as count from consumers.consumers where phone = ${phone} and status <> 'merged'`,
      )
    ).count;

  test('who takes over two connections is one consumer, also when both changes are accepted at once', async () => {
    const phone = office.newPhone();
    const [one, two] = [
      await office.request({ phone, upTo: 'READY_TO_APPROVE' }),
      await office.request({ phone, upTo: 'READY_TO_APPROVE' }),
    ];
    const codes = await Promise.all(
      [one, two].map(async ({ id }) =>
        app.codeOf(steps.acceptChange, { as: admin, body: await office.at(id) }),
      ),
    );
    expect([codes, await entries(phone)]).toEqual([[undefined, undefined], 1]);
  });

  test('a phone that became somebody else’s meanwhile gives the connection to nobody whom the request does not name', async () => {
    const phone = office.newPhone();
    const { id } = await office.request({ phone, upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`insert into consumers.consumers (number, name, phone, address)
        values (platform.human_number('5', platform.take_numbers('consumer')), 'Somebody Else', ${phone}, 'Uttara')`,
    );
    const refused = await app.refused(steps.acceptChange, { as: admin, body: await office.at(id) });
    expect([refused.code, refused.params.name]).toEqual(['ownership.phone_of_other', 'Somebody Else']);
    expect(await entries(phone)).toBe(1);
  });

  test('of several entries with the phone the one with the name is the new owner; no further one is made', async () => {
    const phone = office.newPhone();
    const { id } = await office.request({ phone, upTo: 'READY_TO_APPROVE' });
    const { name } = await one<{ name: string }>(
      app.db,
      sql`select name from ownership.requests where id = ${id}`,
    );
    const enter = (as: string) =>
      one<{ id: string; number: string }>(
        app.owner.db,
        sql`insert into consumers.consumers (number, name, phone, address)
          values (platform.human_number('5', platform.take_numbers('consumer')), ${as}, ${phone}, 'Uttara') returning id, number`,
      );
    const numbers = [(await enter('Somebody Else')).number, (await enter('Somebody Else Too')).number];
    const accept = async () => app.refused(steps.acceptChange, { as: admin, body: await office.at(id) });
    expect(await accept()).toMatchObject({
      code: 'ownership.phone_of_several',
      params: { numbers: numbers.join(', ') },
    });
    const right = await enter(name);
    const { successorNumber } = await app.call(steps.acceptChange, { as: admin, body: await office.at(id) });
    const { owner } = await one<{ owner: string }>(
      app.db,
      sql`select consumer_id as owner from meters.connections where number = ${successorNumber}`,
    );
    expect([owner, await entries(phone)]).toEqual([right.id, 3]);
  });
});

describe('a work order that is open when the owner changes', () => {
  test('stays with who asked for it, to its end; the new owner learns nothing of it', async () => {
    const [seller, buyer] = [await app.consumer('Rahima Begum'), await app.consumer('Karim Uddin')];
    const yard = await makeYard(app);
    const connection = await yard.connect({ consumerId: String(seller.consumerId) });
    const asked = await yard.order({ by: seller, connectionNumber: connection.number, upTo: 'ASSIGNED' });
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from consumers.consumers where id = ${buyer.consumerId}`,
    );
    await office.request({ connection, phone, upTo: 'COMPLETED' });
    const sees = async (as: typeof buyer) =>
      (await app.call(listOrders, { as })).items.map(({ id }) => id).includes(asked.id);
    expect([await sees(seller), await sees(buyer)]).toEqual([true, false]);
    expect(await app.codeOf(getOrder, { as: buyer, params: { id: asked.id } })).toBe('common.not_found');
    const at = () => yard.at(asked.id);
    await app.call(work.noteArrival, { as: yard.crew, body: await at() });
    await app.call(work.completeOrder, { as: yard.crew, body: { ...(await at()), ...yard.done } });
    await app.call(work.verifyOrder, { as: yard.clerk, body: await at() });
    expect((await app.call(getOrder, { as: seller, params: { id: asked.id } })).state).toBe('CLOSED');
  });
});
