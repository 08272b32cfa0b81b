/** What accepting a change of owner refuses: what was checked before is asked again. */
import { describe, expect, test } from 'vitest';
import { makeInvoice } from '#domains/billing/factory.ts';
import * as readings from '#domains/meters/readings/contract.ts';
import * as cheques from '#domains/payments/cheques/contract.ts';
import { chequeCalls } from '#domains/payments/cheques/factory-cheques.ts';
import { makePayment } from '#domains/payments/contract.ts';
import { execute, first, one, sql, transaction } from '#platform/database/db.ts';
import { minor } from '#shared/money.ts';
import { testApp } from '#test/app.ts';
import * as contract from './contract.ts';
import { makeOffice } from './factory-calls.ts';
import * as steps from './steps/contract.ts';

const app = await testApp();
const office = await makeOffice(app);
const { clerk, admin } = office;

const phoneOf = async (consumerId: string | null) =>
  (await one<{ phone: string }>(app.db, sql`select phone from consumers.consumers where id = ${consumerId}`))
    .phone;

describe('accepting', () => {
  /** What the page says before is what the step says. */
  const accepts = async (requestId: string, as = admin) => {
    const { can, blocked } = await app.call(contract.getRequest, { as, query: { requestId } });
    const code = await app.codeOf(steps.acceptChange, { as, body: await office.at(requestId) });
    // Closed months and meters that went on elsewhere are asked under the locks only.
    if (code !== 'meters.closing_month_closed' && code !== 'meters.removed_meter_elsewhere')
      expect([can.accept, blocked.accept?.code]).toEqual([code ? 'no' : 'yes', code]);
    return code;
  };

  test('who agreed for an owner does not accept; who typed the code that an owner told does', async () => {
    const { id } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const of = (givenAs: string) =>
      execute(
        app.owner.db,
        sql`update ownership.consents set given_as = ${givenAs}, given_by = ${admin.userId}, reason = 'signed at the counter'
          where request_id = ${id} and side = 'NEW'`,
      );
    await of('OFFICE');
    expect(await accepts(id)).toBe('ownership.own_check');
    await of('CODE');
    expect(await accepts(id)).toBeUndefined();
  });

  test('who checked the papers does not accept; the database says so too', async () => {
    const { id } = await office.request({ upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`update ownership.requests set verified_by = ${admin.userId} where id = ${id}`,
    );
    expect(await accepts(id)).toBe('ownership.own_check');
    const complete = sql`update ownership.requests set state = 'COMPLETED', decided_by = verified_by, decided_at = now() where id = ${id}`;
    await expect(execute(app.db, complete)).rejects.toThrow('requests_two_persons');
  });

  test('open bills prevent it, as far as the new owner has not taken them over; also a bill that came after', async () => {
    const { id, connection } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const bill = (period: string) =>
      transaction(app.db, (tx) => makeInvoice(tx, app.system(), { connectionId: connection.id, period }));
    await bill('2026-09-01');
    const refusal = await app.refused(steps.acceptChange, { as: admin, body: await office.at(id) });
    expect([refusal.code, refusal.params]).toEqual(['ownership.dues_open', { amount: 11_500 }]);
    await office.read(id, { liabilityMinor: 11_500 });
    await bill('2026-10-01');
    expect(await accepts(id)).toBe('ownership.dues_open');
    await office.read(id, { liabilityMinor: 23_000 });
    expect(await accepts(id)).toBeUndefined();
  });

  test('a cheque that the bank has not paid prevents it; what the bank paid does not, nor cash beside it', async () => {
    const calls = await chequeCalls(app);
    const pays = async () => {
      const { id, connection } = await office.request({ upTo: 'READY_TO_APPROVE' });
      await transaction(app.db, (tx) =>
        makeInvoice(tx, app.system(), { connectionId: connection.id, period: '2026-09-01' }),
      );
      const { slipNumber } = await calls.take(connection.id);
      return { id, connectionId: connection.id, cheque: await calls.find(slipNumber ?? '') };
    };
    const [first, second] = [await pays(), await pays()];
    const refusal = await app.refused(steps.acceptChange, { as: admin, body: await office.at(first.id) });
    expect([refusal.code, refusal.params]).toEqual(['ownership.dues_in_clearing', { amount: 11_500 }]);
    await app.call(cheques.depositCheques, calls.depositing([first.cheque]));
    expect(await accepts(first.id)).toBe('ownership.dues_in_clearing');
    await app.call(cheques.clearCheques, calls.clearing([await calls.find(first.cheque.number)]));
    expect(await accepts(first.id)).toBeUndefined();
    const body = {
      connectionId: second.connectionId,
      amountMinor: minor(11_500),
      tender: { method: 'CASH' as const },
    };
    await app.call(makePayment, { as: calls.cashier, body: { ...body, unusual: true } });
    expect(await accepts(second.id)).toBeUndefined();
  });

  test('a connection that is cut off is opened first: else its successor would count as one with water', async () => {
    const { id, connection } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const is = (status: string) =>
      execute(
        app.owner.db,
        sql`update meters.connections set status = ${status} where id = ${connection.id}`,
      );
    await is('disconnected');
    expect(await accepts(id)).toBe('ownership.without_water');
    await is('active');
    expect(await accepts(id)).toBeUndefined();
  });

  test('a connection that belongs to somebody else by now stays theirs', async () => {
    const { id, connection } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const other = await app.consumer();
    await execute(
      app.owner.db,
      sql`update meters.connections set consumer_id = ${other.consumerId} where id = ${connection.id}`,
    );
    expect(await accepts(id)).toBe('ownership.owner_moved');
  });

  test('two entries of the present owner that became one are the same owner', async () => {
    const [twin, owner] = [await app.consumer(), await app.consumer()];
    const connection = await office.connect({ consumerId: String(twin.consumerId) });
    const { id } = await office.request({ connection, upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`update consumers.consumers set merged_into = ${owner.consumerId}, merged_at = now(), status = 'merged' where id = ${twin.consumerId}`,
    );
    await execute(
      app.owner.db,
      sql`update meters.connections set consumer_id = ${owner.consumerId} where id = ${connection.id}`,
    );
    expect(await accepts(id)).toBeUndefined();
  });

  test('an entry that is not in use any more gets no connection', async () => {
    const buyer = await app.consumer();
    const { id } = await office.request({ phone: await phoneOf(buyer.consumerId), upTo: 'READY_TO_APPROVE' });
    await office.deactivate(String(buyer.consumerId));
    expect(await accepts(id)).toBe('ownership.new_owner_inactive');
  });

  test('a reading that came since makes the noted one wrong', async () => {
    const { id, connection } = await office.request({ upTo: 'READY_TO_APPROVE', readOn: '2026-11-10' });
    await app.call(readings.captureReading, {
      as: clerk,
      body: {
        meterId: connection.meterId,
        period: '2026-11-01',
        readOn: '2026-11-14',
        registerLitres: 13_000,
      },
    });
    expect(await accepts(id)).toMatch(/^meters\./);
    const { status } = await one<{ status: string }>(
      app.db,
      sql`select status from meters.connections where id = ${connection.id}`,
    );
    expect(status).toBe('active');
    expect(
      await first(app.db, sql`select 1 from meters.connections where follows_id = ${connection.id}`),
    ).toBeUndefined();
  });

  test('a connection that was closed meanwhile, and a figure beyond the register', async () => {
    const closed = await office.request({ upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`update meters.connections set status = 'closed', disconnected_on = '2026-11-15' where id = ${closed.connection.id}`,
    );
    expect(await accepts(closed.id)).toBe('meters.connection_closed');
    await expect(
      office.request({ upTo: 'READY_TO_APPROVE', registerLitres: 900_000_000_000 }),
    ).rejects.toThrow('meters.beyond_register');
    const beyond = await office.request({ upTo: 'READY_TO_APPROVE' });
    await execute(
      app.owner.db,
      sql`update ownership.requests set register_litres = 900000000000 where id = ${beyond.id}`,
    );
    expect(await accepts(beyond.id)).toBe('meters.beyond_register');
  });

  describe('what is true of the reading is asked again', () => {
    const READ: [string, string, number] = ['2026-10-01', '2026-11-02', 10_000];
    const ready = async (given: {
      readings?: [string, string, number][];
      connectedOn?: string;
      readOn?: string;
      registerLitres?: number;
    }) => {
      const { readOn, registerLitres, ...how } = given;
      const connection = await office.connect({ approve: true, ...how });
      return office.request({
        connection,
        upTo: 'READY_TO_APPROVE',
        ...(readOn ? { readOn } : {}),
        registerLitres: registerLitres ?? 12_000,
      });
    };

    test('the day of the last reading, or of the connection', async () => {
      const cases: [Parameters<typeof ready>[0], code: string, early: string][] = [
        [{ readings: [READ] }, 'meters.not_after_previous', 'meters.not_after_previous'],
        [{ connectedOn: '2026-11-02' }, 'meters.before_installation', 'ownership.day_too_early'],
      ];
      for (const [how, code, early] of cases) {
        // While it is noted, and again if it is noted for such a day all the same.
        await expect(ready({ ...how, readOn: '2026-11-02' })).rejects.toThrow(early);
        const { id } = await ready(how);
        await execute(
          app.owner.db,
          sql`update ownership.requests set read_on = '2026-11-02' where id = ${id}`,
        );
        expect(await accepts(id)).toBe(code);
      }
    });

    test('a reading that somebody took on the same day, with another figure; on a later day', async () => {
      for (const [handover, readOn, code] of [
        ['2026-11-10', '2026-11-10', 'meters.already_read'],
        ['2026-10-25', '2026-11-05', 'meters.later_reading_exists'],
      ] as const) {
        const { id, connection } = await ready({ readOn: handover });
        await app.call(readings.captureReading, {
          as: clerk,
          body: { meterId: connection.meterId, period: '2026-11-01', readOn, registerLitres: 11_000 },
        });
        expect([readOn, await accepts(id)]).toEqual([readOn, code]);
      }
    });

    test('a figure that the checks refuse', async () => {
      const { id } = await ready({ readings: [READ], registerLitres: 9_000 });
      await execute(
        app.owner.db,
        sql`update meters.reading_checks set effect = 'REFUSE' where code in ('NEGATIVE', 'ROLL_OVER')`,
      );
      expect(await accepts(id)).toBe('meters.check_refused');
      await execute(
        app.owner.db,
        sql`update meters.reading_checks set effect = 'REVIEW' where code in ('NEGATIVE', 'ROLL_OVER')`,
      );
    });

    test('without a meter: something happened since, the month is closed, a meter came, the last one went on elsewhere', async () => {
      const bare = async (finalLitres = 0) => {
        const connection = await office.connect({ connectedOn: '2026-01-01' });
        await execute(
          app.owner.db,
          sql`update meters.assignments set removed_on = '2026-06-01', final_litres = ${finalLitres}, final_status = 'DUMPED_CONFIRMED'
            where connection_id = ${connection.id}`,
        );
        const { id } = await office.request({ connection, upTo: 'DOCS_VERIFIED' });
        const body = { ...(await office.at(id)), readOn: '2026-07-10', registerLitres: null };
        await app.call(steps.noteReading, { as: clerk, body });
        return { id, connection };
      };
      const changed = async (connectionId: string, set: ReturnType<typeof sql>) =>
        execute(
          app.owner.db,
          sql`update meters.assignments set ${set} where connection_id = ${connectionId}`,
        );
      const early = await bare();
      await changed(early.connection.id, sql`removed_on = '2026-08-01'`);
      expect(await accepts(early.id)).toBe('meters.closing_too_early');
      const metered = await bare();
      await changed(metered.connection.id, sql`removed_on = null, final_litres = null, final_status = null`);
      expect(await accepts(metered.id)).toBe('meters.connection_has_meter');
      const elsewhere = await bare(5_000);
      const other = await office.connect({ connectedOn: '2026-01-01' });
      await changed(
        other.id,
        sql`removed_on = '2026-02-01', final_litres = 0, final_status = 'DUMPED_CONFIRMED'`,
      );
      await execute(
        app.owner.db,
        sql`insert into meters.assignments (connection_id, meter_id, installed_on, opening_litres)
          values (${other.id}, ${elsewhere.connection.meterId}, '2026-06-01', 5000)`,
      );
      expect(await accepts(elsewhere.id)).toBe('meters.removed_meter_elsewhere');
      const closed = await bare();
      await execute(
        app.owner.db,
        sql`insert into ledger.closed_periods (period, closed_at) values ('2026-07-01', now())`,
      );
      expect(await accepts(closed.id)).toBe('meters.closing_month_closed');
    });
  });

  test('of two who accept at once one is told that it is done', async () => {
    const { id } = await office.request({ upTo: 'READY_TO_APPROVE' });
    const other = await app.staff('admin');
    const body = await office.at(id);
    const both = await Promise.all([admin, other].map((as) => app.codeOf(steps.acceptChange, { as, body })));
    expect(both.toSorted()).toEqual(['common.stale_version', undefined]);
  });
});
