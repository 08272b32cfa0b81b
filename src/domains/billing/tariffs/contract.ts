/** Tariff versions and the quote of the tariff screen. The specification names no tariff call: paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, toLatinDigits } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { ifWhole } from '#shared/refine.ts';
import { blankSchema, lineSchema, optionalLineSchema } from '#shared/text.ts';
import { explanationSchema } from './explanation.schema.ts';
import {
  BILL_PROBLEMS,
  blocksAreWhole,
  LINE_KINDS,
  MINIMUM_MODES,
  MINIMUM_PERIODS,
  TARIFF_STATES,
  WATER_MODES,
} from './tariff.rules.ts';

export const errors = errorCodes('billing', {
  tariff_state: { status: 409 },
  tariff_second_person: { status: 409, constraint: 'tariff_versions_second_person' },
  /** An approved version of the category begins on that day. */
  tariff_day_taken: { status: 409, constraint: 'tariff_versions_effective_key', field: 'effectiveFrom' },
  tariff_category_unknown: { status: 422, constraint: 'tariff_versions_category_fkey', field: 'category' },
  tariff_blocks_broken: { status: 422, constraint: 'tariff_blocks_overlap', field: 'blocks' },
  tariff_currency_mixed: { status: 409, field: 'currency' },
  tariff_in_force: { status: 409 },
  order_number_required: { status: 409, field: 'orderNumber' },
  rise_reason_required: { status: 409, field: 'riseReason' },
  /** The dated VAT of the settings is another one on the version's first day. */
  tariff_vat_differs: { status: 409 },
  /** A change of VAT made a version with an earlier price that would end this one, or a copy of this one that would stay. */
  tariff_copied_by_vat: { status: 409 },
  /** What counts without this version does not bear the VAT of the settings. */
  tariff_bears_vat: { status: 409 },
  /** A bill of the category was made for a day on which it would begin, or for a later one. */
  tariff_day_billed: { status: 409, constraint: 'tariff_versions_day_billed' },
});

/** An exact decimal of zero or more, as text; Bengali digits are accepted. */
const decimal = z
  .string()
  .transform((text) => toLatinDigits(text).trim())
  .refine((text) => /^\d{1,12}(\.\d{1,6})?$/.test(text), { error: 'billing.decimal_invalid' });
const amount = decimal.default('0');
/** As it leaves the server. */
const exact = z.string();

const block = z.object({ from: decimal, to: decimal.nullable(), rate: decimal });
const pipeSize = z.object({
  pipeSizeMm: z.int().min(1).max(5000),
  flatAmount: amount,
  fixedAmount: amount,
  minimumAmount: amount,
});

export const tariffBody = z
  .object({
    category: z.string().min(1).max(60),
    name: lineSchema(120),
    effectiveFrom: daySchema,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default('BDT'),
    moneyScale: z.int().min(0).max(6).default(2),
    unitLitres: decimal.default('1000'),
    waterMode: z.enum(WATER_MODES),
    blocks: z.array(block).max(50).default([]),
    flatAmount: amount,
    fixedAmount: amount,
    pipeSizes: z.array(pipeSize).max(50).default([]),
    minimumMode: z.enum(MINIMUM_MODES).default('none'),
    minimumPer: z.enum(MINIMUM_PERIODS).default('bill'),
    minimumAmount: amount,
    minimumWhenUnused: z.boolean().default(true),
    sewerPercent: amount,
    sewerOnFixed: z.boolean().default(false),
    vatWaterPercent: amount,
    vatFixedPercent: amount,
    vatMinimumPercent: amount,
    vatSewerPercent: amount,
    roundOffTo: decimal.nullable().default(null),
    prorateFixed: z.boolean().default(true),
    prorateMinimum: z.boolean().default(true),
    prorateBlocks: z.boolean().default(true),
    perDwellingFixed: z.boolean().default(false),
    perDwellingMinimum: z.boolean().default(false),
    perDwellingBlocks: z.boolean().default(false),
    source: blankSchema(500),
    /** Null as it is read back: none. */
    orderNumber: optionalLineSchema(80)
      .nullable()
      .transform((text) => text ?? undefined),
  })
  .refine((tariff) => tariff.waterMode === 'flat' || blocksAreWhole(tariff.blocks), {
    ...ifWhole,
    error: 'billing.tariff_blocks_broken',
    path: ['blocks'],
  })
  .refine((tariff) => Number(tariff.unitLitres) > 0, {
    error: 'billing.decimal_invalid',
    path: ['unitLitres'],
  })
  .refine(
    (tariff) => new Set(tariff.pipeSizes.map((size) => size.pipeSizeMm)).size === tariff.pipeSizes.length,
    {
      error: 'billing.pipe_size_twice',
      path: ['pipeSizes'],
    },
  );
