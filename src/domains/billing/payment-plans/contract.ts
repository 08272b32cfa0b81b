/** Payment plans: a household pays what is late of a connection in parts. The paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, positiveMinorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { ENDED_BECAUSE, INSTALMENT_STATES, PLAN_STATES, planRules, SECOND_PERSON } from './plan.rules.ts';

export const errors = errorCodes('payment_plans', {
  off: { status: 409 },
  already_open: { status: 409, constraint: 'payment_plans_open_key' },
  nothing_late: { status: 409 },
  /** The household declined as many as it may within some weeks. params: day, from which it can ask again. */
  asked_often: { status: 409 },
  /** Older bills come first: money pays them first. params: number, of the oldest one. */
  older_left_out: { status: 422, field: 'billIds' },
  bill_unfit: { status: 422, field: 'billIds' },
  /** params: amount, what is open now. */
  sum_moved: { status: 409, field: 'sumMinor' },
  /** params: most */
  too_many: { status: 422, field: 'instalments' },
  /** params: amount, the least */
  first_too_small: { status: 422, field: 'firstMinor' },
  /** params: amount, the least */
  parts_too_small: { status: 422, field: 'instalments' },
  second_person: { status: 409, constraint: 'payment_plans_two_persons' },
  /** Its state does not allow this step. */
  wrong_state: { status: 409 },
  /** params: day, the last one on which it could be accepted. */
  accept_over: { status: 409 },
  reason_missing: { status: 422, field: 'reason' },
});

const partSchema = z.object({ seq: z.int(), dueOn: daySchema, amountMinor: minorSchema });
const instalmentSchema = partSchema.extend({
  state: z.enum(INSTALMENT_STATES),
  paidMinor: minorSchema,
  /** Reminded of, or told that it was missed, and the last day on which it may still be paid. */
  toldOn: daySchema.nullable(),
  untilDay: daySchema.nullable(),
});
export type Instalment = z.output<typeof instalmentSchema>;

const planSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(PLAN_STATES),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerId: z.uuid(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  phone: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  /** Null as long as nobody proposed anything. */
  sumMinor: minorSchema.nullable(),
  paidMinor: minorSchema.nullable(),
  leftMinor: minorSchema.nullable(),
  instalments: z.int().nullable(),
  /** The next one that is not paid, and what is left of it. */
  nextOn: daySchema.nullable(),
  nextMinor: minorSchema.nullable(),
  /** Days since the oldest missed instalment. */
  lateDays: z.int().nullable(),
  openedOn: daySchema,
  openedAt: instantSchema,
  acceptBy: daySchema.nullable(),
  endedOn: daySchema.nullable(),
  endedBecause: z.enum(ENDED_BECAUSE).nullable(),
});
export type Plan = z.output<typeof planSchema>;

const planBill = z.object({
  id: z.uuid(),
  number: z.string(),
  period: monthSchema,
  dueOn: daySchema,
  isSurcharge: z.boolean(),
  isCancelled: z.boolean(),
  /** At the beginning, and now. */
  openMinor: minorSchema,
  leftMinor: minorSchema,
});

const detailSchema = planSchema.extend({
  askedWords: z.string().nullable(),
  askedInstalments: z.int().nullable(),
  openedBy: z.string().nullable(),
  isAsked: z.boolean(),
  firstMinor: minorSchema.nullable(),
  dayOfMonth: z.int().nullable(),
  billIds: z.array(z.uuid()),
  rules: planRules.nullable(),
  proposedBy: z.string().nullable(),
  proposedAt: instantSchema.nullable(),
  proposedOn: daySchema.nullable(),
  secondPerson: z.enum(SECOND_PERSON).nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  acceptedAs: z.enum(['PORTAL', 'PAPER']).nullable(),
  acceptedBy: z.string().nullable(),
  signedBy: z.string().nullable(),
  acceptedAt: instantSchema.nullable(),
  acceptedOn: daySchema.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
  parts: z.array(instalmentSchema),
  bills: z.array(planBill),
  /** Other plans of the connection. */
  others: z.array(
    z.object({ id: z.uuid(), number: z.string(), state: z.enum(PLAN_STATES), openedOn: daySchema }),
  ),
  version: z.int(),
  can: z.object({
    propose: z.boolean(),
    decide: z.boolean(),
    isProposer: z.boolean(),
    accept: z.boolean(),
    decline: z.boolean(),
    cancel: z.boolean(),
  }),
});
export type PlanDetail = z.output<typeof detailSchema>;

/** A late bill that a plan may have, with its surcharges. */
const lateBill = z.object({
  id: z.uuid(),
  number: z.string(),
  period: monthSchema,
  dueOn: daySchema,
  openMinor: minorSchema,
  surchargeMinor: minorSchema,
});
export type LateBill = z.output<typeof lateBill>;

export const planOptions = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment-plans/options',
  summary:
    'What a payment plan of a connection may have: its late bills, oldest first, and the rules of today',
  access: { signedIn: 'payment-plans:propose, or payment-plans:own for the own connection' },
  query: z.object({ connectionId: z.uuid() }),
  output: z.object({
    connectionNumber: z.string(),
    consumerName: z.string(),
    consumerNameBn: z.string().nullable(),
    rules: planRules,
    bills: z.array(lateBill),
    sumMinor: minorSchema,
    /** Broken plans within a year. */
    broken: z.int(),
    /** The one that is open. */
    plan: z.object({ id: z.uuid(), state: z.enum(PLAN_STATES) }).nullable(),
  }),
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});

