/** What is in the store and what of it is reserved; what came into it and what left it (the paths are ours). */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, toLatinDigits } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { BASE, errors } from '../contract.ts';

export const WAYS = ['IN', 'OUT'] as const;

const movement = z.object({
  id: z.uuid(),
  at: instantSchema,
  materialId: z.uuid(),
  nameEn: z.string(),
  nameBn: z.string(),
  unit: z.string(),
  /** Below zero: it left the store. */
  quantity: z.string(),
  /** What was left of the material after it. */
  onHand: z.string(),
  /** The work that took it, or gave it back. */
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  actorName: z.string(),
  /** Of a booking without an order: why. */
  remark: z.string().nullable(),
});
export type Movement = z.output<typeof movement>;

export const listMovements = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/stock/movement`,
  summary: 'Movements of the store: when, which material, how many, how many were left, for which order, who',
  access: { permission: 'work-orders:view-stock' },
  query: paging(['-at'], {
    materialId: z.uuid().optional(),
    way: z.enum(WAYS).optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(movement),
});
export const listMovementsDownload = exportOf(listMovements);

const material = { materialId: z.uuid(), nameEn: z.string(), nameBn: z.string(), unit: z.string() };

/** Kept with the materials of the settings: what is in the store. */
export const listStock = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/stock`,
  summary: 'Materials with what is in the store, what of it is reserved and what is free (the path is ours)',
  access: { permission: 'work-orders:view-stock' },
  query: z.object({ low: queryFlag.optional() }),
  output: z.object({
    items: z.array(
      z.object({
        ...material,
        rateMinor: minorSchema.nullable(),
        /** null: the store does not keep it. */
        onHand: z.string().nullable(),
        /** What assigned orders need of it, and have not taken yet. */
        reserved: z.string().nullable(),
        /** Below zero: more is reserved than there is. */
        free: z.string().nullable(),
      }),
    ),
  }),
});

export const moveStock = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/stock`,
  summary: 'Materials come into the store, or are counted differently, with the reason (the path is ours)',
  access: { permission: 'work-orders:move-stock' },
  body: z.object({
    materialId: z.uuid(),
    /** Below zero: taken out. */
    quantity: z
      .string()
      .transform((value) => toLatinDigits(value).trim())
      .refine((value) => /^-?\d{1,9}(\.\d{1,3})?$/.test(value) && Number(value) !== 0, {
        error: 'common.number_invalid',
      }),
    remark: lineSchema(500),
    /** "Book it all the same": asked for by `stock_reserved`. */
    anyway: z.boolean().default(false),
  }),
  output: z.object({ materialId: z.uuid(), onHand: z.string() }),
  audit: 'work-order.move-stock',
  refuses: [errors.unknown_material, errors.whole_pieces, errors.stock_short, errors.stock_reserved],
});

export const listMissing = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/stock/missing`,
  summary: 'Materials of which less is free in the store than an order needs that is not assigned yet',
  access: { permission: 'work-orders:assign' },
  query: z.object({ orderId: z.uuid() }),
  output: z.object({
    items: z.array(
      z.object({
        ...material,
        needed: z.string(),
        free: z.string(),
        /** So much more is needed than is free, at most all that is needed. */
        missing: z.string(),
      }),
    ),
  }),
  refuses: [commonErrors.not_found],
});
