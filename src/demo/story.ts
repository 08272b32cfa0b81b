/** What the parts of the town know of each other while it is made. */
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/database/db.ts';
import type { Town } from './customers.ts';
import type { Ground } from './places.ts';
import type { Random } from './random.ts';
import type { At } from './staff.ts';
import type { ToldHouses } from './told-houses.ts';

export type Story = {
  db: Db;
  clock: Clock;
  random: Random;
  at: At;
  /** Business day of the clock. */
  today: string;
  /** Address that links in messages begin with. */
  publicUrl: string;
  /** First days of the months that are told, the oldest first. */
  months: string[];
  ground: Ground;
  town: Town;
  told: ToldHouses;
  consumerIds: string[];
  /** In the order of town.connections. */
  connections: { id: string; meterId: string }[];
};

/** The sector whose readings of the last month came late: its bill run waits for approval. */
export const LATE_SECTOR = '30';
/** The sector whose readings of the last month nobody has approved yet. */
export const UNREVIEWED_SECTOR = '29';

/** A day, or today if it has not come yet. */
export function notAfter(today: string, day: string): string {
  if (day > today) return today;
  return day;
}
