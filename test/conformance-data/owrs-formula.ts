/**
 * Formulas of tariff files: numbers, names, + − × ÷ ^, brackets and a few rounding functions. A value is a curve
 * over use, or a text (which nothing can be calculated with).
 */
import {
  add,
  type Curve,
  constant,
  multiply,
  number,
  Refused,
  roundHalfEven,
  scale,
} from './charge-curve.ts';

export type Value = Curve | string;
export type Scope = { lookup(name: string): Value; customerUse: number | undefined };

const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z.][\w.]*)|([-+*/^(),]))/y;

type Token = { kind: 'number' | 'name' | 'sign'; text: string };

function tokens(formula: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const text = formula.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (!match) throw new Refused(`"${formula}" is not a formula`);
    if (match[1] !== undefined) found.push({ kind: 'number', text: match[1] });
    else if (match[2] !== undefined) found.push({ kind: 'name', text: match[2] });
    else found.push({ kind: 'sign', text: match[3] ?? '' });
  }
  return found;
}

const FUNCTIONS: Record<string, (...numbers: number[]) => number> = {
  round: (value, digits = 0) => roundHalfEven((value ?? 0) * 10 ** digits) / 10 ** digits,
  ceiling: (value) => Math.ceil(value ?? 0),
  floor: (value) => Math.floor(value ?? 0),
  abs: (value) => Math.abs(value ?? 0),
  min: Math.min,
  max: Math.max,
  pmin: Math.min,
  pmax: Math.max,
};

/** Evaluates a formula; refuses what is no formula, and arithmetic with texts. */
export function evaluate(formula: string, scope: Scope): Value {
  const list = tokens(formula);
  let position = 0;
  const peek = () => list[position]?.text;
  const isSign = (...signs: string[]) =>
    list[position]?.kind === 'sign' && signs.includes(list[position]?.text ?? '');
  const broken = () => new Refused(`"${formula}" is not a formula`);
  const curve = (value: Value): Curve => {
    if (typeof value === 'string')
      throw new Refused(`"${formula}" calculates with the text "${value}" (non-numeric argument)`);
    return value;
  };
  const expect = (sign: string) => {
    if (peek() !== sign) throw broken();
    position += 1;
  };

  function sum(): Value {
    let left = product();
    while (isSign('+', '-')) {
      const sign = list[position++]?.text;
      const right = curve(product());
      left = add(curve(left), sign === '+' ? right : scale(right, -1));
    }
    return left;
  }
  function product(): Value {
    let left = signed();
    while (isSign('*', '/')) {
      const sign = list[position++]?.text;
      const right = curve(signed());
      left =
        sign === '*'
          ? multiply(curve(left), right, scope.customerUse)
          : scale(curve(left), 1 / divisor(right));
    }
    return left;
  }
  function divisor(value: Curve): number {
    const by = number(value, 'a divisor');
    if (by === 0) throw new Refused(`"${formula}" divides by zero`);
    return by;
  }
  function signed(): Value {
    if (!isSign('-', '+')) return power();
    return list[position++]?.text === '-' ? scale(curve(signed()), -1) : signed();
  }
  function power(): Value {
    const base = atom();
    if (!isSign('^')) return base;
    position += 1;
    const exponent = number(curve(signed()), 'an exponent');
    return constant(number(curve(base), 'the base of a power') ** exponent);
  }
  function atom(): Value {
    const token = list[position++];
    if (!token) throw broken();
    if (token.kind === 'number') return constant(Number(token.text));
    if (token.kind === 'name') return isSign('(') ? call(token.text) : scope.lookup(token.text);
    if (token.text !== '(') throw broken();
    const inner = sum();
    expect(')');
    return inner;
  }
  function call(name: string): Value {
    expect('(');
    const values = [number(curve(sum()), `an argument of ${name}()`)];
    while (isSign(',')) {
      position += 1;
      values.push(number(curve(sum()), `an argument of ${name}()`));
    }
    expect(')');
    const known = FUNCTIONS[name];
    if (!known) throw new Refused(`"${formula}" calls the unknown function ${name}()`);
    return constant(known(...values));
  }

  const result = sum();
  if (position < list.length) throw broken();
  return result;
}

/** A budget's formula rounds each of its terms to a whole unit before it adds or multiplies them. */
export function withRoundedTerms(formula: string): string {
  return formula
    .replace(/[+*^]/g, ' $& ')
    .split(/ +/)
    .map((term) => (['+', '*', '^', ''].includes(term) ? term : `round(${term})`))
    .join(' ');
}
