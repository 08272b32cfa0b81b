/**
 * Parts of an explanation if the days of a bill are not one whole period, or several tariffs count: each amount as a
 * product of printed figures, so that a reader who calculates it again comes to the same poisha. Fractions stay
 * fractions.
 */
import { addDays } from '#shared/dates.ts';
import type { BillExplanation, Share } from '../tariffs/tariff.rules.ts';

/** The names of a category. */
export type CategoryName = { en: string; bn: string };
/** `category`: the one that counts on these days, if the bill has several. */
export type Segment = BillExplanation[number] & { category?: CategoryName | null };
type SharesOf =
  | 'litres'
  | 'activeDays'
  | 'widthOf'
  | 'fixedOf'
  | 'minimum'
  | 'minimumRate'
  | 'minimumOf'
  | 'sewerOnFixed';
/** A segment that says its shares. */
export type SharedSegment = Segment & { [K in SharesOf]: NonNullable<Segment[K]> };

/** The days of one of several tariffs; null if the bill has one. */
export type Days = { from: string; lastDay: string; category: CategoryName | null } | null;
/** The use of the bill's days and how many of them these are. */
export type Use = { quantity: string; days: number; of: number };
export type SharePart =
  | ({
      say: 'share_block';
      place: 'only' | 'first' | 'middle' | 'last';
      from: string;
      to: string | null;
    } & Product)
  | ({ say: 'share_tier'; from: string; to: string | null } & Product)
  | { say: 'share_flat'; share: Share; rate: string; amountMinor: number }
  | { say: 'share_fixed'; when: Days; share: Share; rate: string; amountMinor: number }
  | { say: 'share_base'; when: Days; share: Share; rate: string; amountMinor: number }
  | {
      say: 'share_floor';
      when: Days;
      share: Share;
      rate: string;
      dueMinor: number;
      /** What is due of it, if nobody lived there on some of the days. */
      owedMinor: number | null;
      waterMinor: number;
      missingMinor: number;
    }
  | {
      /** A charge of which less is owed, because nobody lived there on some of the days by a notice. */
      say: 'share_empty';
      when: Days;
      share: Share;
      rate: string;
      emptyDays: number;
      days: number;
      /** Of 100 × days. */
      owed: number;
      amountMinor: number;
    }
  | { say: 'share_sewer'; when: Days; percent: string; onFixed: boolean; amountMinor: number };
type Product = {
  unitLitres: string;
  share: Share;
  use: Use;
  /** All of the block was used: its quantity is its own width. */
  isFull: boolean;
  rate: string;
  amountMinor: number;
};

export function isShared<S extends Segment>(segment: S): segment is S & SharedSegment {
  return segment.widthOf !== undefined;
}

/** The share of the fixed charge or the minimum that is owed for the days of a segment. */
const owedShare = (segment: Segment, owed: number | undefined): Rational => ({
  n: BigInt(owed ?? 100 * segment.days),
  d: BigInt(100 * segment.days),
});
/** The line of an empty house; none if all is owed. */
const emptyPart = (
  segment: Segment,
  owed: number | undefined,
  of: { when: Days; share: Share; rate: string },
): SharePart[] =>
  owed === undefined || owed === 100 * segment.days
    ? []
    : [
        {
          say: 'share_empty',
          ...of,
          emptyDays: segment.emptyDays ?? 0,
          days: segment.days,
          owed,
          amountMinor: minor(times(times(rational(of.rate), worth(of.share)), owedShare(segment, owed))),
        },
      ];

const daysOf = (segment: Segment, bill: readonly Segment[]): Days =>
  bill.length > 1
    ? { from: segment.from, lastDay: addDays(segment.to, -1), category: segment.category ?? null }
    : null;

export const shareOfUse = (segment: SharedSegment): Use => ({
  quantity: decimalOf(divide(rational(segment.litres), rational(segment.unitLitres))),
  days: segment.days,
  of: segment.activeDays,
});

/** Water by blocks, by one tier, or at one price for the month. */
export function shareWater(segment: SharedSegment): SharePart[] {
  return waterProducts(segment).map(({ part }) => part);
}

export function shareFixed(bill: readonly Segment[]): SharePart[] {
  return bill.filter(isShared).flatMap((segment): SharePart[] => {
    const amount = times(rational(segment.fixedRate), worth(segment.fixedOf));
    if (amount.n === 0n) return [];
    const when = daysOf(segment, bill);
    return [
      {
        say: 'share_fixed',
        when,
        share: segment.fixedOf,
        rate: segment.fixedRate,
        amountMinor: minor(amount),
      },
      ...emptyPart(segment, segment.fixedOwed, { when, share: segment.fixedOf, rate: segment.fixedRate }),
    ];
  });
}

