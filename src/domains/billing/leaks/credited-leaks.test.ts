/** Leaks that are credited: the figures, the credit note, the second person, and what becomes of the bill before and after it. */
import { afterEach, describe, expect, test } from 'vitest';
import { invariants } from '#domains/ledger/queries.ts';
import { execute, one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { billedWater } from '../book-proof.ts';
import * as corrections from '../corrections/contract.ts';
import * as disputes from '../disputes/contract.ts';
import { billingIds } from '../invoices/contract.ts';
import { paperBills } from '../invoices/pdf/paper-bills.ts';
import * as contract from './contract.ts';
import { BILL, CREDIT, leakOffice, ruleOfLeaks } from './factory.ts';

const office = await leakOffice();
const { app, officer, approver, cashier, household, decider, second } = office;
const {
  approveAgain,
  ready,
  credit,
  approval,
  get,
  kept,
  log,
  messages,
  lastSms,
  cancel,
  pay,
  detail,
  adjust,
  advance,
  owed,
  asked,
} = office;
const START = '2026-11-02';

/** The months before the bills count as billed, and no run billed them. */
const unbilledBefore = async () =>
  (
    await one<{ litres: number }>(
      app.db,
      sql`select coalesce(sum(consumption_litres), 0)::bigint as litres from meters.readings where state = 'BILLED' and period < '2026-10-01'`,
    )
  ).litres;

afterEach(async () => {
  expect(await invariants(app.db)).toEqual({ sumMinor: 0, badJournals: 0, subledgerDifferenceMinor: 0 });
  expect((await billedWater.difference(app.db)) - (await unbilledBefore())).toBe(0);
});

const PAY_THE_REST = `Tk ${(BILL - CREDIT) / 100} of it is still to be paid`;
const KEPT_FOR_THE_NEXT = 'Your advance, which the next bill uses: Tk ';
const advanceOnCard = async (connectionId: string, as: Person) => {
  const { items } = await app.call(billingIds, { as, query: { connectionId } });
  return items[0]?.advanceMinor;
};

const rule = async (value: Parameters<typeof ruleOfLeaks>[1], during: () => Promise<void>) => {
  await ruleOfLeaks(app, value);
  await during();
  await ruleOfLeaks(app);
};

describe('one person credits up to the limit', () => {
  test('by a credit note of the formula: the bill stays, less is due, and the household reads each figure', async () => {
    const { id, billId, connectionId } = await ready();
    expect(await get(id)).toMatchObject({
      obstacle: null,
      figures: { amountMinor: CREDIT, back: { days: 7, litres: 600 } },
    });
    const call = await credit(id);
    expect(await app.call(contract.creditLeak, call)).toEqual({ id, state: 'CREDITED' });
    expect(await kept(id)).toEqual({ state: 'CREDITED', isHeld: false, ended: START });
    const seen = await detail(billId, household);
    expect(seen).toMatchObject({
      totalMinor: BILL,
      dueMinor: BILL - CREDIT,
      adjustedMinor: -CREDIT,
      usageLitres: 50_000,
    });
    expect(seen.adjustments).toMatchObject([
      {
        amountMinor: -CREDIT,
        before: { usageLitres: 50_000, currentLitres: 100_000, totalMinor: BILL },
        after: { usageLitres: 30_065, currentLitres: 100_000, totalMinor: BILL - CREDIT },
      },
    ]);
    expect(
      seen.adjustments[0]?.lines.map(({ kind, beforeMinor, afterMinor }) => [kind, beforeMinor, afterMinor]),
    ).toEqual([
      ['water', 65_000, 35_098],
      ['fixed', 3_000, 3_000],
      ['sewer', 65_000, 35_098],
      ['vat_water', 9_750, 5_265],
      ['vat_sewer', 9_750, 5_265],
    ]);
    expect(await owed(connectionId)).toBe(BILL - CREDIT);
    const read = await get(id, household);
    expect(read).toMatchObject({
      amountMinor: CREDIT,
      answer: 'It was a leak.',
      document: { amountMinor: -CREDIT },
    });
    expect(read.figures).toMatchObject({ baseLitres: 10_131, excessLitres: 39_869, forgivenLitres: 19_935 });
    expect(read.figures?.usual).toHaveLength(5);
    expect(await messages(id)).toEqual(['asked', 'credited']);
    expect(read).toMatchObject({ dueMinor: BILL - CREDIT, advanceMinor: 0 });
    expect(await lastSms(id)).toContain(PAY_THE_REST);
    expect(await log(id)).toEqual(['leak.open', 'leak.credit']);
    expect(await app.codeOf(contract.creditLeak, await credit(id))).toBe('leaks.over');
    expect(await asked(billId)).toBe('leaks.within_year');
    expect(seen.can.leak).toBe(false);
  });

  test('the history of use shows the meter: what is forgiven went through it; a corrected reading after it counts', async () => {
    const { id, billId } = await ready();
    const used = async () =>
      (await detail(billId, household)).history.map(({ period, usageLitres }) => [period, usageLitres]);
    await app.call(contract.creditLeak, await credit(id));
    expect(await used()).toEqual([['2026-10-01', 50_000]]);
    expect((await paperBills(app.db, office.system, [billId])).get(billId)?.history).toMatchObject([
      { period: '2026-10-01', usageLitres: 50_000, totalMinor: BILL - CREDIT },
    ]);
    await adjust(billId, 99_000);
    expect(await used()).toEqual([['2026-10-01', 49_000]]);
  });

  test('of a paid bill the credit is an advance', async () => {
    const { id, connectionId } = await ready();
    await pay(connectionId, BILL);
    await app.call(contract.creditLeak, await credit(id));
    expect(await advance(connectionId)).toBe(-CREDIT);
    expect(await owed(connectionId)).toBe(0);
    // The household reads that it is an advance: in the SMS, beside the request, on the card of the connection.
    expect(await lastSms(id)).toContain(`${KEPT_FOR_THE_NEXT}${CREDIT / 100}.`);
    expect(await get(id, household)).toMatchObject({ dueMinor: 0, advanceMinor: CREDIT });
    expect(await advanceOnCard(connectionId, household)).toBe(CREDIT);
    expect(await advanceOnCard(connectionId, decider)).toBeNull();
  });

  test('of a bill that was paid in part the credit is an advance as far as it is more than what was open', async () => {
    const { id, connectionId } = await ready();
    await pay(connectionId, BILL - CREDIT + 10_000);
    await app.call(contract.creditLeak, await credit(id));
    expect(await advance(connectionId)).toBe(-10_000);
    expect(await lastSms(id)).toContain(`${KEPT_FOR_THE_NEXT}100.`);
    expect(await get(id, household)).toMatchObject({ dueMinor: 0, advanceMinor: 10_000 });
  });

  test('never more litres than the limit', async () => {
    await rule({ mostLitres: 10_000 }, async () => {
      const { id } = await ready();
      await app.call(contract.creditLeak, await credit(id));
      // From 50 to 40 m³: 10 m³ at ৳15, with sewer and VAT.
      expect(await get(id)).toMatchObject({ amountMinor: 34_500, figures: { forgivenLitres: 10_000 } });
    });
  });

  test('not another sum than was shown', async () => {
    const { id } = await ready();
    const call = await credit(id, decider, CREDIT - 1);
    expect(await app.refused(contract.creditLeak, call)).toMatchObject({
      code: 'leaks.figures_moved',
      params: { amount: CREDIT },
    });
    const stale = await credit(id);
    expect(await app.codeOf(contract.creditLeak, { ...stale, body: { ...stale.body, version: 7 } })).toBe(
      'common.stale_version',
    );
    expect(await kept(id)).toMatchObject({ state: 'OPEN', isHeld: true });
  });

  test('twice at once: one credit', async () => {
    const { id, billId } = await ready();
    const call = await credit(id);
    const codes = await Promise.all([
      app.codeOf(contract.creditLeak, call),
      app.codeOf(contract.creditLeak, call),
    ]);
    expect(codes.toSorted()).toEqual(['common.stale_version', undefined]);
    expect((await detail(billId)).adjustments).toHaveLength(1);
  });
});

describe('above the limit a second person', () => {
  const waiting = async () => {
    const made = await ready();
    expect(await app.call(contract.creditLeak, await credit(made.id))).toEqual({
      id: made.id,
      state: 'WAITING',
    });
    return made;
  };

  test('makes the credit, and not the first one', async () => {
    await rule({ aloneUpToMinor: CREDIT - 1 }, async () => {
      const { id, billId } = await waiting();
      expect(await kept(id)).toEqual({ state: 'WAITING', isHeld: true, ended: null });
      expect(await get(id, household)).toMatchObject({ amountMinor: null, answer: null, figures: null });
      expect((await get(id)).can).toMatchObject({ approve: false, isDecider: true });
      expect(await app.codeOf(contract.approveLeak, await approval(id, true, null, decider))).toBe(
        'leaks.second_person',
      );
      expect(
        await app.codeOf(contract.refuseLeak, {
          as: second,
          params: { id },
          body: { version: 2, answer: 'x' },
        }),
      ).toBe('leaks.over');
      expect((await get(id, second)).can.approve).toBe(true);
      expect(await app.call(contract.approveLeak, await approval(id))).toEqual({ id, state: 'CREDITED' });
      expect((await detail(billId)).dueMinor).toBe(BILL - CREDIT);
      expect(await log(id)).toEqual(['leak.open', 'leak.propose', 'leak.approve']);
      expect(await messages(id)).toEqual(['asked', 'credited']);
      expect(
        await one(
          app.db,
          sql`select k.two_person as "twoPerson", k.requested_by as by, k.decided_by as second from billing.corrections k where k.invoice_id = ${billId}`,
        ),
      ).toEqual({ twoPerson: true, by: decider.userId, second: second.userId });
    });
  });

  test('gives it back with a reason: it is open again', async () => {
    await rule({ aloneUpToMinor: null }, async () => {
      const { id } = await waiting();
      expect(await app.codeOf(contract.approveLeak, await approval(id, false))).toBe('leaks.return_reason');
      expect(await app.call(contract.approveLeak, await approval(id, false, 'No paper'))).toEqual({
        id,
        state: 'OPEN',
      });
      expect(await log(id)).toEqual(['leak.open', 'leak.propose', 'leak.return']);
      expect(await get(id)).toMatchObject({ state: 'OPEN', answer: null, can: { decide: true } });
      expect(await app.codeOf(contract.approveLeak, await approval(id))).toBe('leaks.over');
    });
  });

  test('does not credit what changed since', async () => {
    await rule({ aloneUpToMinor: 0 }, async () => {
      const { id, billId, connectionId } = await waiting();
      await adjust(billId, 99_900);
      await approveAgain(connectionId);
      expect(await app.codeOf(contract.approveLeak, await approval(id))).toBe('leaks.figures_moved');
      await adjust(billId, 62_000);
      expect(await app.codeOf(contract.approveLeak, await approval(id))).toBe('leaks.not_unusual');
      expect(await kept(id)).toMatchObject({ state: 'WAITING' });
    });
  });

  test('what one person credited before counts', async () => {
    const person = await app.staff('engineer');
    await rule({ aloneUpToMinor: CREDIT + 1 }, async () => {
      const [first, next] = [await ready(), await ready()];
      expect((await app.call(contract.creditLeak, await credit(first.id, person))).state).toBe('CREDITED');
      expect((await app.call(contract.creditLeak, await credit(next.id, person))).state).toBe('WAITING');
    });
  });
});

describe('what becomes of the bill', () => {
  const again = async (billId: string) => ({
    version: (await detail(billId)).version,
    registerLitres: 98_000,
  });

  test('cancelled: an open leak ends, a credited one is replaced, and the month may have one again', async () => {
    const open = await ready();
    await cancel(open.billId);
    expect(await kept(open.id)).toEqual({ state: 'ENDED', isHeld: false, ended: START });
    expect(await log(open.id)).toEqual(['leak.open', 'leak.end']);
    const credited = await ready();
    await app.call(contract.creditLeak, await credit(credited.id));
    await cancel(credited.billId, true);
    expect(await kept(credited.id)).toMatchObject({ state: 'REPLACED' });
    expect(await messages(credited.id)).toEqual(['asked', 'credited']);
    expect(await log(credited.id)).toEqual(['leak.open', 'leak.credit', 'leak.replace']);
    expect(await owed(credited.connectionId)).toBe(0);
  });

  test('its reading corrected after the credit: that takes its place, and the household may ask again', async () => {
    const { id, billId } = await ready();
    await app.call(contract.creditLeak, await credit(id));
    const { number } = await get(id);
    const { version } = await detail(billId);
    const seen = { as: officer, body: { invoiceId: billId, version, registerLitres: 99_000 } };
    const preview = await app.call(corrections.previewAdjustment, seen);
    expect(preview.leakCredits).toEqual([{ number, amountMinor: CREDIT }]);
    const { amountMinor, leakCredits } = await adjust(billId, 99_000);
    expect(leakCredits).toEqual(preview.leakCredits);
    // From the 30.065 m³ that were charged to 49 m³.
    expect(amountMinor).toBeGreaterThan(0);
    expect(await kept(id)).toMatchObject({ state: 'REPLACED' });
    expect(await messages(id)).toEqual(['asked', 'credited', 'replaced']);
    expect(await lastSms(id)).toMatch(
      new RegExp(`the credit of Tk ${CREDIT / 100} for leak ${number} is taken back.*you can ask us again`),
    );
    expect(
      (
        await app.call(corrections.previewAdjustment, {
          ...seen,
          body: { ...seen.body, ...(await again(billId)) },
        })
      ).leakCredits,
    ).toEqual([]);
    expect(await asked(billId)).toBeUndefined();
  });

  test('a correction that waits, or a dispute, is decided first', async () => {
    const { id, billId } = await ready();
    const { version } = await detail(billId);
    const body = { invoiceId: billId, version, reason: 'wrong', freePayment: false };
    const { id: correctionId } = await app.call(corrections.cancelInvoice, { as: officer, body });
    const call = await credit(id);
    expect(await app.codeOf(contract.creditLeak, call)).toBe('leaks.correction_waits');
    await app.call(corrections.decideCorrection, {
      as: approver,
      body: { correctionId, accept: false, remark: 'no' },
    });
    const planned = await ready();
    await execute(app.owner.db, sql`alter table billing.collection_holds disable trigger user`);
    await execute(app.owner.db, sql`delete from billing.collection_holds where cause_id = ${planned.id}`);
    await execute(app.owner.db, sql`alter table billing.collection_holds enable trigger user`);
    const objection = {
      invoiceId: planned.billId,
      reason: 'OTHER' as const,
      words: 'x',
      channel: 'PHONE' as const,
      callerName: 'x',
    };
    await app.call(disputes.disputeForHousehold, { as: cashier, body: objection });
    expect(await app.codeOf(contract.creditLeak, await credit(planned.id))).toBe('leaks.bill_disputed');
  });

  test('a connection whose figures changed since is not credited by them', async () => {
    const { id, connectionId } = await ready();
    const call = await credit(id);
    await execute(
      app.owner.db,
      sql`update meters.connections set sewer_percent = 50 where id = ${connectionId}`,
    );
    const code = await app.codeOf(contract.creditLeak, call);
    expect([undefined, 'billing.bill_not_reproducible']).toContain(code);
    await execute(
      app.owner.db,
      sql`update meters.connections set dwelling_units = 7 where id = ${connectionId}`,
    );
  });

  test('an estimate since it was asked for is no bill of a month that was read', async () => {
    const { id, connectionId } = await ready();
    const call = await credit(id);
    await execute(app.owner.db, sql`alter table meters.readings disable trigger user`);
    await execute(
      app.owner.db,
      sql`update meters.readings set source = 'ESTIMATE' where connection_id = ${connectionId} and period = '2026-10-01'`,
    );
    await execute(app.owner.db, sql`alter table meters.readings enable trigger user`);
    expect(await app.codeOf(contract.creditLeak, call)).toBe('leaks.bill_unfit');
  });

  test('the database calculates the formula again', async () => {
    const { id } = await ready();
    await app.call(contract.creditLeak, await credit(id));
    await execute(app.owner.db, sql`alter table billing.leaks disable trigger user`);
    for (const [column, constraint] of [
      ['base_litres', 'leaks_base_check'],
      ['excess_litres', 'leaks_excess_check'],
      ['forgiven_litres', 'leaks_formula_check'],
      ['back_litres', 'leaks_back_check'],
    ] as const) {
      const more = column === 'back_litres' ? 100_000 : 1;
      await expect(
        execute(
          app.owner.db,
          sql`update billing.leaks set ${sql.ref(column)} = ${sql.ref(column)} + ${more}::int where id = ${id}`,
        ),
      ).rejects.toMatchObject({ constraint });
    }
    await execute(app.owner.db, sql`alter table billing.leaks enable trigger user`);
  });
});
