/** Tariff versions: states, what a set of blocks must look like, and how a kept bill is explained again. */
import type { Permission } from '#shared/permissions.ts';

export const TARIFF_STATES = ['DRAFT', 'ANNOUNCED', 'APPROVED', 'WITHDRAWN'] as const;
export type TariffState = (typeof TARIFF_STATES)[number];
export const WATER_MODES = ['blocks', 'tiers', 'flat'] as const;
export const MINIMUM_MODES = ['none', 'floor', 'base'] as const;
export const MINIMUM_PERIODS = ['bill', 'day'] as const;

export type TariffAction = 'edit' | 'submit' | 'approve' | 'withdraw';
type Transition = { from: TariffState; action: TariffAction; to: TariffState; permission: Permission };

/** Approving wants a second person: nobody who wrote or announced the version (the database refuses it too). */
export const TARIFF_TRANSITIONS: readonly Transition[] = [
  { from: 'DRAFT', action: 'edit', to: 'DRAFT', permission: 'tariffs:edit' },
  { from: 'DRAFT', action: 'submit', to: 'ANNOUNCED', permission: 'tariffs:edit' },
  { from: 'ANNOUNCED', action: 'approve', to: 'APPROVED', permission: 'tariffs:approve' },
  { from: 'ANNOUNCED', action: 'withdraw', to: 'WITHDRAWN', permission: 'tariffs:approve' },
  // Only before its first day.
  { from: 'APPROVED', action: 'withdraw', to: 'WITHDRAWN', permission: 'tariffs:approve' },
];

/** The state an action leads to, or undefined if it is not allowed. */
export function nextTariffState(from: TariffState, action: TariffAction): TariffState | undefined {
  return TARIFF_TRANSITIONS.find((transition) => transition.from === from && transition.action === action)
    ?.to;
}

/** A rise above this within twelve months wants the ministry's order (WASA Act 1996 §22). */
export const LEGAL_RISE_PERCENT = 5;

export const LINE_KINDS = [
  'water',
  'fixed',
  'minimum',
  'sewer',
  'vat_water',
  'vat_fixed',
  'vat_minimum',
  'vat_sewer',
  'round_off',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** True for what the calculation writes; a surcharge, for example, is none of it. */
export function isLineKind(kind: string): kind is LineKind {
  return (LINE_KINDS as readonly string[]).includes(kind);
}

/** Why a bill could not be calculated: it then has no amounts, and a run reports it as an exception. */
export const BILL_PROBLEMS = ['no_tariff', 'negative_use', 'no_days'] as const;
export type BillProblem = (typeof BILL_PROBLEMS)[number];

export type Block = { from: string; to: string | null; rate: string };

/** A part of a month's amounts: months × flats × days / of. */
export type Share = { months: string; flats: number; days: number; of: number };

/**
 * How a bill came about, one part per tariff version of its days, kept with the bill. Decimals are texts; `to` is
 * exclusive. Block bounds are the tariff's own, for one period: `width` is what they were multiplied with.
 */
export type BillExplanation = {
  version: string;
  mode: (typeof WATER_MODES)[number];
  /** Litres of the unit that quantities, bounds and rates are in. */
  unitLitres: string;
  from: string;
  to: string;
  days: number;
  use: string;
  width: string;
  blocks: Block[];
  fixedPeriods: string;
  fixedRate: string;
  minimumDue: string;
  sewerPercent: string;
  /** The price of a month, if the use does not count. */
  flat?: string | undefined;
  /** From here on: kept if the bill is for a part of a period or by several versions. Exact, to be recalculated. */
  litres?: string | undefined;
  activeDays?: number | undefined;
  widthOf?: Share | undefined;
  fixedOf?: Share | undefined;
  minimum?: (typeof MINIMUM_MODES)[number] | undefined;
  minimumRate?: string | undefined;
  minimumOf?: Share | undefined;
  sewerOnFixed?: boolean | undefined;
  /** Days on which a home was empty by a notice, and the hundredths of the days that are owed. */
  emptyDays?: number | undefined;
  fixedOwed?: number | undefined;
  minimumOwed?: number | undefined;
}[];

/** True if the blocks start at 0, follow one another without gap or overlap, and only the last is open. */
export function blocksAreWhole(blocks: readonly Block[]): boolean {
  if (blocks.length === 0 || fixed(blocks[0]?.from ?? '1') !== 0n || blocks.at(-1)?.to !== null) return false;
  return blocks.every((block, index) => {
    const next = blocks[index + 1];
    if (next === undefined) return block.to === null;
    return block.to !== null && fixed(block.to) === fixed(next.from) && fixed(block.from) < fixed(block.to);
  });
}

export type BilledBlock = { from: string; to: string | null; quantity: string; rate: string; amount: string };

/** Each block of a kept explanation with the quantity billed in it and the amount before rounding. */
export function billedBlocks(part: BillExplanation[number]): BilledBlock[] {
  const width = fixed(part.width);
  const use = fixed(part.use);
  return part.blocks.map((block) => {
    const from = times(fixed(block.from), width);
    const to = block.to === null ? null : times(fixed(block.to), width);
    const end = to === null || use < to ? use : to;
    const quantity = part.mode === 'tiers' ? use : end > from ? end - from : 0n;
    return {
      from: text(from),
      to: to === null ? null : text(to),
      quantity: text(quantity),
      rate: block.rate,
      amount: text(times(quantity, fixed(block.rate))),
    };
  });
}

/** Decimals as integers of 10^-12: exact, which a float would not be. */
const DIGITS = 12;
const ONE = 10n ** BigInt(DIGITS);

function fixed(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const value = BigInt(whole) * ONE + BigInt(fraction.slice(0, DIGITS).padEnd(DIGITS, '0'));
  return decimal.startsWith('-') ? -value : value;
}

function times(a: bigint, b: bigint): bigint {
  return (a * b + ONE / 2n) / ONE;
}

/** To six decimals, without a tail of zeros. */
function text(value: bigint): string {
  const rounded = (value + 500_000n) / 1_000_000n;
  const fraction = String(rounded % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${rounded / 1_000_000n}${fraction ? `.${fraction}` : ''}`;
}
