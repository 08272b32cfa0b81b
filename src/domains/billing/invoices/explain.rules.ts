/**
 * A bill explained: the kept figures of a line become parts that explain-words.rules.ts says in both languages. Nothing is
 * calculated again but the amount within each block; what cannot be told from the figures is not told.
 */
import { addDays } from '#shared/dates.ts';
import { type BillExplanation, type BilledBlock, billedBlocks } from '../tariffs/tariff.rules.ts';

export type BillLine = {
  kind: string;
  quantity: string | null;
  rate: string | null;
  amountMinor: number;
};
export type ExplainedBill = {
  lines: readonly BillLine[];
  explanation: BillExplanation;
  tariffs: readonly { id: string; name: string }[];
};

type Segment = BillExplanation[number];

export type ExplanationPart =
  /** The days of one tariff version, if the period has several. */
  | {
      say: 'days';
      from: string;
      lastDay: string;
      days: number;
      use: string;
      unitLitres: string;
      tariff: string;
    }
  /** A block: `place` tells how its bounds are worded. */
  | ({ say: 'block'; place: 'only' | 'first' | 'middle' | 'last'; unitLitres: string } & BilledBlock)
  | ({ say: 'tier'; unitLitres: string } & BilledBlock)
  | { say: 'widened'; width: string }
  | { say: 'flat' }
  | { say: 'fixed'; periods: string; rate: string | null }
  | { say: 'floor'; dueMinor: number; amountMinor: number }
  | { say: 'base' }
  | { say: 'sewer'; percent: string | null; ofMinor: number | null }
  | { say: 'vat'; percent: string; ofMinor: number; of: string }
  | { say: 'round_off'; totalMinor: number }
  | { say: 'surcharge' };

/** What to say about one line, in reading order. */
export function explainLine(line: BillLine, bill: ExplainedBill): ExplanationPart[] {
  switch (line.kind) {
    case 'water':
      return bill.explanation.flatMap((segment) => waterParts(segment, bill));
    case 'fixed':
      return line.quantity ? [{ say: 'fixed', periods: line.quantity, rate: line.rate }] : [];
    case 'minimum':
      return minimumParts(line, bill);
    case 'sewer':
      return [{ say: 'sewer', percent: line.rate, ofMinor: sewerBase(line, bill) }];
    case 'round_off':
      return [{ say: 'round_off', totalMinor: totalOf(bill) }];
    case 'surcharge':
      return [{ say: 'surcharge' }];
    default:
      return vatParts(line, bill);
  }
}

function waterParts(segment: Segment, bill: ExplainedBill): ExplanationPart[] {
  const { unitLitres } = segment;
  const parts: ExplanationPart[] = [];
  if (bill.explanation.length > 1) {
    const { from, days, use } = segment;
    const tariff = bill.tariffs.find((tariff) => tariff.id === segment.version)?.name ?? '';
    parts.push({ say: 'days', from, lastDay: addDays(segment.to, -1), days, use, unitLitres, tariff });
  }
  if (segment.mode === 'flat') return [...parts, { say: 'flat' }];
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
  const due = bill.explanation.reduce((sum, part) => sum + minorOf(part.minimumDue), 0);
  if (line.amountMinor >= due) return [{ say: 'base' }];
  return [{ say: 'floor', dueMinor: due, amountMinor: line.amountMinor }];
}

/** What the sewer percentage was taken of, if one of the tariff's two ways gives exactly the line. */
function sewerBase(line: BillLine, bill: ExplainedBill): number | null {
  if (line.rate === null) return null;
  const percent = Number(line.rate);
  const water = amountOf(bill, 'water') + amountOf(bill, 'minimum');
  const bases = [water, water + amountOf(bill, 'fixed')];
  // The line was rounded from unrounded charges: a poisha of difference at most.
  return bases.find((base) => Math.abs((base * percent) / 100 - line.amountMinor) <= 1) ?? null;
}

function vatParts(line: BillLine, bill: ExplainedBill): ExplanationPart[] {
  const of = line.kind.replace(/^vat_/, '');
  if (of === line.kind || line.rate === null) return [];
  return [{ say: 'vat', percent: line.rate, ofMinor: amountOf(bill, of), of }];
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
