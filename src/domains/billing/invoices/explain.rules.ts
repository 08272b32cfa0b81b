/**
 * A bill explained: the kept figures of a line become parts that explain-words.rules.ts says in both languages. A
 * reader who calculates with these figures comes to the line (recalculate-from-print.test.ts). What cannot be told is
 * not told.
 */
import { addDays } from '#shared/dates.ts';
import { type BillExplanation, type BilledBlock, billedBlocks } from '../tariffs/tariff.rules.ts';
import {
  type CategoryName,
  isShared,
  type Segment,
  type SharePart,
  shareFixed,
  shareMinimum,
  shareOfUse,
  shareSewer,
  shareWater,
  type Use,
} from './explain-shares.rules.ts';

export type BillLine = {
  kind: string;
  quantity: string | null;
  rate: string | null;
  amountMinor: number;
};
export type ExplainedBill = {
  lines: readonly BillLine[];
  explanation: BillExplanation;
  tariffs: readonly BilledTariff[];
};
type BilledTariff = {
  id: string;
  name: string;
  effectiveFrom: string;
  category: string;
  categoryEn: string;
  categoryBn: string;
};

export type ExplanationPart =
  /** The days of one tariff version, if the period has several. */
  | {
      say: 'days';
      from: string;
      lastDay: string;
      days: number;
      use: string;
      unitLitres: string;
      /** Null if it is not known. Its name is in English: a Bengali sentence says its day. */
      tariff: { name: string; effectiveFrom: string } | null;
      /** If the bill has several categories. */
      category: CategoryName | null;
      /** The use of all days of the bill, and how many of them these are. */
      share: Use | null;
    }
  /** A block: `place` tells how its bounds are worded. */
  | ({ say: 'block'; place: 'only' | 'first' | 'middle' | 'last'; unitLitres: string } & BilledBlock)
  | ({ say: 'tier'; unitLitres: string } & BilledBlock)
  | { say: 'widened'; width: string }
  | { say: 'flat'; periods: string; rate: string | null }
  | { say: 'fixed'; periods: string; rate: string | null }
  | { say: 'floor'; dueMinor: number; amountMinor: number }
  | { say: 'base' }
  /** `of` is null: of the charge before it was rounded. */
  | { say: 'sewer'; percent: string | null; ofMinor: number | null; onFixed: boolean }
  | { say: 'vat'; percent: string; ofMinor: number; of: string }
  /** The VAT of water and minimum together, less that of water. */
  | { say: 'vat_rest'; percent: string; ofMinor: number; lessMinor: number }
  | SharePart
  | { say: 'round_off'; totalMinor: number }
  | { say: 'surcharge' };

type CorrectedLine = Pick<BillLine, 'kind' | 'quantity' | 'rate'> & { afterMinor: number };

/** The lines of a corrected bill, as they are explained. */
export const correctedLines = ({ lines }: { lines: readonly CorrectedLine[] }): BillLine[] =>
  lines.flatMap(({ kind, quantity, rate, afterMinor }) =>
    afterMinor === 0 ? [] : [{ kind, quantity, rate, amountMinor: afterMinor }],
  );

/** What to say about one line, in reading order. */
export function explainLine(line: BillLine, explained: ExplainedBill): ExplanationPart[] {
  const bill = {
    ...explained,
    explanation: withCategories(explained).toSorted((a, b) => a.from.localeCompare(b.from)),
  };
  switch (line.kind) {
    case 'water':
      return bill.explanation.flatMap((segment) => waterParts(segment, bill));
    case 'fixed':
      if (bill.explanation.some(isShared)) return shareFixed(bill.explanation);
      return line.quantity ? [{ say: 'fixed', periods: line.quantity, rate: line.rate }] : [];
    case 'minimum':
      return minimumParts(line, bill);
    case 'sewer':
      return sewerParts(line, bill);
    case 'round_off':
      return [{ say: 'round_off', totalMinor: totalOf(bill) }];
    case 'surcharge':
      return [{ say: 'surcharge' }];
    default:
      return vatParts(line, bill);
  }
}

/** Each part of the days with its category, if the bill has several: else a reader could not tell which price is whose. */
function withCategories({ explanation, tariffs }: ExplainedBill): Segment[] {
  const ofVersion = new Map(tariffs.map((tariff) => [tariff.id, tariff]));
  const codes = new Set(explanation.map(({ version }) => ofVersion.get(version)?.category));
  if (codes.size < 2) return [...explanation];
  return explanation.map((segment) => {
    const tariff = ofVersion.get(segment.version);
    return { ...segment, category: tariff ? { en: tariff.categoryEn, bn: tariff.categoryBn } : null };
  });
}

