/** Fields of more than one step. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { minorSchema, toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';
import { lineSchema } from '#shared/text.ts';
import { MOST_MINOR } from '../work-order.rules.ts';

export const blank = z.literal('').transform(() => null);
export const optional = (max: number) => z.union([blank, z.null(), lineSchema(max)]).default(null);
export const text = lineSchema(2000);
export const remark = lineSchema(500);
/** `notedAt` of a step: when it was noted on a phone that may send it later. It counts if no time was typed. */
export const moment = z.union([blank, z.null(), instantSchema]).default(null);

export const labourMinor = minorSchema.refine(
  (minor) => minor >= 0 && minor <= MOST_MINOR,
  'common.amount_invalid',
);

export const materials = z
  .array(
    z.object({
      materialId: z.uuid(),
      quantity: z
        .string()
        .transform((value) => toLatinDigits(value).trim())
        .refine((value) => isQuantity(value) && Number(value) > 0, { error: 'common.number_invalid' }),
    }),
  )
  .max(100)
  .refine((lines) => new Set(lines.map((line) => line.materialId)).size === lines.length, {
    error: 'common.repeated',
  });
