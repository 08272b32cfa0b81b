/** Every bill compared with its own calculation from registers, days and prices. Gives what differs, one sentence each. */
import type { Db } from '#platform/database/db.ts';
import { dayNumber, type OwnBill, ownBill, type Version } from './own-bill.ts';
import { type Reading, type Use, usesOf } from './registers.ts';
import {
  type Bill,
  type Connection,
  readBills,
  readConnections,
  readReadings,
  readSeats,
  readVersions,
} from './sources.ts';

/** What a bill is made of, so that a test can show that it meets all of it. */
export type Seen = { bill: Bill; connection: Connection; own: OwnBill; use: Use; versions: number };

/** @param isAudited leaves bills out */
export async function auditBills(
  db: Db,
  isAudited: (bill: Bill) => boolean = () => true,
): Promise<{ seen: Seen[]; differences: string[] }> {
  const [seats, readings, connections, versions, bills] = await Promise.all([
    readSeats(db),
    readReadings(db),
    readConnections(db),
    readVersions(db),
    readBills(db),
  ]);
  const uses = usesOf(seats, readings);
  const readingOf = new Map(readings.map((reading) => [reading.id, reading]));
  const connectionOf = new Map(connections.map((connection) => [connection.id, connection]));
  const versionsOf = Map.groupBy(versions, ({ category }) => category);
  const seen: Seen[] = [];
  const differences: string[] = [];
  for (const bill of bills.filter(isAudited)) {
    const connection = connectionOf.get(bill.connection);
    const reading = readingOf.get(bill.reading ?? '');
    const use = uses.get(bill.reading ?? '');
    if (!connection || !reading || !use) {
      differences.push(`bill ${bill.number} has no reading that counts`);
      continue;
    }
    const own = versionsOf.get(connection.category) ?? [];
    const audited = auditBill(bill, { connection, reading, use, versions: own });
    seen.push({ bill, connection, use, own: audited.own, versions: audited.versions });
    differences.push(...audited.differences.map((text) => `bill ${bill.number}: ${text}`));
  }
  return { seen, differences };
}

type Sources = { connection: Connection; reading: Reading; use: Use; versions: readonly Version[] };

function auditBill(bill: Bill, { connection, reading, use, versions }: Sources) {
  const days = daysOf(connection, reading, use);
  const own = ownBill({ ...connection, ...days, litres: BigInt(use.litres) }, versions);
  const found: [what: string, bill: unknown, own: unknown][] = [
    ['litres', bill.litres, use.litres],
    ['first day', bill.from, days.from],
    ['last day', bill.to, days.to],
    ['months', bill.months, days.months],
    ['tariff', bill.version, own.lastVersion],
    ['lines', text(bill.lines), text(Object.fromEntries(own.lines))],
    ['total', String(bill.totalMinor), String(own.total)],
    ['accounts', text(bill.entries ?? {}), text(accountsOf(own))],
  ];
  const differences = found
    .filter(([, onBill, calculated]) => onBill !== calculated)
    .map(([what, onBill, calculated]) => `${what} ${onBill}, calculated ${calculated}`);
  const touched = versions.filter(({ from }) => from > days.from && from < days.to).length + 1;
  return { own, differences, versions: touched };
}

/** Days and months of a bill: from the reading before to its own; a first and a last one are widened to whole months. */
function daysOf(connection: Connection, reading: Reading, use: Use) {
  const { connectedOn, disconnectedOn } = connection;
  const days = dayNumber(reading.readOn) - dayNumber(use.beforeOn);
  const months =
    use.beforePeriod === null
      ? Math.max(1, Math.round(days / 30.4375))
      : monthNumber(reading.period) - monthNumber(use.beforePeriod);
  const back = monthsLater(reading.readOn, -months);
  const ahead = monthsLater(use.beforeOn, months);
  const isFirst = use.beforeOn <= connectedOn;
  const isLast = disconnectedOn !== null && disconnectedOn <= reading.readOn;
  return {
    months,
    from: isFirst && back < use.beforeOn ? back : use.beforeOn,
    to: isLast && ahead > reading.readOn ? ahead : reading.readOn,
  };
}

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** The same day of another month, or that month's last one. */
function monthsLater(day: string, months: number): string {
  const target = monthNumber(day) - 1 + months;
  const [year, month] = [Math.floor(target / 12), target % 12];
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const at = Math.min(Number(day.slice(8)), length);
  return new Date(Date.UTC(year, month, at)).toISOString().slice(0, 10);
}

/** The chart of accounts, written here again: what the connection owes against what each kind of line earns. */
const ACCOUNT_OF: Record<string, string> = {
  ...{ water: '4000', fixed: '4010', minimum: '4010', sewer: '4020', round_off: '4900' },
  ...{ vat_water: '2100', vat_fixed: '2100', vat_minimum: '2100', vat_sewer: '2100' },
};

function accountsOf({ lines, total }: OwnBill): Record<string, bigint> {
  const accounts = new Map<string, bigint>([['1100', total]]);
  for (const [kind, amount] of lines) {
    const account = ACCOUNT_OF[kind] ?? 'none';
    accounts.set(account, (accounts.get(account) ?? 0n) - amount);
  }
  // Nothing is posted of a bill of nothing.
  return total === 0n ? {} : Object.fromEntries([...accounts].filter(([, amount]) => amount !== 0n));
}

const text = (amounts: Record<string, number | bigint>): string =>
  Object.entries(amounts)
    .map(([key, amount]) => `${key} ${amount}`)
    .sort()
    .join(', ');