const terms = {
  connectionId: z.uuid(),
  billIds: z.array(z.uuid()).min(1).max(240),
  /** What the person saw: what is open of these bills and their surcharges. */
  sumMinor: positiveMinorSchema,
  firstMinor: minorSchema.refine((minor) => minor >= 0, 'common.amount_invalid'),
  instalments: z.int().min(1).max(60),
  dayOfMonth: z.int().min(1).max(28),
};
const refusesTerms = [
  commonErrors.not_found,
  errors.off,
  errors.nothing_late,
  errors.older_left_out,
  errors.bill_unfit,
  errors.sum_moved,
  errors.too_many,
  errors.first_too_small,
  errors.parts_too_small,
];

export const previewPlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plans/preview',
  summary: 'The parts of a plan with their days; nothing is kept',
  access: { permission: 'payment-plans:propose' },
  rate: 'preview',
  body: z.object(terms),
  output: z.object({
    acceptBy: daySchema,
    parts: z.array(partSchema),
    secondPerson: z.enum(SECOND_PERSON).nullable(),
  }),
  audit: { none: 'calculates only' },
  refuses: refusesTerms,
});

const moved = z.object({ id: z.uuid(), number: z.string(), state: z.enum(PLAN_STATES) });

export const proposePlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plans/propose',
  summary:
    'Propose a plan to a household, also to one that asked for it; above the limits it waits for a second person',
  access: { permission: 'payment-plans:propose' },
  rate: 'money',
  body: z.object({
    ...terms,
    /** The request that it answers, as the person saw it. */
    request: z.object({ id: z.uuid(), version: z.int() }).nullable().default(null),
  }),
  output: moved,
  audit: 'payment-plan.propose',
  refuses: [...refusesTerms, errors.already_open, errors.wrong_state, commonErrors.stale_version],
});

export const requestPlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plans/request',
  summary: 'Ask to pay what is late of an own connection in instalments',
  access: { permission: 'payment-plans:own' },
  rate: 'money',
  body: z.object({
    connectionId: z.uuid(),
    words: lineSchema(500),
    instalments: z.int().min(1).max(60).nullable().default(null),
  }),
  output: moved,
  audit: 'payment-plan.request',
  refuses: [
    commonErrors.not_found,
    errors.off,
    errors.nothing_late,
    errors.already_open,
    errors.asked_often,
    errors.too_many,
  ],
});

export const decidePlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plan/{id}/decide',
  summary: 'The second person agrees to a plan, or refuses it with a reason',
  access: { permission: 'payment-plans:approve' },
  rate: 'money',
  params: idParams,
  body: z.object({ version: z.int(), accept: z.boolean(), reason: lineSchema(300).nullable().default(null) }),
  output: moved,
  audit: ['payment-plan.approve', 'payment-plan.refuse'],
  refuses: [
    commonErrors.stale_version,
    errors.second_person,
    errors.wrong_state,
    errors.sum_moved,
    errors.reason_missing,
  ],
});

export const acceptOwnPlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plan/{id}/accept',
  summary: 'The household accepts its plan',
  access: { permission: 'payment-plans:own' },
  rate: 'money',
  params: idParams,
  body: z.object({ version: z.int() }),
  output: moved,
  audit: 'payment-plan.accept',
  refuses: [commonErrors.stale_version, errors.wrong_state, errors.accept_over],
});

export const noteAcceptance = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plan/{id}/note-acceptance',
  summary: 'Note that the household signed the paper of its plan',
  access: { permission: 'payment-plans:accept' },
  rate: 'money',
  params: idParams,
  body: z.object({ version: z.int(), signedBy: lineSchema(120) }),
  output: moved,
  audit: 'payment-plan.accept',
  refuses: [commonErrors.stale_version, errors.wrong_state, errors.accept_over],
});

export const declinePlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plan/{id}/decline',
  summary: 'The household does not want the plan, or takes back that it asked for one',
  access: { permission: 'payment-plans:own' },
  params: idParams,
  body: z.object({ version: z.int() }),
  output: moved,
  audit: 'payment-plan.decline',
  refuses: [commonErrors.stale_version, errors.wrong_state],
});

export const cancelPlan = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment-plan/{id}/cancel',
  summary: 'Refuse a request, or end a plan, with a reason that the household reads',
  access: { permission: 'payment-plans:propose' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: moved,
  audit: ['payment-plan.cancel', 'payment-plan.refuse'],
  refuses: [commonErrors.stale_version, errors.wrong_state],
});

export const listPlans = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment-plans',
  summary:
    'Payment plans with what is paid and what comes next, and the count of each state; a consumer sees their own',
  access: { permission: 'payment-plans:view' },
  query: paging(['-openedAt', 'nextOn', 'lateDays', 'leftMinor'], {
    state: z.enum(PLAN_STATES).optional(),
    open: queryFlag.optional(),
    late: queryFlag.optional(),
    /** Broken, something of its bills is open, and there is no new plan. */
    stillOwed: queryFlag.optional(),
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(planSchema).extend({
    counts: z.partialRecord(z.enum(PLAN_STATES), z.int()),
    /** Of all that the filters find. */
    sums: z.object({ leftMinor: minorSchema }),
  }),
});
export const listPlansDownload = exportOf(listPlans);

export const getPlan = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment-plan/{id}',
  summary: 'One plan with its instalments and bills',
  access: { permission: 'payment-plans:view' },
  params: idParams,
  output: detailSchema,
});

export const planPdf = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/payment-plan/{id}/pdf',
  summary: 'The agreement of a plan on paper, to be signed',
  access: { permission: 'payment-plans:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
  refuses: [errors.wrong_state],
});
