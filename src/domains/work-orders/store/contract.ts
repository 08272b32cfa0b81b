/** What came into the store and what left it (the paths are ours). */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { BASE } from '../contract.ts';

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
