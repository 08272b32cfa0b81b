/** Fractions of integers, for tests that calculate bills again: exact, and none of the program's own arithmetic. */
export class Fraction {
  readonly top: bigint;
  readonly bottom: bigint;

  constructor(top: bigint, bottom = 1n) {
    this.top = bottom < 0n ? -top : top;
    this.bottom = bottom < 0n ? -bottom : bottom;
  }

  static of(value: number | string): Fraction {
    const [whole = '0', decimals = ''] = String(value).split('.');
    return new Fraction(BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Fraction): Fraction {
    return this.plus(new Fraction(-other.top, other.bottom));
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.top * other.bottom, this.bottom * other.top);
  }

  isBelow(other: Fraction): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  /** The nearest integer; a half is rounded up. */
  rounded(): number {
    const twice = 2n * this.top + this.bottom;
    const by = 2n * this.bottom;
    const cut = twice / by;
    return Number(twice < 0n && cut * by !== twice ? cut - 1n : cut);
  }
}

export const ZERO = new Fraction(0n);
export const sum = (list: readonly Fraction[]): Fraction =>
  list.reduce((total, fraction) => total.plus(fraction), ZERO);
