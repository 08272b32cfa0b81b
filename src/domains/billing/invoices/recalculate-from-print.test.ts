/**
 * A reader with a calculator: every line of a bill is calculated again from nothing but the sentences that are
 * printed below it, in both languages. What the sentences give must be the line, and each "= ৳…" must be the result of
 * what is printed before it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formats } from '#shared/format.ts';
import { testDatabase } from '#test/database.ts';
import { Fraction, sum, ZERO } from '../calculation/factory-rational.ts';
import { type Calculated, calculateTown, splitTown } from '../calculation/factory-split-bills.ts';
import { explainLine } from './explain.rules.ts';
import { lineName, sayPart } from './explain-words.rules.ts';

const { db } = await testDatabase();
type Language = 'en' | 'bn';
type Print = Record<string, { amountMinor: number; sentences: string[] }>;

/** What is printed on the bill, line by line; figures in Latin digits without their grouping. */
function read({ lines, explanation }: Calculated, language: Language): Print {
  const tariffs = explanation.map(({ version }, index) => ({
    ...{ id: version, name: `T${'AB'[index]}`, effectiveFrom: '2026-07-01' },
    ...{ category: 'residential', categoryEn: 'Residential', categoryBn: 'আবাসিক' },
  }));
  return Object.fromEntries(
    lines.map((line) => {
      const parts = explainLine(line, { lines, explanation, tariffs });
      const sentences = parts.map((part) =>
        sayPart(part, language, formats({ language, bengaliDigits: true }, 'Asia/Dhaka')),
      );
      expect(lineName(line.kind, language)).not.toBe(line.kind);
      return [line.kind, { amountMinor: line.amountMinor, sentences: sentences.map(latin) }];
    }),
  );
}

const latin = (text: string) =>
  text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6)).replace(/(\d),(?=\d)/g, '$1');

const number = (text: string | undefined) => Fraction.of(text ?? 'missing');

/** Products and differences with brackets, as they are printed: `(15 × 10/31 − 10 × 10/31) × ৳20`. */
function evaluate(printed: string): Fraction {
  const tokens = printed.match(/\d+(?:\.\d+)?|[×−/()]/g) ?? [];
  let at = 0;
  const factor = (): Fraction => {
    if (tokens[at] === '(') {
      at += 1;
      const inner = difference();
      at += 1;
      return inner;
    }
    at += 1;
    return number(tokens[at - 1]);
  };
  const product = (): Fraction => {
    let value = factor();
    while (tokens[at] === '×' || tokens[at] === '/') {
      at += 1;
      value = tokens[at - 1] === '×' ? value.times(factor()) : value.over(factor());
    }
    return value;
  };
  const difference = (): Fraction => {
    let value = product();
    while (tokens[at] === '−') {
      at += 1;
      value = value.minus(product());
    }
    return value;
  };
  const value = difference();
  expect(at, printed).toBe(tokens.length);
  return value;
}

const HUNDRED = Fraction.of('100');
const poisha = (taka: Fraction) => taka.times(HUNDRED).rounded();
const takaIn = (sentence: string) =>
  [...sentence.matchAll(/৳(\d+(?:\.\d+)?)/g)].map(([, amount]) => number(amount));
const percentIn = (sentence: string) => number(/(\d+(?:\.\d+)?)%/.exec(sentence)?.[1]).over(HUNDRED);

/** What is printed before the first `=`, behind the words; checked against what is printed after it. */
function productIn(sentence: string): Fraction {
  const [before = '', after] = sentence.split(' = ');
  const value = evaluate(
    before
      .split(': ')
      .at(-1)
      ?.replace(/[^\d.×−/()]/g, ' ') ?? '',
  );
  if (after !== undefined) {
    const result = takaIn(after)[0];
    expect(result && poisha(result), sentence).toBe(poisha(value));
  }
  return value;
}

