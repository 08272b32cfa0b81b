/**
 * Work orders (spec §7 "Work orders"): asked for by a household or the office, reviewed, assigned, done, verified. Paths that the
 * specification does not name say so.
 */
import { z } from 'zod';
import { goesBackSchema } from '#domains/applications/detail.schema.ts';
import { usualSchema } from '#domains/applications/settings/unusual-amounts.rules.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { errors } from './errors.ts';
import { limitsSchema, UNUSUAL } from './unusual.rules.ts';
import {
  AGES,
  ASKERS,
  MOMENTS,
  MONEY,
  ORDER_ACTIONS,
  ORDER_STATES,
  PAID_BY,
  PRIORITIES,
  STAGES,
  type Stage,
} from './work-order.rules.ts';

export { errors };

export const stateSchema = z.enum(ORDER_STATES);

export const orderItem = z.object({
  id: z.uuid(),
  number: z.string(),
  categoryEn: z.string(),
  categoryBn: z.string(),
  state: stateSchema,
  stateSince: instantSchema,
  priority: z.enum(PRIORITIES),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  connectionNumber: z.string().nullable(),
  consumerName: z.string().nullable(),
  consumerNameBn: z.string().nullable(),
  askedAs: z.enum(ASKERS),
  askedBy: z.string(),
  askedByBn: z.string().nullable(),
  askedAt: instantSchema,
  dueAt: instantSchema,
  isLate: z.boolean(),
  /** The leader of the crew, and the others. */
  crewName: z.string().nullable(),
  memberNames: z.string().nullable(),
  /** On hold since; until null: somebody says when it goes on. */
  pausedAt: instantSchema.nullable(),
  pauseUntil: instantSchema.nullable(),
  arrivedAt: instantSchema.nullable(),
  completedAt: instantSchema.nullable(),
  /** What it cost as far as that is known: the use, else the estimate. */
  costMinor: minorSchema.nullable(),
  /** With VAT; null: nothing is charged, or it was waived. */
  chargeMinor: minorSchema.nullable(),
  paidMinor: minorSchema,
  /** What of the charge can be paid now. */
  openMinor: minorSchema,
  reopened: z.int(),
  /** Stars of the last closing that was rated. */
  rating: z.int().min(1).max(5).nullable(),
  version: z.int(),
});
export type OrderItem = z.output<typeof orderItem>;

/** A row of a list. Of a household it has only how long the work took. */
const listedOrder = orderItem.extend({
  /** What the work took, before that what it will take: "Valve × 2". */
  materialsEn: z.string().nullable(),
  materialsBn: z.string().nullable(),
  photos: z.int().nullable(),
  /** Other open work at the plot: the latest, and how many there are. */
  similar: z.object({ id: z.uuid(), number: z.string(), count: z.int() }).nullable(),
  reviewerName: z.string().nullable(),
  /** From the request to the completion. */
  hoursTaken: z.number().nullable(),
  /** YES: closed and never opened again. */
  firstTimeFix: z.enum(['YES', 'NO']).nullable(),
  /** Of the payment; as far as the person sees payments. */
  receiptId: z.uuid().nullable(),
  receiptNumber: z.string().nullable(),
  paidBy: z.enum(PAID_BY).nullable(),
});
export type ListedOrder = z.output<typeof listedOrder>;

const materialLine = z.object({
  materialId: z.uuid(),
  nameEn: z.string(),
  nameBn: z.string(),
  unit: z.string(),
  ...{ quantity: z.string(), rateMinor: minorSchema, amountMinor: minorSchema },
});

export const photoSchema = z.object({
  id: z.uuid(),
  moment: z.enum(MOMENTS),
  fileName: z.string(),
  uploadedAt: instantSchema,
  uploadedBy: z.string(),
});

