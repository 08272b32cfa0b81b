/**
 * Empty houses: a shop whose bill is less, a home that used water and one that came home early; and for the days to come one that counts,
 * one without an end, and one that waits for a second person.
 */
import {
  approveEmptyHouse,
  endEmptyHouse,
} from '#domains/billing/empty-houses/actions/decide-empty-house.ts';
import { approveEmptyRules, planEmptyRules } from '#domains/billing/empty-houses/actions/empty-rules.ts';
import { noteEmptyHouse } from '#domains/billing/empty-houses/actions/note-empty-house.ts';
import { type EmptyReason, emptyRules } from '#domains/billing/empty-houses/empty-house.rules.ts';
import { approveTariff, submitTariff } from '#domains/billing/tariffs/actions/move-tariff.ts';
import { createTariff } from '#domains/billing/tariffs/actions/write-tariff.ts';
import { tariffBody } from '#domains/billing/tariffs/contract.ts';
import { getTariff } from '#domains/billing/tariffs/queries.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays, addMonths } from '#shared/dates.ts';
import type { Story } from './story.ts';
import { middleOfBill } from './told-houses.ts';

type Charge = { category: string; effectiveFrom: string; fixedAmount: string; orderNumber: string };

/** A monthly charge beside the water: without one no bill of an empty house becomes less. */
async function chargeMonthly(
  { db, at }: Story,
  day: string,
  { category, effectiveFrom, fixedAmount, orderNumber }: Charge,
): Promise<void> {
  const [admin, engineer] = [at('admin', day, '08:10'), at('engineer', day, '08:25')];
  await transaction(db, async (tx) => {
    const { id } = await one<{ id: string }>(
      tx,
      sql`select id from billing.tariff_versions where category = ${category} and state = 'APPROVED' and effective_from <= ${day}::date
        order by effective_from desc limit 1`,
    );
    const body = tariffBody.parse({
      ...{ ...(await getTariff(tx, admin, id)), name: 'With a monthly charge', effectiveFrom },
      ...{ fixedAmount, orderNumber, source: '', pipeSizes: [] },
    });
    const draft = await createTariff(tx, admin, body);
    const announced = await submitTariff(tx, admin, { ...draft, riseReason: 'Resolution of the board' });
    await approveTariff(tx, engineer, { id: draft.id, version: announced.version });
  });
}

/** Shops pay it from this month on. */
export const chargeShops = (story: Story, period: string): Promise<void> =>
  chargeMonthly(story, addDays(period, -3), {
    ...{ category: 'commercial', effectiveFrom: period, fixedAmount: '100', orderNumber: 'Board 11' },
  });

/** The rules, a shop that is empty and one home that is not, before the bills of this month. */
export async function promiseEmptyHouses(story: Story, period: string): Promise<void> {
  const { db, at, told } = story;
  const day = addDays(period, -9);
  await transaction(db, async (tx) => {
    const value = emptyRules.parse({ on: true, fixedOwedPercent: 50 });
    const plan = { validFrom: day, value, reason: 'Resolution of the board' };
    const { id, version } = await planEmptyRules(tx, at('admin', day, '08:40'), plan);
    await approveEmptyRules(tx, at('engineer', day, '08:58'), { id, version });
  });
  for (const n of told.shop) await say(story, { n, period, words: 'দোকান বন্ধ, ভাড়াটে চলে গেছেন।' });
  for (const n of told.used) await say(story, { n, period, words: 'পরিবার গ্রামের বাড়িতে থাকবে।' });
}