export function shareMinimum(bill: readonly Segment[]): SharePart[] {
  return bill.filter(isShared).flatMap((segment): SharePart[] => {
    const { missing, whole, water } = minimumOf(segment);
    const part = { when: daysOf(segment, bill), share: segment.minimumOf, rate: segment.minimumRate };
    const empty = emptyPart(segment, segment.minimumOwed, part);
    if (missing.n === 0n && (empty.length === 0 || segment.minimum !== 'base' || whole.n === 0n)) return [];
    if (segment.minimum === 'base')
      return [{ say: 'share_base', ...part, amountMinor: minor(whole) }, ...empty];
    const owedMinor = empty.length === 0 ? null : minor(plus(water, missing));
    const amounts = {
      dueMinor: minor(whole),
      owedMinor,
      waterMinor: minor(water),
      missingMinor: minor(missing),
    };
    return [...empty, { say: 'share_floor', ...part, ...amounts }];
  });
}

export function shareSewer(bill: readonly Segment[]): SharePart[] {
  return bill.filter(isShared).map((segment) => {
    const fixed = segment.sewerOnFixed
      ? times(
          times(rational(segment.fixedRate), worth(segment.fixedOf)),
          owedShare(segment, segment.fixedOwed),
        )
      : rational('0');
    const { missing, water } = minimumOf(segment);
    const amount = times(plus(plus(water, missing), fixed), over(rational(segment.sewerPercent), 100n));
    return {
      say: 'share_sewer' as const,
      when: daysOf(segment, bill),
      percent: segment.sewerPercent,
      onFixed: segment.sewerOnFixed,
      amountMinor: minor(amount),
    };
  });
}

/** `whole`: the minimum of the days; less of it is due if nobody lived there. */
function minimumOf(segment: SharedSegment): { whole: Rational; water: Rational; missing: Rational } {
  const water = waterProducts(segment).reduce((sum, { amount }) => plus(sum, amount), rational('0'));
  const whole = times(rational(segment.minimumRate), worth(segment.minimumOf));
  const due = times(whole, owedShare(segment, segment.minimumOwed));
  const short = plus(due, times(water, rational('-1')));
  const missing = {
    none: rational('0'),
    base: due,
    floor: short.n > 0n ? short : rational('0'),
  }[segment.minimum];
  return { whole, water, missing };
}

function waterProducts(segment: SharedSegment): { part: SharePart; amount: Rational }[] {
  const { mode, unitLitres, widthOf } = segment;
  if (mode === 'flat') {
    const rate = segment.flat ?? '0';
    const amount = times(rational(rate), worth(segment.fixedOf));
    return [
      { part: { say: 'share_flat', share: segment.fixedOf, rate, amountMinor: minor(amount) }, amount },
    ];
  }
  const use = shareOfUse(segment);
  const used = over(
    times(divide(rational(segment.litres), rational(unitLitres)), rational(String(use.days))),
    BigInt(use.of),
  );
  const product = { unitLitres, share: widthOf, use };
  const reached = segment.blocks.at(-1);
  if (mode === 'tiers') {
    if (!reached) return [];
    const amount = times(used, rational(reached.rate));
    const part = { ...product, ...reached, isFull: false, amountMinor: minor(amount) };
    return [{ part: { say: 'share_tier', ...part }, amount }];
  }
  const width = worth(widthOf);
  return segment.blocks.flatMap(({ from, to, rate }, index) => {
    const start = times(rational(from), width);
    const end = to === null ? null : times(rational(to), width);
    const isFull = end !== null && !isLess(used, end);
    const quantity = plus(isFull && end ? end : used, times(start, rational('-1')));
    // The block that the use ends in is left out if it contains no use, but a bill has one block at least.
    if (index > 0 && quantity.n <= 0n) return [];
    const amount = times(quantity, rational(rate));
    const place = index === 0 ? (to === null ? 'only' : 'first') : to === null ? 'last' : 'middle';
    const part = { ...product, place, from, to, rate, isFull, amountMinor: minor(amount) } as const;
    return [{ part: { say: 'share_block' as const, ...part }, amount }];
  });
}

/** n / d, d above zero; not reduced: the figures of a bill are small. */
type Rational = { n: bigint; d: bigint };

function rational(decimal: string): Rational {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return { n: BigInt(whole + fraction), d: 10n ** BigInt(fraction.length) };
}
const times = (a: Rational, b: Rational): Rational => ({ n: a.n * b.n, d: a.d * b.d });
const plus = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });
const divide = (a: Rational, b: Rational): Rational => ({ n: a.n * b.d, d: a.d * b.n });
const over = (a: Rational, by: bigint): Rational => ({ n: a.n, d: a.d * by });
const isLess = (a: Rational, b: Rational) => a.n * b.d < b.n * a.d;
const worth = ({ months, flats, days, of }: Share) =>
  over(times(rational(months), rational(String(flats * days))), BigInt(of));
/** Whole poisha, half up; of nothing below zero. */
const minor = ({ n, d }: Rational) => Number((200n * n + d) / (2n * d));
/** To six decimals, without a tail of zeros. */
function decimalOf({ n, d }: Rational): string {
  const millionths = (2_000_000n * n + d) / (2n * d);
  const fraction = String(millionths % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${millionths / 1_000_000n}${fraction ? `.${fraction}` : ''}`;
}
