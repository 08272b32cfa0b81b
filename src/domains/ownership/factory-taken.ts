/** A house with a bill of ৳662.50, of which the earlier owner has paid a part; the rest was taken over in writing. */
import { expect } from 'vitest';
import { makePayment, reversePayment } from '#domains/payments/contract.ts';
import { BILL, correctingOffice } from '#domains/payments/factory-corrections.ts';
import { getPayable, myPayables } from '#domains/payments/payables/contract.ts';
import { statement } from '#domains/statements/contract.ts';
import { one, sql } from '#platform/database/db.ts';
import type { Person } from '#test/app.ts';
import { makeOffice } from './factory-calls.ts';

/** 10 m³ instead of 25 are billed: ৳402.50 less. */
export const LESS = 35_000;
export const CREDIT = 40_250;
/** 20 m³ instead of 25 are billed. */
export const HALF = 45_000;
export const BILL_OF_HALF = 49_000;
/** 10 m³ more are billed by a supplementary bill. */
export const MORE = 60_000;
export const SUPPLEMENT = 34_500;

export async function takenOffice() {
  const correcting = await correctingOffice();
  const { app, officer, cashier, billed, pay } = correcting;
  const office = await makeOffice(app);

  /** By somebody else each time: one person corrects a limited sum a day alone. */
  const adjust = async (billId: string, registerLitres: number) =>
    correcting.adjust(billId, registerLitres, await app.staff('admin'));

  /**
   * @param creditedBefore the bill is corrected to 10 m³ before it is taken over
   * @param withSupplement it has a supplementary bill, which is taken over with it
   */
  async function sold(paidBefore = 0, creditedBefore = 0, withSupplement = false) {
    const [before, after] = [await app.consumer('Rahima'), await app.consumer('Karim')];
    const made = await billed(undefined, String(before.consumerId));
    const first = paidBefore > 0 ? (await pay(made.id, paidBefore)).id : '';
    if (creditedBefore > 0) await adjust(String(made.bills[0]?.id), LESS);
    if (withSupplement) await adjust(String(made.bills[0]?.id), MORE);
    const { phone } = await one<{ phone: string }>(
      app.db,
      sql`select phone from consumers.consumers where id = ${after.consumerId}`,
    );
    const takenMinor = BILL + (withSupplement ? SUPPLEMENT : 0) - paidBefore - creditedBefore;
    await office.request({
      ...{ connection: made, phone, upTo: 'COMPLETED', liabilityMinor: takenMinor, registerLitres: 62_000 },
    });
    const successor = await one<{ id: string; number: string }>(
      app.db,
      sql`select id, number from meters.connections where follows_id = ${made.id}`,
    );
    const payTaken = (amountMinor = takenMinor) =>
      app.call(makePayment, {
        as: cashier,
        body: { connectionId: made.id, amountMinor, tender: { method: 'CASH' }, takenOver: true },
      });
    return {
      ...{ before, after, id: made.id, billId: String(made.bills[0]?.id), successor, payTaken, phone },
      /** The payment from before the change is taken back. */
      reverseFirst: () => reverse(first),
    };
  }

  const reverse = (paymentId: string) =>
    app.call(reversePayment, { as: officer, body: { paymentId, reason: 'the cheque bounced' } });

  const toldTo = async (phone: string, event = 'billing.credit-moved') =>
    (
      await one<{ body: string }>(
        app.owner.db,
        sql`select coalesce(string_agg(body, ' | '), '') as body from platform.outbox
          where recipient = ${phone} and channel = 'sms' and event like ${`${event}:%`}`,
      )
    ).body;

  type Sold = Awaited<ReturnType<typeof sold>>;
  const due = async (as: Person, id: string) =>
    (await app.call(myPayables, { as })).items.find((item) => item.id === id)?.dueMinor ?? 0;
  const closing = async (as: Person) => (await app.call(statement, { as, query: {} })).sums.closingMinor;
  /** What the earlier owner and who took the bill over are asked for; the counter, the books and the statements of both say the same. */
  async function asked({ before, after, id, successor }: Sold) {
    const both = [await due(before, id), await due(after, id)];
    const counter = await app.call(getPayable, { as: cashier, query: { connectionId: id } });
    expect([counter.dueMinor, counter.takenOverMinor]).toEqual(both);
    expect(await correcting.owed(id)).toBe(Number(both[0]) + Number(both[1]));
    expect([await closing(before), await closing(after)]).toEqual([
      Number(both[0]) + (await correcting.advance(id)),
      Number(both[1]) + (await correcting.advance(successor.id)),
    ]);
    return both;
  }
  const advances = async ({ id, successor }: Sold) => [
    await correcting.advance(id),
    await correcting.advance(successor.id),
  ];

  return { ...correcting, adjust, office, sold, reverse, toldTo, asked, advances };
}