const orderDetail = orderItem.extend({
  /** The reading that somebody is sent for. */
  reading: z.object({ meterNumber: z.string(), period: monthSchema }).nullable(),
  /** The support ticket that it came from, for who may open that. */
  ticket: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  categoryId: z.uuid(),
  connectionId: z.uuid().nullable(),
  /** Empty for a household if the office asked; then it gets no phone and no photos either. */
  description: z.string(),
  /** The words of the household that asked, if the office has written others since. */
  askedDescription: z.string().nullable(),
  /** Of a household that asked. */
  phone: z.string().nullable(),
  contactName: z.string().nullable(),
  /** Of the category: who asks pays, unless somebody waives it. */
  isChargeable: z.boolean(),
  remark: z.string().nullable(),
  reviewerName: z.string().nullable(),
  crewId: z.uuid().nullable(),
  pauseReason: z.string().nullable(),
  pausedBy: z.string().nullable(),
  assignedAt: instantSchema.nullable(),
  labourMinor: minorSchema.nullable(),
  estimateMinor: minorSchema.nullable(),
  vatMinor: minorSchema,
  /** As far as the person sees payments: the last one that paid the charge. */
  receipt: z.object({ paymentId: z.uuid(), number: z.string() }).nullable(),
  /** A payment of the charge that the bank has not decided, or whose answer somebody looks at. */
  atBank: z
    .object({
      paymentId: z.uuid(),
      amountMinor: minorSchema,
      startedAt: instantSchema,
      isSetAside: z.boolean(),
    })
    .nullable(),
  /** Money for the charge that came too late, the newest first. */
  goesBack: z.array(goesBackSchema),
  waivedBy: z.string().nullable(),
  isWaived: z.boolean(),
  /** For the office: it is written to other people of the office. */
  waivedReason: z.string().nullable(),
  cause: z.string().nullable(),
  workDone: z.string().nullable(),
  lostLitres: z.int().nullable(),
  usedMinor: minorSchema.nullable(),
  varianceReason: z.string().nullable(),
  /** Amounts that are unusual, which who completed the work has confirmed. */
  unusual: z.object({ amounts: z.array(z.enum(UNUSUAL)), reason: z.string(), by: z.string() }).nullable(),
  /** Up to what the amounts of a completion are usual, and beyond what they are refused. */
  limits: limitsSchema.nullable(),
  /** Up to what a quantity of its materials is usual; for who writes them. */
  usual: usualSchema.nullable(),
  /** A photo of what was done was added since it was opened again last; null for a household. */
  isProven: z.boolean().nullable(),
  /** Why there was none when it was completed. */
  unprovenReason: z.string().nullable(),
  verifiedBy: z.string().nullable(),
  closedAt: instantSchema.nullable(),
  estimate: z.array(materialLine),
  used: z.array(materialLine),
  photos: z.array(photoSchema),
  /** The newest first; of a household its own. */
  ratings: z.array(
    z.object({ id: z.uuid(), stars: z.int(), remark: z.string().nullable(), at: instantSchema }),
  ),
  timeline: z.array(
    z.object({
      id: z.uuid(),
      at: instantSchema,
      action: z.enum(['create', ...ORDER_ACTIONS]),
      toState: stateSchema,
      by: z.string(),
      remark: z.string().nullable(),
    }),
  ),
  /** Why an action is not possible: 'yes' if it is, 'no' if it is not this person's or not of this state. */
  can: z.record(
    z.enum(ORDER_ACTIONS),
    z.enum(['yes', 'no', 'own_work', 'not_yours', 'not_paid', 'paid_already', 'paused']),
  ),
});
export type OrderDetail = z.output<typeof orderDetail>;

export const view = { permission: 'work-orders:view' } as const;
export const BASE = '/application/work_order' as const;

export const listOrders = endpoint({
  service: 'main',
  method: 'GET',
  path: BASE,
  summary: 'Work orders, with the count of each state',
  access: view,
  rate: 'search',
  query: paging(['-askedAt', 'urgency', 'dueAt', 'stateSince', 'number'], {
    stage: z.enum(Object.keys(STAGES) as [Stage, ...Stage[]]).optional(),
    state: stateSchema.optional(),
    categoryId: z.uuid().optional(),
    sectorId: z.uuid().optional(),
    priority: z.enum(PRIORITIES).optional(),
    askedAs: z.enum(ASKERS).optional(),
    crewId: z.uuid().optional(),
    reviewerId: z.uuid().optional(),
    /** In its state for so many days or longer. */
    age: z.enum(AGES).optional(),
    late: queryFlag.optional(),
    paused: queryFlag.optional(),
    /** Opened again two times or more. */
    escalated: queryFlag.optional(),
    /** Only orders that are paid for, which the answer counts. */
    charged: queryFlag.optional(),
    money: z.enum(MONEY).optional(),
    /** Not done yet. */
    open: queryFlag.optional(),
    /** The day by whose end it is to be done at the latest. */
    dueOn: daySchema.optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(listedOrder).extend({
    counts: z.partialRecord(stateSchema, z.int()),
    money: z.partialRecord(z.enum(MONEY), z.int()).optional(),
  }),
});
export const listOrdersDownload = exportOf(listOrders);

export const getOrder = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/{id}`,
  summary: 'One work order: what was asked, estimate, use, photos, what happened and what can be done',
  access: view,
  params: idParams,
  output: orderDetail,
  refuses: [commonErrors.not_found],
});

export const listCategories = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/category`,
  summary: 'Kinds of work, with their priority, hours and whether who asks pays',
  access: view,
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        code: z.string(),
        nameEn: z.string(),
        nameBn: z.string(),
        priority: z.enum(PRIORITIES),
        hours: z.int(),
        chargeable: z.boolean(),
      }),
    ),
  }),
});

export const listCrew = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/crew`,
  summary: 'People who can be given work, with the orders that they have (the path is ours)',
  access: { permission: 'work-orders:assign' },
  output: z.object({
    items: z.array(z.object({ id: z.uuid(), name: z.string(), open: z.int(), late: z.int() })),
  }),
});

export const listReviewers = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/reviewer`,
  summary: 'People who have taken orders that are on review or to be verified (the path is ours)',
  access: { permission: 'work-orders:review' },
  output: z.object({ items: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});

export const rateCategories = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/ratings`,
  summary: 'How households rate the work of the last twelve months, by category (the path is ours)',
  access: { permission: 'work-orders:review' },
  output: z.object({
    items: z.array(
      z.object({
        categoryId: z.uuid(),
        nameEn: z.string(),
        nameBn: z.string(),
        count: z.int().min(1),
        /** One decimal place. */
        average: z.string(),
      }),
    ),
  }),
});
