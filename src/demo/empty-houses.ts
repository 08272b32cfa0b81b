/** Empty houses: one that counts, one without an end, and one that waits for a second person. */
import { approveEmptyHouse } from '#domains/billing/empty-houses/actions/decide-empty-house.ts';
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

/** From next month on homes pay a monthly charge: without one no bill of an empty house becomes less. */
async function chargeMonthly({ db, at, today }: Story, day: string): Promise<void> {
  const [engineer, admin] = [at('engineer', day, '08:10'), at('admin', day, '08:25')];
  await transaction(db, async (tx) => {
    const { id } = await one<{ id: string }>(
      tx,
      sql`select id from billing.tariff_versions where category = 'residential' and state = 'APPROVED' and effective_from <= ${today}::date
        order by effective_from desc limit 1`,
    );
    const inForce = await getTariff(tx, engineer, id);
    const body = tariffBody.parse({
      ...{
        ...inForce,
        name: 'With a monthly charge',
        effectiveFrom: addMonths(`${today.slice(0, 7)}-01`, 1),
      },
      ...{ fixedAmount: '30', orderNumber: 'Board 12', source: '', pipeSizes: [] },
    });
    const draft = await createTariff(tx, engineer, body);
    const announced = await submitTariff(tx, engineer, { ...draft, riseReason: 'Resolution of the board' });
    await approveTariff(tx, admin, { id: draft.id, version: announced.version });
  });
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
  const day = addDays(today, -2);
  await chargeMonthly(story, day);
  await transaction(db, async (tx) => {
    const value = emptyRules.parse({ on: true, fixedOwedPercent: 50 });
    const plan = { validFrom: day, value, reason: 'Resolution of the board' };
    const { id, version } = await planEmptyRules(tx, at('reviewer', day, '08:40'), plan);
    await approveEmptyRules(tx, at('engineer', day, '08:58'), { id, version });
  });
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
