/** Plans who pays when: most before the due day, some late, some every few months, some not at all, a few ahead. */
import { addDays } from '#shared/dates.ts';
import type { Random } from './random.ts';

export type Payer = {
  /** Days on which money is meant to come for a bill that was issued, with how much of what is owed then. */
  answerTo(bill: Bill): Intention | undefined;
};
export type Bill = { month: number; issuedOn: string; dueOn: string; totalMinor: number };
export type Intention = {
  day: string;
  /** all: what is owed on that day; half: half of it; ahead: so many bills at once. */
  pays: 'all' | 'half' | { bills: number };
};

type Habit = 'prompt' | 'late' | 'seldom' | 'stops' | 'ahead';
const HABITS: [Habit, number][] = [
  ['prompt', 880],
  ['late', 62],
  ['seldom', 22],
  ['stops', 18],
  ['ahead', 18],
];
const MONTHS_AHEAD = 6;

/** @param forget given for somebody who pays every bill at once but that of this month */
export function planPayer(random: Random, months: number, forget?: number): Payer {
  const habit = forget === undefined ? random.weighted(HABITS) : 'prompt';
  const every = random.int(3, 6);
  const stopsAt = random.int(0, Math.max(1, months - 3));
  const offset = random.int(0, MONTHS_AHEAD - 1);
  return {
    answerTo: ({ month, issuedOn, dueOn }) => {
      if (month === forget) return undefined;
      if (forget !== undefined || (habit === 'prompt' && random.chance(0.985)))
        return { day: addDays(issuedOn, random.int(1, 20)), pays: 'all' };
      if (habit === 'ahead') {
        if (month % MONTHS_AHEAD !== offset) return undefined;
        return { day: addDays(issuedOn, random.int(1, 15)), pays: { bills: MONTHS_AHEAD } };
      }
      if (habit === 'late') {
        return { day: addDays(dueOn, random.int(2, 50)), pays: random.chance(0.12) ? 'half' : 'all' };
      }
      if (habit === 'seldom' && month % every === 0)
        return { day: addDays(issuedOn, random.int(3, 30)), pays: 'all' };
      if (habit === 'stops' && month < stopsAt)
        return { day: addDays(issuedOn, random.int(2, 20)), pays: 'all' };
      return undefined;
    },
  };
}

export type Method = 'CASH' | 'POS' | 'GATEWAY';
const METHODS: [Method, number][] = [
  ['CASH', 46],
  ['POS', 16],
  ['GATEWAY', 38],
];

export const methodOf = (random: Random): Method => random.weighted(METHODS);

const FRIDAY = 5;
const SATURDAY = 6;

/** The counter is closed on Friday and Saturday; the bank is not. */
export function openDay(day: string, method: Method): string {
  if (method === 'GATEWAY') return day;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === FRIDAY ? addDays(day, 2) : weekday === SATURDAY ? addDays(day, 1) : day;
}
