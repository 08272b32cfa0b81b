/** Exact fractions for the audit of bills. This file imports nothing: none of the program's own arithmetic is in it. */
export type Fraction = { readonly top: bigint; readonly bottom: bigint };

export const fraction = (top: bigint | number, bottom: bigint | number = 1n): Fraction => ({
  top: BigInt(top),
  bottom: BigInt(bottom),
});

export const NOTHING = fraction(0n);

/** Of a decimal as PostgreSQL writes it; the audit meets none below zero. */
export function decimal(text: string): Fraction {
  const [whole = '0', decimals = ''] = text.split('.');
  return fraction(BigInt(whole + decimals), 10n ** BigInt(decimals.length));
}

export const plus = (a: Fraction, b: Fraction): Fraction =>
  a.bottom === b.bottom
    ? fraction(a.top + b.top, a.bottom)
    : fraction(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.top, b.bottom));
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.top, a.bottom * b.bottom);
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.top * b.bottom, a.bottom * b.top);
export const isBelow = (a: Fraction, b: Fraction): boolean => a.top * b.bottom < b.top * a.bottom;
export const total = (list: readonly Fraction[]): Fraction => list.reduce(plus, NOTHING);

/** The nearest whole number, a half upwards. The amounts of a bill are not below zero. */
export function nearest({ top, bottom }: Fraction): bigint {
  if (top < 0n) throw new Error('an amount below zero');
  return (2n * top + bottom) / (2n * bottom);
}