function waterParts(segment: Segment, bill: ExplainedBill): ExplanationPart[] {
  const { unitLitres } = segment;
  const parts: ExplanationPart[] = [];
  if (bill.explanation.length > 1) {
    const { from, days, use } = segment;
    const tariff = bill.tariffs.find((tariff) => tariff.id === segment.version) ?? null;
    const share = isShared(segment) && segment.mode !== 'flat' ? shareOfUse(segment) : null;
    const [lastDay, category] = [addDays(segment.to, -1), segment.category ?? null];
    parts.push({ say: 'days', from, lastDay, days, use, unitLitres, tariff, category, share });
  }
  if (isShared(segment)) return [...parts, ...shareWater(segment)];
  if (segment.mode === 'flat')
    return [...parts, { say: 'flat', periods: segment.fixedPeriods, rate: segment.flat ?? null }];
  const blocks = billedBlocks(segment);
  const reached = blocks.at(-1);
  if (!reached) return parts;
  if (segment.mode === 'tiers') return [...parts, { say: 'tier', unitLitres, ...reached }];
  const used = blocks.filter((block, index) => block.quantity !== '0' || index === 0);
  const limited = used.length > 1 || reached.to !== null;
  if (limited && segment.width !== '1') parts.push({ say: 'widened', width: segment.width });
  return [
    ...parts,
    ...used.map((block, index) => ({
      say: 'block' as const,
      place: placeOf(block, index),
      unitLitres,
      ...block,
    })),
  ];
}

function placeOf(block: BilledBlock, index: number): 'only' | 'first' | 'middle' | 'last' {
  if (index === 0) return block.to === null ? 'only' : 'first';
  return block.to === null ? 'last' : 'middle';
}

/** A line of the whole minimum is beside water (base); a smaller one lifts water to it (floor). */
function minimumParts(line: BillLine, bill: ExplainedBill): ExplanationPart[] {
  if (bill.explanation.some(isShared)) return shareMinimum(bill.explanation);
  const due = bill.explanation.reduce((sum, part) => sum + minorOf(part.minimumDue), 0);
  if (line.amountMinor >= due) return [{ say: 'base' }];
  return [{ say: 'floor', dueMinor: due, amountMinor: line.amountMinor }];
}

/**
 * What the sewer percentage was taken of, if one of the tariff's two ways gives exactly the line. Under tariffs with
 * several shares, or for a part of a period, each of them says its own.
 */
function sewerParts(line: BillLine, bill: ExplainedBill): ExplanationPart[] {
  const shared = bill.explanation.some(isShared);
  if (shared && bill.explanation.length > 1) return shareSewer(bill.explanation);
  if (line.rate === null) return [{ say: 'sewer', percent: null, ofMinor: null, onFixed: false }];
  const percent = line.rate;
  const water = amountOf(bill, 'water') + amountOf(bill, 'minimum');
  const bases = [
    { ofMinor: water, onFixed: false },
    { ofMinor: water + amountOf(bill, 'fixed'), onFixed: true },
  ];
  const exact = bases.find(({ ofMinor }) => percentOf(percent, ofMinor) === line.amountMinor);
  if (shared && !exact) return shareSewer(bill.explanation);
  // The line was rounded from charges that were not: a poisha of difference at most.
  const near = bases.find(
    ({ ofMinor }) =>
      Math.abs(percentOf(percent, ofMinor) - line.amountMinor) <= Math.ceil(Number(percent) / 100),
  );
  return [{ say: 'sewer', percent, ofMinor: null, onFixed: near?.onFixed ?? false, ...exact }];
}

function vatParts(line: BillLine, bill: ExplainedBill): ExplanationPart[] {
  const of = line.kind.replace(/^vat_/, '');
  if (of === line.kind || line.rate === null) return [];
  const percent = line.rate;
  const ofMinor = amountOf(bill, of);
  if (of === 'minimum' && percentOf(percent, ofMinor) !== line.amountMinor) {
    const lessMinor = amountOf(bill, 'vat_water');
    return [{ say: 'vat_rest', percent, ofMinor: ofMinor + amountOf(bill, 'water'), lessMinor }];
  }
  return [{ say: 'vat', percent, ofMinor, of }];
}

/** A percentage of whole poisha in whole poisha, half up. */
function percentOf(percent: string, ofMinor: number): number {
  const [whole = '0', fraction = ''] = percent.split('.');
  const hundred = 100n * 10n ** BigInt(fraction.length);
  return Number((2n * BigInt(whole + fraction) * BigInt(ofMinor) + hundred) / (2n * hundred));
}

function amountOf(bill: ExplainedBill, kind: string): number {
  return bill.lines.find((line) => line.kind === kind)?.amountMinor ?? 0;
}

function totalOf(bill: ExplainedBill): number {
  return bill.lines.reduce((sum, line) => sum + line.amountMinor, 0);
}

/** A decimal amount in Taka as poisha, rounded half up. */
export function minorOf(decimal: string): number {
  const [whole = '0', fraction = ''] = decimal.split('.');
  const minor = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
  return Number(fraction.charAt(2) || '0') >= 5 ? minor + 1 : minor;
}
