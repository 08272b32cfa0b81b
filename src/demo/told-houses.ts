/** Households of which the town tells what was billed to them: how much water they use is planned before the first reading. */
import { addDays, addMonths } from '#shared/dates.ts';
import { type Category, HOUSEHOLD_CONNECTIONS, type Town } from './customers.ts';
import { roundDay, type ToldUse } from './water-use.ts';

/**
 * shop: empty, and says so. used: says that it is empty, and uses water. early: empty for some days. shopkeeper: a home that becomes a
 * shop in the middle of a bill. leak: a month of far more water than the others.
 */
type What = 'shop' | 'used' | 'early' | 'shopkeeper' | 'leak';
/** Places in the list of connections. */
export type ToldHouses = Record<What, number[]>;

const WANTED: readonly { what: What; category: Category; count: number }[] = [
  { what: 'shop', category: 'commercial', count: 1 },
  { what: 'used', category: 'residential', count: 1 },
  { what: 'early', category: 'residential', count: 1 },
  { what: 'shopkeeper', category: 'residential', count: 1 },
  // Some of them do not pay their bills, and are left alone.
  { what: 'leak', category: 'residential', count: 8 },
];

/** Neither the sector of the household nor those that are read late. */
const SECTORS = { first: 8, last: 24 };

/** Of the second half of the list: what is asked of the first and of the last connections by other parts of the town, is not asked of these. */
export function pickHouses({ connections }: Town, firstDay: string): ToldHouses {
  const told: ToldHouses = { shop: [], used: [], early: [], shopkeeper: [], leak: [] };
  for (let n = Math.floor(connections.length / 2); n < connections.length; n += 1) {
    const connection = connections[n];
    const sector = Number(connection?.road.sector);
    if (!connection || sector < SECTORS.first || sector > SECTORS.last) continue;
    if (connection.connectedOn >= addMonths(firstDay, -2)) continue;
    const wanted = WANTED.find(
      ({ what, category, count }) => category === connection.category && told[what].length < count,
    );
    if (wanted) told[wanted.what].push(n);
  }
  return told;
}

/** The month of the last bills but the newest ones. Its readings are all approved. */
export const toldMonth = (months: readonly string[]): string => months.at(-2) ?? '';

/** How this connection uses water, if something is told of it. */
export function usesOf(
  { shop, leak, used, early, shopkeeper }: ToldHouses,
  n: number,
  months: number,
): ToldUse | undefined {
  const from = months - 2;
  if (shop.includes(n)) return { habit: 'empty', from, span: 2 };
  if (leak.includes(n) || n === HOUSEHOLD_CONNECTIONS[1]) return { habit: 'leak', from, span: 1 };
  if ([...used, ...early, ...shopkeeper].includes(n)) return { habit: 'usual', from, span: 0 };
  return undefined;
}

const DAYS_BEFORE_READING = 12;
/** A day of a month's bill: the reading of the month before it is earlier, and that of the month is later. */
export const middleOfBill = (period: string, sector: string): string =>
  addDays(roundDay(period, sector), -DAYS_BEFORE_READING);
