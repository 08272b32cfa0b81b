/**
 * Amounts of a completion that are asked about, and those that are refused: labour far beyond the estimate, more lost water than can have
 * flown out of the pipe, and more of a material than is usual (the rule of surveys). Form and server ask the same.
 */
import { z } from 'zod';
import type { WorkSettings } from '#domains/applications/settings/settings.rules.ts';
import { minorSchema } from '#shared/money.ts';

export const UNUSUAL = ['LABOUR', 'LOST_WATER', 'MATERIALS'] as const;
export type Unusual = (typeof UNUSUAL)[number];

/** Up to these an amount is usual; beyond the other ones it is refused. Poisha and litres. */
export const limitsSchema = z.object({
  ...{ labourMinor: minorSchema, mostLabourMinor: minorSchema },
  ...{ lostLitres: z.int(), mostLostLitres: z.int() },
});
export type Limits = z.input<typeof limitsSchema>;
type Amounts = { labourMinor: number; lostLitres: number | null };

/** Metres a second: faster water does not leave a pipe of the town, also if it is cut through. */
const FASTEST = 5;
/** A leak runs before somebody tells of it. */
const HOURS_BEFORE = 24;
const SECONDS = 3600;

export type Known = {
  /** Labour of the estimate; null or 0: none was estimated. */
  estimatedMinor: number | null;
  /** Of the connection; null: nobody knows which pipe it is. */
  pipeSizeMm: number | null;
  /** From the request to the completion. */
  hours: number;
};

/** What flows out of a pipe that is cut through, in litres. */
export function mostFlow(pipeSizeMm: number, hours: number): number {
  const squareMetres = Math.PI * (pipeSizeMm / 2000) ** 2;
  return Math.round(squareMetres * FASTEST * SECONDS * (Math.max(0, hours) + HOURS_BEFORE) * 1000);
}

export function limitsFrom(
  completion: WorkSettings['completion'],
  { estimatedMinor, pipeSizeMm, hours }: Known,
): Limits {
  const { labourPercent, labourMinor, mostLabourMinor, lostM3, mostLostM3 } = completion;
  const flow = pipeSizeMm === null ? Number.POSITIVE_INFINITY : mostFlow(pipeSizeMm, hours);
  return {
    labourMinor: estimatedMinor ? Math.round((estimatedMinor * labourPercent) / 100) : labourMinor,
    mostLabourMinor,
    lostLitres: Math.min(lostM3 * 1000, flow),
    mostLostLitres: mostLostM3 * 1000,
  };
}

/** What of it is asked about. */
export function unusualOf({ labourMinor, lostLitres }: Amounts, limits: Limits): Unusual[] {
  return [
    ...(labourMinor > limits.labourMinor ? (['LABOUR'] as const) : []),
    ...((lostLitres ?? 0) > limits.lostLitres ? (['LOST_WATER'] as const) : []),
  ];
}