export type TariffBody = z.output<typeof tariffBody>;

export const tariffSchema = z.object({
  id: z.uuid(),
  category: z.string(),
  categoryNameEn: z.string(),
  categoryNameBn: z.string(),
  name: z.string(),
  effectiveFrom: daySchema,
  /** First day on which the next approved version replaces it; null while none does, or it is not approved. */
  effectiveTo: daySchema.nullable(),
  state: z.enum(TARIFF_STATES),
  /** Approved, started, not replaced: bills of today are made by it. */
  inForce: z.boolean(),
  currency: z.string(),
  waterMode: z.enum(WATER_MODES),
  /** Price of the first and the last block, for lists. */
  firstRate: exact.nullable(),
  lastRate: exact.nullable(),
  sewerPercent: exact,
  vatWaterPercent: exact,
  announcedAt: instantSchema.nullable(),
  approvedAt: instantSchema.nullable(),
  withdrawnAt: instantSchema.nullable(),
  version: z.int(),
});
export type Tariff = z.infer<typeof tariffSchema>;

export const tariffDetail = tariffSchema.extend({
  moneyScale: z.int(),
  unitLitres: exact,
  blocks: z.array(z.object({ from: exact, to: exact.nullable(), rate: exact })),
  flatAmount: exact,
  fixedAmount: exact,
  pipeSizes: z.array(
    z.object({ pipeSizeMm: z.int(), flatAmount: exact, fixedAmount: exact, minimumAmount: exact }),
  ),
  minimumMode: z.enum(MINIMUM_MODES),
  minimumPer: z.enum(MINIMUM_PERIODS),
  minimumAmount: exact,
  minimumWhenUnused: z.boolean(),
  sewerOnFixed: z.boolean(),
  vatFixedPercent: exact,
  vatMinimumPercent: exact,
  vatSewerPercent: exact,
  roundOffTo: exact.nullable(),
  prorateFixed: z.boolean(),
  prorateMinimum: z.boolean(),
  prorateBlocks: z.boolean(),
  perDwellingFixed: z.boolean(),
  perDwellingMinimum: z.boolean(),
  perDwellingBlocks: z.boolean(),
  source: z.string(),
  orderNumber: z.string().nullable(),
  withdrawnReason: z.string().nullable(),
  /** Why it rises by more than five percent within a year, as the person says who announced it. */
  riseReason: z.string().nullable(),
  authors: z.array(z.uuid()),
  approvedBy: z.uuid().nullable(),
  /** The first day after the bills that reach past its first day; while it is announced. */
  billedTo: daySchema.nullable(),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    approve: z.boolean(),
    withdraw: z.boolean(),
    /** By a correction run, because days are billed. */
    correct: z.boolean(),
  }),
});
export type TariffDetail = z.infer<typeof tariffDetail>;

export const listTariffs = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/tariff',
  summary: 'Tariff versions',
  access: { permission: 'tariffs:view' },
  query: paging(['-effectiveFrom', 'category', 'name', 'state'], {
    category: z.string().max(60).optional(),
    state: z.enum(TARIFF_STATES).optional(),
  }),
  /** Versions per state, with all other filters applied. */
  output: listOf(tariffSchema).extend({ counts: z.record(z.string(), z.int()) }),
});

export const listTariffsDownload = exportOf(listTariffs);

export const getTariff = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/tariff/{id}',
  summary: 'One tariff version with its blocks and charges',
  access: { permission: 'tariffs:view' },
  params: idParams,
  output: tariffDetail,
});

