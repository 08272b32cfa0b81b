/**
 * Work orders (spec §7 "Work orders"): asked for by a household or the office, reviewed, assigned, done, verified. Paths that the
 * specification does not name say so.
 */
import { z } from 'zod';
import { goesBackSchema } from '#domains/applications/detail.schema.ts';
import { usualSchema } from '#domains/applications/settings/unusual-amounts.rules.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
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

export const errors = errorCodes('work-orders', {
  /** params: number, of the connection that goes on there, or an empty text */
  connection_closed: { status: 422, field: 'connectionNumber' },
  connection_unknown: { status: 422, field: 'connectionNumber' },
  /** Neither a connection nor a road and a plot. */
  place_missing: { status: 422, field: 'connectionNumber' },
  /** Not a reading of this connection. */
  reading_unknown: { status: 422, field: 'connectionNumber' },
  category_unknown: { status: 422, field: 'categoryId' },
  /** Work of this kind is open at this plot: asked about once. params: number, id */
  similar_open: { status: 409, field: 'anyway' },
  /** A household asks for work so often within a day. params: most */
  asked_too_often: { status: 409, field: 'description' },
  /** params: most */
  photos_full: { status: 409, field: 'file' },
  wrong_state: { status: 409 },
  /** Who asked pays before the work begins, or somebody waives it. */
  not_paid: { status: 409 },
  paid_already: { status: 409 },
  /** Not charged, waived or paid. */
  nothing_due: { status: 409 },
  nothing_paid: { status: 409 },
  /** The money of work that was started goes back by a refund. */
  work_started: { status: 409 },
  /** Work of this category is charged: who may waives it, with a reason. */
  charge_needed: { status: 409 },
  /** The connection has another owner by now: who asked does not pay for it any more. */
  changed_hands: { status: 409 },
  /** params: name */
  whole_pieces: { status: 422, field: 'materials' },
  /** Nobody is known who pays. */
  payer_missing: { status: 409 },
  /** More than one payment can be. */
  cost_too_high: { status: 422, field: 'labourMinor' },
  /** The charge is paid at once. params: due */
  charge_whole: { status: 422, field: 'amountMinor' },
  nothing_to_waive: { status: 409 },
  /** Neither a phone nor a mail address of who pays is known. */
  payer_unreachable: { status: 409 },
  /** So many links of one order within a day. params: most */
  link_too_often: { status: 409 },
  estimate_missing: { status: 409 },
  crew_unknown: { status: 422, field: 'crewId' },
  /** One of the others cannot be given work. */
  member_unknown: { status: 422, field: 'memberIds' },
  /** They have done this work before, and it was opened again two times: why they again? */
  same_crew: { status: 422, field: 'remark' },
  /** On hold: it goes on first. */
  paused: { status: 409 },
  not_paused: { status: 409 },
  /** A hold ends on a later day. */
  pause_over: { status: 422, field: 'until' },
  pause_too_far: { status: 422, field: 'until' },
  /** The order is assigned to somebody else. */
  not_yours: { status: 409 },
  own_work: { status: 409, constraint: 'orders_two_persons' },
  /** Completed before the arrival was noted (spec §9 "Please Updated Arrival Time"). */
  arrival_missing: { status: 409 },
  arrived_before_assigned: { status: 422, field: 'arrivedAt', constraint: 'orders_arrival_check' },
  arrived_in_future: { status: 422, field: 'arrivedAt' },
  completed_before_arrival: { status: 422, field: 'completedAt', constraint: 'orders_completion_check' },
  completed_in_future: { status: 422, field: 'completedAt' },
  unknown_material: { status: 422, field: 'materials' },
  /** params: name */
  no_rate: { status: 422, field: 'materials' },
  /** Less is in the store than was used. params: name, onHand */
  stock_short: { status: 409, field: 'materials' },
  /** Less is free in the store than the work needs: asked about. params: name, missing */
  stock_not_free: { status: 409, field: 'missingReason' },
  /** Less would be in the store than is reserved: asked about. params: name, reserved */
  stock_reserved: { status: 409, field: 'anyway' },
  /** The use differs from the estimate. params: estimate, used */
  variance_reason: { status: 422, field: 'varianceReason' },
  /** More than the settings allow at all. params: most */
  labour_absurd: { status: 422, field: 'labourMinor' },
  /** params: most, in m³ */
  lost_absurd: { status: 422, field: 'lostLitres' },
  /** Labour far beyond the estimate, or beyond what is usual: asked about. params: labour, usual */
  unusual_labour: { status: 422, field: 'unusualReason' },
  /** More water than can have flown out: asked about. params: lost, usual, in m³ */
  unusual_lost: { status: 422, field: 'unusualReason' },
  /** More of a material than is usual: asked about. params: name, quantity, usual */
  unusual_estimate: { status: 422, field: 'unusual' },
  unusual_quantity: { status: 422, field: 'unusual' },
  unusual_materials: { status: 422, field: 'unusualReason' },
  reopen_too_late: { status: 409 },
  /** The office asked: there is no household that reads an answer. */
  no_household: { status: 409 },
  /** The request was closed more than 15 days ago. */
  request_too_late: { status: 409 },
  rated_already: { status: 409, constraint: 'ratings_once_key' },
  rating_too_late: { status: 409 },
  /** Of work of this category nobody is asked how it was. */
  rating_not_asked: { status: 409 },
  file_missing: { status: 422 },
  /** The work is completed. */
  photo_of_after: { status: 422, field: 'moment' },
});

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
