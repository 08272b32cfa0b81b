/** The households of a simulated year: how much water they use, when they pay, and how they are made. */
import { randomOf } from '#app/demo/random.ts';
import { approvedTariff } from '#domains/billing/tariffs/factory.ts';
import { createConsumer } from '#domains/consumers/actions/register-consumer.ts';
import { makeConnection } from '#domains/meters/factory.ts';
import { makeRoad, makeSector } from '#domains/settings/factory.ts';
import { type Actor, systemActor } from '#platform/actor.ts';
import { execute, sql, type Tx, transaction } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { type TestApp, testApp } from '#test/app.ts';

export const YEAR = 2026;
export const FIRST_DAY = `${YEAR}-01-01`;
export const LAST_DAY = `${YEAR}-12-31`;

/** Who acts: the database knows who did the first part of something that wants two persons. */
const PEOPLE = ['reader', 'reviewer', 'planner', 'approver', 'cashier', 'second'] as const;
export type Who = (typeof PEOPLE)[number];

export const idOf = (who: Who): string => `00000000-0000-7000-8000-0000000000c${PEOPLE.indexOf(who)}`;

/** Prompt: within the days to pay; late: after them; sometimes: a part; seldom: all at once, months later; never. */
const HABITS = [
  ['prompt', 70],
  ['late', 12],
  ['part', 8],
  ['seldom', 6],
  ['never', 4],
] as const;
export type Habit = (typeof HABITS)[number][0];

export type Household = {
  consumerId: string;
  connectionId: string;
  meterId: string;
  habit: Habit;
  /** Litres a day. */
  usual: number;
  /** Litres that ever went through the meter; the register shows them until it begins again at `wrapsAt`. */
  register: number;
  wrapsAt: number;
};

export type Town = {
  app: TestApp;
  random: ReturnType<typeof randomOf>;
  households: Household[];
  day: string;
  act: <T>(who: Who, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
};

const instant = (day: string) => new Date(`${day}T06:00:00Z`);

/** Blocks, a fixed charge, VAT, half of the water for the sewer; a tenth of what is late, then two percent a month. */
const LATE = {
  ...{ onceMode: 'percent', oncePercent: '10', onceBasis: 'unpaid', onceAfterDays: 0 },
  ...{ monthlyMode: 'simple', monthlyPercent: '2', monthlyAfterDays: 30, rounding: 'poisha' },
};

export async function settle(seed: number, count: number): Promise<Town> {
  const app = await testApp({ now: `${addDays(FIRST_DAY, -1)}T06:00:00Z` });
  const random = randomOf(`year ${seed}`);
  await approvedTariff(app.db, {
    ...{ category: 'residential', effectiveFrom: '2025-01-01', fixedAmount: '31.5', vatWaterPercent: '15' },
    ...{ sewerPercent: '50', minimumMode: 'floor', minimumAmount: '55.55' },
    blocks: [
      { from: '0', to: '20', rate: '10.005' },
      { from: '20', to: null, rate: '44.445' },
    ],
  });
  await execute(
    app.owner.db,
    sql`insert into settings.dated_entries (key, valid_from, value, state, two_persons, reason, planned_by_name, planned_at, approved_at)
      values ('surcharges', '2025-01-01', ${JSON.stringify(LATE)}::jsonb, 'APPROVED', false, 'x', 'x', now(), now())`,
  );
  const town: Town = {
    ...{ app, random, households: [], day: addDays(FIRST_DAY, -1) },
    act: (who, work) =>
      transaction(app.db, (tx) =>
        work(tx, {
          ...systemActor(instant(town.day), town.day),
          userId: idOf(who),
        }),
      ),
  };
  await town.act('planner', async (tx, actor) => {
    const { id: sectorId } = await makeSector(tx, actor);
    const { id: roadId } = await makeRoad(tx, actor, { sectorId });
    for (let n = 0; n < count; n += 1) {
      const phone = `+88017${String(10_000_000 + n)}`;
      const consumer = await createConsumer(tx, actor, { name: `Household ${n}`, phone });
      const opening = random.int(0, 900) * 1_000;
      const made = await makeConnection(tx, actor, {
        ...{ consumerId: consumer.id, roadId, connectedOn: '2025-12-31', openingLitres: opening },
        ...{ registerDigits: n % 50 === 0 ? 3 : 5, meterNumber: `Y${100_000 + n}` },
      });
      const wrapsAt = n % 50 === 0 ? 1_000_000 : 100_000_000;
      town.households.push({
        ...{ consumerId: consumer.id, connectionId: made.id, meterId: made.meterId },
        ...{ habit: random.weighted(HABITS), usual: random.int(120, 1_400), register: opening },
        wrapsAt,
      });
    }
  });
  return town;
}

/** Sets the clock of the program to noon of the day. */
export function goTo(town: Town, day: string): void {
  town.day = day;
  town.app.clock.set(`${day}T06:00:00Z`);
}
