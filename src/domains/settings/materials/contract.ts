/** Materials of a connection, FIXED (always needed) and EXTRA, with dated rates. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, toLatinDigits } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { errors as settingsErrors } from '../contract.ts';

export const materialType = z.enum(['FIXED', 'EXTRA']);
export type MaterialType = z.infer<typeof materialType>;

const rateMinor = z
  .int()
  .min(0)
  .max(100_000_000_000)
  .transform((value) => minorSchema.parse(value));
/** At most three decimals, as a decimal text: it multiplies a rate in SQL, never in floats. */
const quantitySchema = z
  .string()
  .transform((text) => toLatinDigits(text).trim())
  .refine((text) => /^\d{1,8}(\.\d{1,3})?$/.test(text), { error: 'common.volume_invalid' });

export const materialSchema = z.object({
  id: z.uuid(),
  type: materialType,
  nameEn: z.string(),
  nameBn: z.string(),
  unit: z.string(),
  defaultQuantity: z.string(),
  active: z.boolean(),
  position: z.int(),
  /** The rate of the asked day; null before the first one. */
  rateMinor: minorSchema.nullable(),
  /** Since when it counts. */
  rateFrom: daySchema.nullable(),
  /** Every rate that is or will be in force, the newest first. */
  rates: z.array(z.object({ effectiveFrom: daySchema, rateMinor: minorSchema })),
  version: z.int(),
});
export type Material = z.infer<typeof materialSchema>;

export const materialBody = z.object({
  type: materialType,
  nameEn: lineSchema(120),
  nameBn: lineSchema(120),
  unit: lineSchema(20),
  defaultQuantity: quantitySchema.default('1'),
  active: z.boolean().default(true),
  position: z.int().min(0).max(10_000).default(0),
  rateMinor,
  /** First day of the rate; today if it is left out. Past rates are facts and stay. */
  effectiveFrom: z.union([z.literal('').transform(() => undefined), daySchema]).optional(),
});
export type MaterialFields = z.output<typeof materialBody>;

export const listMaterials = endpoint({
  service: 'main',
  method: 'GET',
  path: '/materials',
  summary: 'Materials of one type or both, with the rate of today and all rates',
  access: { permission: 'materials:view' },
  query: paging(['position', 'nameEn', 'nameBn', 'rateMinor'], {
    type: materialType.optional(),
    active: queryFlag.optional(),
  }),
  output: listOf(materialSchema),
});

export const listMaterialsDownload = exportOf(listMaterials);

export const createMaterial = endpoint({
  service: 'main',
  method: 'POST',
  path: '/material/create',
  summary: 'Add a material with its first rate',
  access: { permission: 'materials:edit' },
  body: materialBody,
  output: materialSchema,
  audit: 'material.create',
  refuses: [settingsErrors.material_name_taken],
});

export const updateMaterial = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/material/update',
  summary: 'Change a material; another rate counts from its day on',
  access: { permission: 'materials:edit' },
  /** Without a rate those that are set stay as they are. */
  body: materialBody
    .omit({ type: true })
    .extend({ id: z.uuid(), version: z.int(), rateMinor: rateMinor.optional() }),
  output: materialSchema,
  audit: 'material.update',
  refuses: [
    commonErrors.not_found,
    settingsErrors.material_name_taken,
    settingsErrors.unit_still_used,
    settingsErrors.rate_in_force,
    settingsErrors.rate_in_past,
  ],
});

export const deleteMaterial = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/material/delete/{id}',
  summary: 'Delete a material that nothing refers to',
  access: { permission: 'materials:edit' },
  params: idParams,
  output: done,
  audit: 'material.delete',
  refuses: [settingsErrors.material_still_used],
});

export const moveMaterial = endpoint({
  service: 'main',
  method: 'POST',
  path: '/material/move',
  summary: 'Move a material one place up or down in the order of its type (the path is ours)',
  access: { permission: 'materials:edit' },
  body: z.object({ id: z.uuid(), direction: z.enum(['up', 'down']) }),
  output: materialSchema,
  audit: 'material.move',
  refuses: [commonErrors.not_found],
});

const materialRates = z.object({
  material: materialSchema,
  /** The newest first. */
  rates: z.array(
    z.object({
      effectiveFrom: daySchema,
      /** The day before the next one; null for the last. */
      until: daySchema.nullable(),
      rateMinor: minorSchema,
      state: z.enum(['PLANNED', 'IN_FORCE', 'PAST']),
      /** Null if it was set before the program kept that. */
      setBy: z.string().nullable(),
      setAt: instantSchema.nullable(),
    }),
  ),
});
export type MaterialRates = z.infer<typeof materialRates>;

export const getMaterialRates = endpoint({
  service: 'main',
  method: 'GET',
  path: '/material/rates/{id}',
  summary: 'Every rate of a material, who set it and when (the path is ours)',
  access: { permission: 'materials:view' },
  params: idParams,
  output: materialRates,
});

export const planMaterialRate = endpoint({
  service: 'main',
  method: 'POST',
  path: '/material/rate/plan',
  summary:
    'Set a rate that counts from a day on, today or later; a planned one of that day is replaced (the path is ours)',
  access: { permission: 'materials:edit' },
  body: z.object({ id: z.uuid(), effectiveFrom: daySchema, rateMinor }),
  output: materialRates,
  audit: 'material.plan-rate',
  refuses: [commonErrors.not_found, settingsErrors.rate_in_force, settingsErrors.rate_in_past],
});

export const withdrawMaterialRate = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/material/rate/withdraw/{id}',
  summary: 'Take back a rate that is not yet in force (the path is ours)',
  access: { permission: 'materials:edit' },
  params: idParams,
  query: z.object({ effectiveFrom: daySchema }),
  output: materialRates,
  audit: 'material.withdraw-rate',
  refuses: [settingsErrors.rate_in_force, settingsErrors.rate_needed],
});
