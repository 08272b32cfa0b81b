/** Plans what each meter shows month by month: seasons, families, leaks, empty houses, registers that roll over. */
import { addDays, addMonths, daysBetween } from '#shared/dates.ts';
import type { Category, Connection } from './customers.ts';
import type { Random } from './random.ts';

export type MeterReading = { readOn: string; registerLitres: number };
/** What the reader brings of one meter in one month; undefined if nobody let them in. */
export type Meter = {
  /** The last reading before the history; undefined if the connection is younger. */
  before: MeterReading | undefined;
  openingLitres: number;
  read(period: string, day: string): MeterReading | undefined;
};

/** Litres a day; for a household, of each dwelling. */
const DAILY: Record<Category, number> = {
  residential: 560,
  commercial: 1300,
  industrial: 14_000,
  institutional: 3600,
  government: 3100,
  community: 5200,
};
/** January to December: the hot months before the rains need most. */
const SEASON = [0.86, 0.9, 1.02, 1.14, 1.17, 1.1, 1.02, 1.0, 0.99, 0.98, 0.94, 0.88];
/** Registers show whole cubic metres. */
const CUBIC_METRE = 1000;
/** Readers walk through the sectors in four weeks: the first on the first day of the month, the last on the 28th. */
const ROUND_DAYS = 27;
const SECTORS = 30;

export function roundDay(period: string, sector: string): string {
  return addDays(period, Math.floor(((Number(sector) - 1) * ROUND_DAYS) / (SECTORS - 1)));
}

type Habit = 'usual' | 'leak' | 'empty' | 'holiday' | 'stuck';
const HABITS: [Habit, number][] = [
  ['usual', 955],
  ['leak', 14],
  ['empty', 14],
  ['holiday', 12],
  ['stuck', 5],
];

/** What the story wants of a meter, in these months. */
export type ToldUse = { habit: Habit; from: number; span: number };

/** @param told in place of the habit that chance gives it */
export function planMeter(
  random: Random,
  connection: Connection,
  months: readonly string[],
  told?: ToldUse,
): Meter {
  const { category, dwellingUnits, registerDigits } = connection;
  const daily = Math.max(60, DAILY[category] * random.around(0.3) * dwellingUnits ** 0.93);
  const chance = random.weighted(HABITS);
  const start = random.int(1, Math.max(1, months.length - 1));
  const length = chance === 'leak' ? random.int(1, 3) : random.int(3, 9);
  const { habit, from, span } = told ?? { habit: chance, from: start, span: length };
  const max = 10 ** registerDigits * CUBIC_METRE;
  const firstMonth = months[0] ?? '';
  const opening = random.chance(0.006) ? max - random.int(20, 400) * CUBIC_METRE : 0;
  const young = connection.connectedOn >= firstMonth;
  const lastBefore = roundDay(addMonths(firstMonth, -1), connection.road.sector);
  let total =
    young || opening > 0 ? opening : (daysBetween(connection.connectedOn, lastBefore) * daily * 0.97) % max;
  let last = young ? connection.connectedOn : lastBefore;
  const shown = () => Math.floor((total % max) / CUBIC_METRE) * CUBIC_METRE;
  return {
    openingLitres: young ? opening : 0,
    before: young ? undefined : { readOn: lastBefore, registerLitres: shown() },
    read: (period, day) => {
      if (connection.connectedOn >= day) return undefined;
      const index = months.indexOf(period);
      const odd = habit !== 'usual' && index >= from && index < from + span;
      const season = SEASON[Number(period.slice(5, 7)) - 1] ?? 1;
      const noise = random.around(0.09);
      total += daysBetween(last, day) * daily * season * noise * (odd ? FACTORS[habit] : 1);
      last = day;
      // Nobody opened the gate: the next reading covers both months.
      return random.chance(0.004) ? undefined : { readOn: day, registerLitres: shown() };
    },
  };
}

const FACTORS: Record<Habit, number> = { usual: 1, leak: 4.6, empty: 0, holiday: 0.25, stuck: 0 };
