/** Categories by date: a bill over two of them, a building under construction that ends soon, one for longer, and a change that waits for a second person. */
import { approveCategory } from '#domains/billing/categories/actions/decide-category.ts';
import { proposeCategory } from '#domains/billing/categories/actions/propose-category.ts';
import { workCategories } from '#domains/billing/categories/actions/turn-categories.ts';
import { all, one, sql, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import type { Story } from './story.ts';
import { middleOfBill } from './told-houses.ts';

/** `until`: so many days from today; null: it has no end. */
type Told = { of: string; category: string; until: number | null; isApproved: boolean; words: string };

const TOLD: readonly Told[] = [
  {
    ...{ of: 'commercial', category: 'commercial', until: 20, isApproved: true },
    words: 'ছয়তলা বাড়ির কাজ চলছে, নিচতলার ছাদ ঢালাই হয়েছে।',
  },
  {
    ...{ of: 'commercial', category: 'commercial', until: 200, isApproved: true },
    words: 'বাড়ির ভিত্তির কাজ শুরু হয়েছে।',
  },
  {
    ...{ of: 'residential', category: 'commercial', until: null, isApproved: false },
    words: 'নিচতলায় দোকান খোলা হয়েছে।',
  },
];

export async function dateCategories(story: Story): Promise<void> {
  const { db, clock, at, today } = story;
  for (const [index, { of, category, until, isApproved, words }] of TOLD.entries()) {
    const [made] = await all<{ number: string }>(
      db,
      sql`select c.number from meters.connections c
        where c.category = ${of} and c.status = 'active' and c.metered_on is not null and c.connected_on < ${today}::date - 60
          and not exists (select from identity.users u where u.consumer_id = c.consumer_id)
          and not exists (select from meters.connections f where f.follows_id = c.id) and c.follows_id is null
          and not exists (select from billing.category_changes k where k.connection_id = c.id)
        order by c.id offset ${index * 7} limit 1`,
    );
    if (!made) continue;
    const change = await transaction(db, (tx) =>
      proposeCategory(tx, at('reviewer', addDays(today, -1), '15:10'), {
        ...{ connectionNumber: made.number, category, words, fromDay: addDays(today, 1) },
        untilDay: until === null ? null : addDays(today, until),
        nextCategory: until === null ? null : 'residential',
        reason: until === null ? 'USE_CHANGED' : 'UNDER_CONSTRUCTION',
      }),
    );
    if (isApproved)
      await transaction(db, (tx) =>
        approveCategory(tx, at('engineer', today, '09:40'), { id: change.id, version: 1 }),
      );
  }
  await workCategories(db, clock);
}

/** A home becomes a shop in the middle of this month's bill, which then has both categories. */
export async function openShop({ db, at, told, town, connections }: Story, period: string): Promise<void> {
  for (const n of told.shopkeeper) {
    const day = middleOfBill(period, town.connections[n]?.road.sector ?? '');
    const { number } = await one<{ number: string }>(
      db,
      sql`select number from meters.connections where id = ${connections[n]?.id ?? ''}`,
    );
    const { id } = await transaction(db, (tx) =>
      proposeCategory(tx, at('reviewer', addDays(day, -1), '15:20'), {
        ...{ connectionNumber: number, category: 'commercial', words: 'নিচতলায় মুদি দোকান চালু হয়েছে।' },
        ...{ fromDay: day, untilDay: null, nextCategory: null, reason: 'USE_CHANGED' },
      }),
    );
    await transaction(db, (tx) => approveCategory(tx, at('engineer', day, '09:45'), { id, version: 1 }));
  }
}
