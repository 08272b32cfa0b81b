/**
 * What a formula of a tariff file comes to as a function of use: a constant and a price for each unit above a
 * bound. Sums and multiples of such curves are such curves again, so that any file of sums, prices and tiers
 * becomes one fixed charge and one row of blocks of our own tariff model.
 */

/** value(use) = constant + Σ rate × max(0, use − from) */
export type Curve = { constant: number; slopes: { from: number; rate: number }[] };

/** A file or class that cannot be billed; the message is the reason, for people. */
export class Refused extends Error {}
/** A price that itself depends on use (price × use × use): the tariff has to be resolved for each use. */
export class NeedsUse extends Error {}

export const constant = (value: number): Curve => ({ constant: value, slopes: [] });
/** The use itself. */
export const use: Curve = { constant: 0, slopes: [{ from: 0, rate: 1 }] };

export function add(a: Curve, b: Curve): Curve {
  return { constant: a.constant + b.constant, slopes: [...a.slopes, ...b.slopes] };
}

export function scale(curve: Curve, factor: number): Curve {
  return {
    constant: curve.constant * factor,
    slopes: curve.slopes.map(({ from, rate }) => ({ from, rate: rate * factor })),
  };
}

export function valueAt(curve: Curve, amount: number): number {
  return curve.slopes.reduce(
    (sum, { from, rate }) => sum + rate * Math.max(0, amount - from),
    curve.constant,
  );
}

/** The plain number of a curve that does not depend on use. */
export function number(curve: Curve, what: string): number {
  if (curve.slopes.length > 0) throw new Refused(`${what} may not depend on use`);
  return curve.constant;
}

/** a × b. If both depend on use, the first is fixed at the customer's use, if that is known. */
export function multiply(a: Curve, b: Curve, customerUse: number | undefined): Curve {
  if (b.slopes.length === 0) return scale(a, b.constant);
  if (a.slopes.length === 0) return scale(b, a.constant);
  if (customerUse === undefined) throw new NeedsUse();
  return scale(b, valueAt(a, customerUse));
}

/**
 * Prices by tier.
 * @param ends last unit of each tier but the last; a tier that ends before the one below it is empty
 * @param prices one price per tier
 */
export function tiers(ends: number[], prices: number[]): Curve {
  const slopes = [{ from: 0, rate: prices[0] ?? 0 }];
  let floor = 0;
  ends.forEach((end, index) => {
    floor = Math.max(floor, end);
    slopes.push({ from: floor, rate: (prices[index + 1] ?? 0) - (prices[index] ?? 0) });
  });
  return { constant: 0, slopes };
}

export type Block = { from: number; to: number | null; rate: number };

/** The curve as half-open blocks from 0 on, without empty ones. */
export function blocks(curve: Curve): Block[] {
  const bounds = [...new Set([0, ...curve.slopes.map(({ from }) => from)])].sort((a, b) => a - b);
  return bounds.map((from, index) => ({
    from,
    to: bounds[index + 1] ?? null,
    rate: curve.slopes.filter((slope) => slope.from <= from).reduce((sum, slope) => sum + slope.rate, 0),
  }));
}

/** Rounds to a whole number, halves to the even one (as R does). */
export function roundHalfEven(value: number): number {
  const low = Math.floor(value);
  const rest = value - low;
  if (rest !== 0.5) return Math.round(value);
  return low % 2 === 0 ? low : low + 1;
}
