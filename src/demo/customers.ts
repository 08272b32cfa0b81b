/** Plans the connections: consumers, plots, pipes, meters. Pure: the same seed gives the same people. */
import { addDays, daysBetween } from '#shared/dates.ts';
import { COMMUNITY, FACTORIES, INSTITUTIONS, OFFICES, SHOPS } from './name-lists.ts';
import { bodyName, nidOf, type PersonName, personName, phoneOf } from './names.ts';
import type { Road } from './places.ts';
import type { Random } from './random.ts';

export type Category =
  | 'residential'
  | 'commercial'
  | 'industrial'
  | 'institutional'
  | 'government'
  | 'community';

export type Consumer = PersonName & { phone: string; nid: string | null; email?: string; address: string };
export type Connection = {
  /** Place in the list of consumers. */
  owner: number;
  road: Road;
  plotNumber: string;
  routeOrder: number;
  category: Category;
  dwellingUnits: number;
  pipeSizeMm: number;
  sewer: boolean;
  connectedOn: string;
  meterNumber: string;
  make: string;
  sealNumber: string;
  registerDigits: number;
};
export type Town = { consumers: Consumer[]; connections: Connection[] };

const SHARES: [Category, number][] = [
  ['residential', 865],
  ['commercial', 82],
  ['institutional', 22],
  ['community', 13],
  ['industrial', 8],
  ['government', 10],
];
/** Households behind a residential connection. */
const DWELLINGS: [number, number][] = [
  [1, 42],
  [2, 20],
  [3, 10],
  [4, 9],
  [6, 8],
  [8, 6],
  [10, 3],
  [14, 2],
];
const MAKES = ['Itron', 'Zenner', 'Kamstrup', 'Ningbo'];
/** Roads without a sewer yet: the newest sectors. */
const FIRST_SECTOR_WITHOUT_SEWER = 25;
const OWNS_ANOTHER = 0.07;

/** The household of the consumer's login. */
export const HOUSEHOLD: PersonName = { name: 'Rahima Begum', nameBn: 'রহিমা বেগম' };
/** Positions of its two connections in the list. */
export const HOUSEHOLD_CONNECTIONS = [3, 4] as const;
const HOUSEHOLD_SECTOR = '7';

/** @param firstDay connections of the beginning were made before it, about one in twelve afterwards up to lastDay */
export function planCustomers(
  random: Random,
  roads: readonly Road[],
  { count, firstDay, lastDay }: { count: number; firstDay: string; lastDay: string },
): Town {
  const town: Town = { consumers: [], connections: [] };
  const people = random.fork('people');
  const plots = new Map<string, number>();
  // Every third sector is twice as full as the others.
  const byFill = roads.map((road) => [road, Number(road.sector) % 3 === 0 ? 2 : 1] as const);
  const ownRoads = byFill.filter(([road]) => road.sector === HOUSEHOLD_SECTOR);
  for (let n = 0; n < count; n += 1) {
    const isHousehold = n === HOUSEHOLD_CONNECTIONS[0] || n === HOUSEHOLD_CONNECTIONS[1];
    const road = random.weighted(isHousehold ? ownRoads : byFill);
    const plot = (plots.get(road.id) ?? 0) + 1;
    plots.set(road.id, plot);
    const plotNumber = String(plot * 2 - (n % 2));
    const category = isHousehold ? 'residential' : random.weighted(SHARES);
    town.connections.push({
      owner: ownerOf(town, { n, category, road, plotNumber, people }),
      road,
      plotNumber,
      routeOrder: plot,
      category,
      ...(isHousehold ? { dwellingUnits: 1, pipeSizeMm: 20 } : buildingOf(random, category)),
      sewer: Number(road.sector) < FIRST_SECTOR_WITHOUT_SEWER && random.chance(0.86),
      connectedOn: connectedOn(random, { isHousehold, firstDay, lastDay }),
      meterNumber: `PWS-${String(100_001 + n)}`,
      make: random.pick(MAKES),
      sealNumber: `S${String(200_001 + n)}`,
      registerDigits: random.chance(0.9) ? 5 : 4,
    });
  }
  return town;
}

type Place = { n: number; category: Category; road: Road; plotNumber: string; people: Random };

/** A new consumer, or now and then one who has a connection already. */
function ownerOf(town: Town, { n, category, road, plotNumber, people }: Place): number {
  const household = HOUSEHOLD_CONNECTIONS[0];
  if (n === HOUSEHOLD_CONNECTIONS[1]) return town.connections[household]?.owner ?? 0;
  const owner = town.connections[people.int(0, Math.max(0, n - 1))];
  const another =
    owner?.category === 'residential' && category !== 'institutional' && category !== 'government';
  if (another && n > 20 && people.chance(OWNS_ANOTHER)) return owner.owner;
  const name = n === household ? HOUSEHOLD : nameFor(category, road, people);
  town.consumers.push({
    ...name,
    phone: phoneOf(n + 1),
    nid: category === 'residential' ? nidOf(people) : null,
    address: `Plot ${plotNumber}, Road ${road.number}, Sector ${road.sector}, Purbachal`,
  });
  return town.consumers.length - 1;
}

function nameFor(category: Category, road: Road, people: Random): PersonName {
  const lists = {
    industrial: FACTORIES,
    institutional: INSTITUTIONS,
    government: OFFICES,
    community: COMMUNITY,
  };
  if (category === 'residential') return personName(people);
  if (category === 'commercial')
    return people.chance(0.4) ? personName(people) : bodyName(people.pick(SHOPS), road.sector);
  return bodyName(people.pick(lists[category]), road.sector);
}

function buildingOf(random: Random, category: Category): { dwellingUnits: number; pipeSizeMm: number } {
  if (category !== 'residential') {
    const large =
      category === 'industrial' ? [50, 80, 100] : category === 'commercial' ? [20, 20, 25, 40] : [25, 40, 50];
    return { dwellingUnits: 1, pipeSizeMm: random.pick(large) };
  }
  const dwellingUnits = random.weighted(DWELLINGS);
  return { dwellingUnits, pipeSizeMm: dwellingUnits <= 4 ? 20 : dwellingUnits <= 8 ? 25 : 40 };
}

const OLDEST_DAYS = 2900;

function connectedOn(
  random: Random,
  { isHousehold, firstDay, lastDay }: { isHousehold: boolean; firstDay: string; lastDay: string },
): string {
  if (isHousehold || !random.chance(0.08)) return addDays(firstDay, -random.int(70, OLDEST_DAYS));
  const days = daysBetween(firstDay, lastDay);
  return addDays(firstDay, random.int(20, Math.max(21, days - 45)));
}