/** Nothing went through the meter since it was read, as they say. */
async function say(
  { db, at, town, connections }: Story,
  { n, period, words }: { n: number; period: string; words: string },
): Promise<void> {
  const day = middleOfBill(period, town.connections[n]?.road.sector ?? '');
  const { number, startLitres } = await one<{ number: string; startLitres: number }>(
    db,
    sql`select c.number, r.register_litres as "startLitres" from meters.connections c join meters.readings r on r.connection_id = c.id and r.living
      where c.id = ${connections[n]?.id ?? ''} order by r.period desc limit 1`,
  );
  const { id } = await transaction(db, (tx) =>
    noteEmptyHouse(tx, at('cashier', day, '11:20'), {
      ...{ connectionNumber: number, fromDay: day, untilDay: addDays(day, 150), words, startLitres },
      reason: 'NO_TENANT',
    }),
  );
  await transaction(db, (tx) =>
    approveEmptyHouse(tx, at('engineer', addDays(day, 1), '09:50'), { id, version: 1 }),
  );
}

/** Noted last week, approved, and over since the day before yesterday: they came home. */
async function comeHome({ db, at, today, told, connections }: Story): Promise<void> {
  for (const n of told.early) {
    const fromDay = addDays(today, -6);
    const { number } = await one<{ number: string }>(
      db,
      sql`select number from meters.connections where id = ${connections[n]?.id ?? ''}`,
    );
    const { id } = await transaction(db, (tx) =>
      noteEmptyHouse(tx, at('cashier', fromDay, '11:35'), {
        ...{ connectionNumber: number, fromDay, untilDay: addDays(today, 90), startLitres: null },
        ...{ reason: 'AWAY', words: 'মেয়ের বাসায় তিন মাস থাকবেন।' },
      }),
    );
    await transaction(db, (tx) =>
      approveEmptyHouse(tx, at('engineer', addDays(today, -5), '09:55'), { id, version: 1 }),
    );
    const answer = 'পরিবার আগেই ফিরে এসেছে।';
    await transaction(db, (tx) =>
      endEmptyHouse(tx, at('cashier', addDays(today, -1), '12:10'), {
        ...{ id, version: 2, untilDay: addDays(today, -2), answer },
      }),
    );
  }
}

/** `until`: so many days from today; null: nobody knows when it ends. */
type Told = { reason: EmptyReason; until: number | null; isApproved: boolean; words: string };

const TOLD: readonly Told[] = [
  { reason: 'AWAY', until: 120, isApproved: true, words: 'পরিবার চার মাস বিদেশে থাকবে, বড় ভাই জানিয়েছেন।' },
  { reason: 'NO_TENANT', until: null, isApproved: true, words: 'ভাড়াটে চলে গেছেন, নতুন কেউ আসেননি।' },
  { reason: 'REPAIRS', until: 60, isApproved: false, words: 'পুরো বাড়ির মেরামত চলছে, কেউ থাকেন না।' },
];

export async function emptyHouses(story: Story): Promise<void> {
  const { db, at, today } = story;
  const nextMonth = addMonths(`${today.slice(0, 7)}-01`, 1);
  await chargeMonthly(story, addDays(today, -2), {
    ...{ category: 'residential', effectiveFrom: nextMonth, fixedAmount: '30', orderNumber: 'Board 12' },
  });
  await comeHome(story);
  for (const [index, { reason, until, isApproved, words }] of TOLD.entries()) {
    const [made] = await all<{ number: string }>(
      db,
      sql`select c.number from meters.connections c
        where c.category = 'residential' and c.status = 'active' and c.metered_on is not null and c.connected_on < ${today}::date - 60
          and not exists (select from identity.users u where u.consumer_id = c.consumer_id)
          and not exists (select from billing.empty_houses k where k.connection_id = c.id)
        order by c.id desc offset ${index * 5} limit 1`,
    );
    if (!made) continue;
    const house = await transaction(db, (tx) =>
      noteEmptyHouse(tx, at('cashier', addDays(today, -1), '11:20'), {
        ...{ connectionNumber: made.number, fromDay: addDays(today, 1), reason, words, startLitres: null },
        untilDay: until === null ? null : addDays(today, until),
      }),
    );
    if (isApproved)
      await transaction(db, (tx) =>
        approveEmptyHouse(tx, at('engineer', today, '09:50'), { id: house.id, version: 1 }),
      );
  }
}