const DAYS = /^(\S+ \S+ \d{4} \S+ \S+ \S+ \d{4})(?: \(|: )/;
/** The days that a sentence is about; all of the bill if it says none. */
const daysOf = (sentence: string) => DAYS.exec(sentence)?.[1] ?? '';

/** Exact water by the days of each tariff. */
function waterOf(print: Print): Map<string, Fraction> {
  const water = new Map<string, Fraction>();
  let days = '';
  for (const sentence of print.water?.sentences ?? []) {
    if (!sentence.includes('৳')) {
      // The days of a tariff, or how the limits of its blocks are widened.
      days = daysOf(sentence) || days;
      water.set(days, water.get(days) ?? ZERO);
    } else water.set(days, (water.get(days) ?? ZERO).plus(productIn(sentence)));
  }
  return water;
}

function minimumOf(print: Print, water: Map<string, Fraction>) {
  const top = new Map<string, Fraction>();
  const base = new Map<string, Fraction>();
  for (const sentence of print.minimum?.sentences ?? []) {
    const isFloor = /payable for water|দিতে হয়/.test(sentence);
    if (!isFloor && takaIn(sentence).length === 0) {
      base.set('', new Fraction(BigInt(print.minimum?.amountMinor ?? 0), 100n));
      continue;
    }
    const days = daysOf(sentence);
    const due = sentence.includes(' = ') ? productIn(sentence) : (takaIn(sentence)[0] ?? ZERO);
    if (isFloor) {
      const missing = due.minus(water.get(days) ?? ZERO);
      expect(poisha(missing), sentence).toBe(poisha(takaIn(sentence).at(-1) ?? ZERO));
      top.set(days, missing);
    } else base.set(days, due);
  }
  return { top, base };
}

const total = (amounts: Map<string, Fraction>) => sum([...amounts.values()]);

/** Every line from the sentences alone. */
function recalculate(print: Print): Record<string, number> {
  const water = waterOf(print);
  const { top, base } = minimumOf(print, water);
  const fixed = new Map(
    (print.fixed?.sentences ?? []).map((sentence) => [daysOf(sentence), productIn(sentence)]),
  );
  const lines: Record<string, number> = { water: poisha(total(water)) };
  if (print.fixed) lines.fixed = poisha(total(fixed));
  if (print.minimum) {
    lines.minimum = poisha(total(water).plus(total(top))) - poisha(total(water)) + poisha(total(base));
  }
  if (print.sewer) {
    const amounts = print.sewer.sentences.map((sentence) => {
      const days = daysOf(sentence);
      const of = (amount: Map<string, Fraction>) => amount.get(days) ?? ZERO;
      if (!/before rounding|পূর্ণ করার আগের/.test(sentence)) {
        return percentIn(sentence).times(takaIn(sentence)[0] ?? ZERO);
      }
      const onFixed = /fixed|ফিক্সড/.test(sentence) ? of(fixed) : ZERO;
      const amount = percentIn(sentence).times(sum([of(water), of(top), of(base), onFixed]));
      const shown = sentence.includes(' = ') ? takaIn(sentence).at(-1) : undefined;
      if (shown) expect(poisha(amount), sentence).toBe(poisha(shown));
      return amount;
    });
    lines.sewer = poisha(sum(amounts));
  }
  for (const kind of ['vat_water', 'vat_fixed', 'vat_minimum', 'vat_sewer']) {
    const [sentence] = print[kind]?.sentences ?? [];
    if (!sentence) continue;
    const [of = ZERO, less = ZERO] = takaIn(sentence);
    lines[kind] = poisha(percentIn(sentence).times(of)) - poisha(less);
  }
  const [payable] = print.round_off?.sentences ?? [];
  if (payable) {
    const charged = Object.values(lines).reduce((all, line) => all + line, 0);
    lines.round_off = poisha(takaIn(payable)[0] ?? ZERO) - charged;
  }
  return lines;
}

test.each(['en', 'bn'] as const)(
  '%s: 30 × 40 bills, every line from its sentences',
  async (language) => {
    let overTwoTariffs = 0;
    await fc.assert(
      fc.asyncProperty(splitTown(40), async (town) => {
        for (const bill of await calculateTown(db, town)) {
          const print = read(bill, language);
          if (bill.explanation.length > 1) overTwoTariffs += 1;
          expect(recalculate(print), JSON.stringify(print, null, 1)).toEqual(
            Object.fromEntries(bill.lines.map(({ kind, amountMinor }) => [kind, amountMinor])),
          );
        }
      }),
      { numRuns: 30, seed: 20260301, endOnFailure: true },
    );
    expect(overTwoTariffs).toBeGreaterThan(200);
  },
  120_000,
);
