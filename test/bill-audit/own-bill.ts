/**
 * A bill calculated again from what it rests on: litres, days and the tariff versions of these days. Written from the
 * specification of the tariffs (src/domains/billing/tariffs/README.md), in fractions: nothing is rounded before a line is.
 */
import {
  decimal,
  type Fraction,
  fraction,
  isBelow,
  minus,
  NOTHING,
  nearest,
  over,
  plus,
  times,
  total,
} from './fraction.ts';

/** As the tables have it; decimals as text. */
export type Version = {
  id: string;
  category: string;
  from: string;
  mode: 'blocks' | 'tiers' | 'flat';
  unitLitres: string;
  flat: string;
  fixed: string;
  minimumMode: 'none' | 'floor' | 'base';
  minimumPer: 'bill' | 'day';
  minimum: string;
  minimumWhenUnused: boolean;
  sewerPercent: string;
  sewerOnFixed: boolean;
  vatWater: string;
  vatFixed: string;
  vatMinimum: string;
  vatSewer: string;
  roundOffTo: string | null;
  prorateFixed: boolean;
  prorateMinimum: boolean;
  prorateBlocks: boolean;
  perDwellingFixed: boolean;
  perDwellingMinimum: boolean;
  perDwellingBlocks: boolean;
  blocks: { from: string; to: string | null; rate: string }[];
  pipeSizes: { size: number; flat: string; fixed: string; minimum: string }[];
};

export type Facts = {
  litres: bigint;
  /** Days of the bill, the last one not counted; months that they are. */
  from: string;
  to: string;
  months: number;
  dwellings: number;
  pipeSize: number;
  /** The connection's own share; null: the tariff's. */
  sewerPercent: string | null;
  connectedOn: string;
  disconnectedOn: string | null;
};

export type OwnBill = { lines: Map<string, bigint>; total: bigint; lastVersion: string; days: number };

const DAY_MS = 86_400_000;
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** @param versions approved ones of the connection's category, in the order of their first days */
export function ownBill(facts: Facts, versions: readonly Version[]): OwnBill {
  const from = Math.max(dayNumber(facts.from), dayNumber(facts.connectedOn));
  const to = Math.min(dayNumber(facts.to), facts.disconnectedOn ? dayNumber(facts.disconnectedOn) : Infinity);
  const period = { all: dayNumber(facts.to) - dayNumber(facts.from), active: to - from };
  const parts = versions.flatMap((version, index) => {
    const next = versions[index + 1];
    const begins = Math.max(from, dayNumber(version.from));
    const ends = Math.min(to, next ? dayNumber(next.from) : Infinity);
    return ends > begins ? [{ version, days: ends - begins }] : [];
  });
  if (parts.reduce((days, part) => days + part.days, 0) !== period.active)
    throw new Error('days without a tariff');
  const last = parts.at(-1)?.version;
  if (!last) throw new Error('no day is billed');
  const charges = parts.map(({ version, days }) => chargesOf(facts, version, { ...period, days }));
  const sum = (kind: keyof Charges) => total(charges.map((charge) => charge[kind]));
  return { ...finish(charges, sum, last), lastVersion: last.id, days: period.active };
}

type Days = { all: number; active: number; days: number };
type Charges = Record<'water' | 'fixed' | 'topUp' | 'base' | 'sewer', Fraction>;

/** In Taka, for the days of one version. */
function chargesOf(facts: Facts, version: Version, { all, active, days }: Days): Charges {
  const share = (prorated: boolean, perDwelling: boolean) =>
    fraction(facts.months * days * (perDwelling ? facts.dwellings : 1), prorated ? all : active);
  const size = version.pipeSizes.find((own) => own.size === facts.pipeSize) ?? version;
  const months = share(version.prorateFixed, version.perDwellingFixed);
  const use = over(fraction(facts.litres * BigInt(days), active), decimal(version.unitLitres));
  const width = share(version.prorateBlocks, version.perDwellingBlocks);
  const water = version.mode === 'flat' ? times(decimal(size.flat), months) : waterOf(version, use, width);
  const due = times(
    decimal(size.minimum),
    version.minimumPer === 'day'
      ? fraction(days * (version.perDwellingMinimum ? facts.dwellings : 1))
      : share(version.prorateMinimum, version.perDwellingMinimum),
  );
  const isFree = facts.litres === 0n && !version.minimumWhenUnused;
  const topUp =
    version.minimumMode === 'floor' && !isFree && isBelow(water, due) ? minus(due, water) : NOTHING;
  const base = version.minimumMode === 'base' && !isFree ? due : NOTHING;
  const fixed = times(decimal(size.fixed), months);
  const sewered = total([water, topUp, base, ...(version.sewerOnFixed ? [fixed] : [])]);
  const percent = over(decimal(facts.sewerPercent ?? version.sewerPercent), fraction(100));
  return { water, fixed, topUp, base, sewer: times(sewered, percent) };
}

/** Each part of the use at its block's rate, or all of it at that of the tier which it reaches. */
function waterOf({ mode, blocks }: Version, use: Fraction, width: Fraction): Fraction {
  const bounds = blocks.map(({ from, to, rate }) => ({
    from: times(decimal(from), width),
    to: to === null ? null : times(decimal(to), width),
    rate: decimal(rate),
  }));
  if (mode === 'tiers') {
    const reached = bounds.findLast(({ from }) => !isBelow(use, from));
    return times(use, reached?.rate ?? NOTHING);
  }
  return total(
    bounds.map(({ from, to, rate }) => {
      const end = to && isBelow(to, use) ? to : use;
      return isBelow(end, from) ? NOTHING : times(minus(end, from), rate);
    }),
  );
}

const HUNDRED = fraction(100);
const poisha = (taka: Fraction) => nearest(times(taka, HUNDRED));
const percentOf = (amount: bigint, percent: string) =>
  nearest(over(times(fraction(amount), decimal(percent)), HUNDRED));

/** Lines in poisha, VAT and rounding by the version of the last day. */
function finish(
  charges: readonly Charges[],
  sum: (kind: keyof Charges) => Fraction,
  last: Version,
): Pick<OwnBill, 'lines' | 'total'> {
  const water = poisha(sum('water'));
  const fixed = poisha(sum('fixed'));
  // What is missing to the rounded minimum.
  const minimum =
    poisha(total(charges.map((charge) => plus(charge.water, charge.topUp)))) - water + poisha(sum('base'));
  const sewer = poisha(sum('sewer'));
  const vatWater = percentOf(water, last.vatWater);
  const isSame = Number(last.vatMinimum) === Number(last.vatWater);
  const vatMinimum = isSame
    ? percentOf(water + minimum, last.vatWater) - vatWater
    : percentOf(minimum, last.vatMinimum);
  const lines = new Map<string, bigint>([
    ['water', water],
    ['fixed', fixed],
    ['minimum', minimum],
    ['sewer', sewer],
    ['vat_water', vatWater],
    ['vat_fixed', percentOf(fixed, last.vatFixed)],
    ['vat_minimum', vatMinimum],
    ['vat_sewer', percentOf(sewer, last.vatSewer)],
  ]);
  const exact = [...lines.values()].reduce((all, amount) => all + amount, 0n);
  const step = last.roundOffTo === null ? null : times(decimal(last.roundOffTo), HUNDRED);
  const payable = step ? nearest(times(fraction(nearest(over(fraction(exact), step))), step)) : exact;
  lines.set('round_off', payable - exact);
  // A line of nothing is not on a bill, but the water line always is.
  for (const [kind, amount] of lines) if (amount === 0n && kind !== 'water') lines.delete(kind);
  return { lines, total: payable };
}