export const createTariff = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff',
  summary: 'Draft a tariff version',
  access: { permission: 'tariffs:edit' },
  body: tariffBody,
  output: tariffDetail,
  audit: 'tariff.create',
  refuses: [errors.tariff_category_unknown, errors.tariff_blocks_broken, errors.tariff_day_taken],
});

export const editTariff = endpoint({
  service: 'billing',
  method: 'PUT',
  path: '/tariff/{id}',
  summary: 'Change a draft',
  access: { permission: 'tariffs:edit' },
  params: idParams,
  body: tariffBody.safeExtend({ version: z.int() }),
  output: tariffDetail,
  audit: 'tariff.edit',
  refuses: [
    errors.tariff_state,
    commonErrors.stale_version,
    errors.tariff_category_unknown,
    errors.tariff_blocks_broken,
    errors.tariff_day_taken,
  ],
});

export const submitTariff = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/{id}/submit',
  summary: 'Announce a draft: from now on it is frozen',
  access: { permission: 'tariffs:edit' },
  params: idParams,
  body: z.object({ version: z.int(), riseReason: optionalLineSchema(300) }),
  output: tariffDetail,
  audit: 'tariff.submit',
  refuses: [
    errors.rise_reason_required,
    errors.tariff_state,
    errors.tariff_vat_differs,
    errors.tariff_day_taken,
  ],
});

export const approveTariff = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/{id}/approve',
  summary: 'Approve an announced version, by a second person',
  access: { permission: 'tariffs:approve' },
  params: idParams,
  body: z.object({ version: z.int(), orderNumber: optionalLineSchema(80) }),
  output: tariffDetail,
  audit: 'tariff.approve',
  refuses: [
    errors.order_number_required,
    errors.tariff_second_person,
    errors.tariff_state,
    errors.tariff_day_taken,
    errors.tariff_currency_mixed,
    errors.tariff_vat_differs,
    errors.tariff_copied_by_vat,
    errors.tariff_day_billed,
  ],
});

export const withdrawTariff = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/{id}/withdraw',
  summary: 'Withdraw a version before its first day',
  access: { permission: 'tariffs:approve' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: tariffDetail,
  audit: 'tariff.withdraw',
  refuses: [
    errors.tariff_state,
    errors.tariff_in_force,
    errors.tariff_copied_by_vat,
    errors.tariff_bears_vat,
  ],
});

const line = z.object({
  lineNo: z.int(),
  kind: z.enum(LINE_KINDS),
  quantity: exact.nullable(),
  rate: exact.nullable(),
  amountMinor: minorSchema,
});

export const quoteSchema = z.object({
  usageLitres: z.int(),
  problem: z.enum(BILL_PROBLEMS).nullable(),
  currency: z.string().nullable(),
  moneyScale: z.int().nullable(),
  lines: z.array(line),
  chargesMinor: minorSchema,
  vatMinor: minorSchema,
  totalMinor: minorSchema,
  explanation: explanationSchema.nullable(),
});
export type Quote = z.infer<typeof quoteSchema>;

/** What one connection would pay for some uses, by the versions in force or by one that is still a draft. */
export const quoteBody = z
  .object({
    tariffVersionId: z.uuid().optional(),
    category: z.string().max(60).optional(),
    usageLitres: z.array(z.int().min(0).max(1_000_000_000)).min(1).max(200),
    periodFrom: daySchema,
    /** The first day that does not count. */
    periodTo: daySchema,
    periods: z.int().min(1).max(60).default(1),
    pipeSizeMm: z.int().min(1).max(5000).optional(),
    dwellingUnits: z.int().min(1).max(10_000).default(1),
    connectedOn: daySchema.optional(),
    disconnectedOn: daySchema.optional(),
    sewerPercent: decimal.optional(),
  })
  .refine((quote) => quote.tariffVersionId !== undefined || quote.category !== undefined, {
    error: 'common.required',
    path: ['category'],
  });
export type QuoteBody = z.output<typeof quoteBody>;

export const quoteTariff = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/tariff/quote',
  summary: 'What given uses would cost, by the same calculation as the bill run',
  access: { permission: 'tariffs:quote' },
  body: quoteBody,
  output: z.object({ items: z.array(quoteSchema) }),
  audit: { none: 'calculates only' },
});
