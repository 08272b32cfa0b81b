/** Bill runs: plan, calculate, review, approve by a second person, post. Paths are ours. */
import { z } from 'zod';
import { errors as ledgerErrors } from '#domains/ledger/contract.ts';
import { CONNECTION_STATES, errors as meterErrors } from '#domains/meters/contract.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema, optionalLineSchema } from '#shared/text.ts';
import { errors as tariffErrors } from '../tariffs/contract.ts';
import { HELD_REASONS, RUN_FILTERS, UNBILLED_REASONS } from './bill-run.rules.ts';
import {
  itemSchema,
  proofSchema,
  reversalSchema,
  runCan,
  runObstacles,
  runSchema,
  runTallies,
  unbilledSchema,
} from './run.schema.ts';

export const errors = errorCodes('billing', {
  /** params: runId, number, month of the open run that overlaps. */
  run_exists: { status: 409, constraint: 'bill_runs_scope_overlap', field: 'period' },
  unknown_sector: { status: 422, constraint: 'bill_runs_sector_id_fkey', field: 'sectorId' },
  second_person: { status: 409, constraint: 'bill_runs_two_persons' },
  run_state: { status: 409 },
  run_incomplete: { status: 409 },
  nothing_to_bill: { status: 409 },
  nothing_held: { status: 409 },
  run_not_failed: { status: 409 },
  /** params: from, to */
  issue_day_outside: { status: 409, field: 'issuedOn' },
  /** params: month */
  issue_month_closed: { status: 409, field: 'issuedOn' },
  /** The month that is to be billed begins after today. */
  month_in_future: { status: 422, field: 'period' },
  /** Bills are posted on their day of issue or later. params: day */
  issue_day_ahead: { status: 409, field: 'issuedOn' },
  /** A household would have too little time. params: from, to: the days that may be chosen */
  due_day_outside: { status: 409, field: 'dueOn' },
  reversal_waits: { status: 409, constraint: 'bill_run_reversals_run_key' },
  reversal_second_person: { status: 409, constraint: 'bill_run_reversals_two_persons' },
  reversal_decided: { status: 409 },
  /** A refusal says why. */
  reversal_reason: { status: 422, field: 'remark' },
  /** Somebody else asked for it. */
  reversal_not_own: { status: 409 },
  /** Something rests on its bills. params: count of bills, numbers of the first ones */
  run_blocked: { status: 409 },
  /** The connection was calculated again since it was looked at. */
  item_moved: { status: 409 },
});

export type BillRun = z.infer<typeof runSchema>;
export type RunObstacles = z.infer<typeof runObstacles>;

export const listRuns = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run',
  summary: 'Bill runs, the newest first',
  access: { permission: 'bill-runs:view' },
  query: paging(['-number', 'period'], { state: z.enum(RUN_FILTERS).optional() }),
  output: listOf(runSchema).extend(runTallies),
});

export const listRunsDownload = exportOf(listRuns);

export const getRun = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}',
  summary: 'One bill run with its totals proof and what may be done with it',
  access: { permission: 'bill-runs:view' },
  params: idParams,
  output: runSchema.extend({
    proof: proofSchema,
    heldReasons: z.array(z.object({ reason: z.string(), count: z.int() })),
    can: runCan,
    reversal: reversalSchema,
    /** Why its work fails, from the third failure on. */
    failure: z
      .object({ reason: z.string(), since: instantSchema, retriedAt: instantSchema.nullable() })
      .nullable(),
  }),
});

export type RunItem = z.infer<typeof itemSchema>;

export const listRunItems = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}/items',
  summary: "Outcomes of a run's connections; held ones are the exceptions to look at",
  access: { permission: 'bill-runs:view' },
  params: idParams,
  query: paging(['connectionNumber', 'totalMinor', 'usageLitres'], {
    /** LEFT: held, and its reading is approved now. */
    outcome: z.enum(['BILLED', 'HELD', 'LEFT']).optional(),
    reason: z.enum(HELD_REASONS).optional(),
  }),
  output: listOf(itemSchema),
});

export const listRunItemsDownload = exportOf(listRunItems);

/** Readings of one page of the review. */
const MAX_PREVIEWED = 200;

export const previewReadings = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/preview-readings',
  summary: "What readings would be billed with: the run's own calculation, before any run",
  access: { permission: 'readings:review' },
  query: z.object({
    /** Ids with commas between them. */
    ids: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(z.uuid()).min(1).max(MAX_PREVIEWED)),
  }),
  output: z.object({
    items: z.array(
      z.object({ readingId: z.uuid(), totalMinor: minorSchema.nullable(), problem: z.string().nullable() }),
    ),
  }),
});

export const planRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/plan',
  summary: 'Plan a run for a month and start its calculation',
  access: { permission: 'bill-runs:plan' },
  body: z.object({
    period: monthSchema,
    sectorId: z.uuid().nullish(),
    issuedOn: daySchema,
    /** By the rules of the settings if it is left out. */
    dueOn: z.union([z.literal('').transform(() => undefined), daySchema]).optional(),
  }),
  output: runSchema,
  audit: 'bill-run.plan',
  refuses: [
    errors.run_exists,
    errors.issue_day_outside,
    errors.issue_month_closed,
    errors.unknown_sector,
    errors.month_in_future,
    errors.due_day_outside,
    errors.nothing_to_bill,
  ],
});

export const calculateRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/calculate',
  summary: 'Calculate again, after readings or tariffs were put right',
  access: { permission: 'bill-runs:plan' },
  params: idParams,
  output: runSchema,
  audit: 'bill-run.calculate',
  refuses: [errors.run_state, errors.nothing_to_bill],
});

export const calculateHeld = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/calculate-held',
  summary:
    'Calculate again what is held, or one connection alone; what is held by hand only when it is named',
  access: { permission: 'bill-runs:plan' },
  params: idParams,
  body: z.object({ connectionId: z.uuid().optional() }),
  output: runSchema,
  audit: 'bill-run.calculate-held',
  refuses: [errors.nothing_held, errors.run_state],
});

export const tryAgain = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/try-again',
  summary: 'Start the work of a run again that failed three times',
  access: { permission: 'bill-runs:plan' },
  params: idParams,
  output: runSchema,
  audit: 'bill-run.try-again',
  refuses: [errors.run_not_failed],
});

export const giveUpRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/give-up',
  summary: 'Give a run up before it posts; the month can be planned again',
  access: { permission: 'bill-runs:plan' },
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: runSchema,
  audit: 'bill-run.give-up',
  refuses: [errors.run_state],
});

export const refuseRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/refuse',
  summary: 'Refuse a reviewed run with a reason for who planned it; the month can be planned again',
  access: { permission: 'bill-runs:approve' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: runSchema,
  audit: 'bill-run.refuse',
  refuses: [errors.run_state],
});

export const holdItem = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/hold',
  summary: 'Keep one connection out of the run for now',
  access: { permission: 'bill-runs:plan' },
  params: idParams,
  body: z.object({
    connectionId: z.uuid(),
    /** As the person saw the item. What was calculated again meanwhile is refused. */
    seen: z.object({ totalMinor: minorSchema, usageLitres: z.int().nullable() }),
    remark: optionalLineSchema(300),
  }),
  output: runSchema,
  audit: 'bill-run.hold',
  refuses: [errors.run_state, errors.item_moved],
});

export const approveRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/approve',
  summary:
    'Approve a reviewed run; not by the person who planned it. What moved is held, and the run stays in review',
  access: { permission: 'bill-runs:approve' },
  params: idParams,
  body: z.object({ version: z.int() }),
  output: runSchema.extend({ moved: z.int() }),
  audit: 'bill-run.approve',
  refuses: [
    errors.nothing_to_bill,
    errors.run_state,
    errors.second_person,
    errors.run_incomplete,
    /** Of a correction run, whose approval is that of its tariff. */
    commonErrors.not_permitted,
    tariffErrors.tariff_second_person,
    tariffErrors.tariff_state,
  ],
});

export const postRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/post',
  summary: 'Post an approved run: invoices with gapless numbers, and their journals',
  access: { permission: 'bill-runs:post' },
  rate: 'money',
  params: idParams,
  output: runSchema,
  audit: 'bill-run.post',
  refuses: [
    errors.run_state,
    errors.issue_day_outside,
    errors.issue_month_closed,
    errors.issue_day_ahead,
    errors.due_day_outside,
    /** Of a correction run: its tariff was withdrawn. */
    tariffErrors.tariff_state,
    /** Another version was approved for its day meanwhile. */
    tariffErrors.tariff_day_taken,
  ],
});

export const releaseHeld = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/release',
  summary:
    'Bill what is held because an earlier month has no bill: one connection, or all of them, with the reason',
  access: { permission: 'bill-runs:approve' },
  params: idParams,
  body: z.object({ connectionId: z.uuid().optional(), reason: lineSchema(300) }),
  output: runSchema,
  audit: 'bill-run.release',
  refuses: [errors.nothing_held, errors.run_state],
});

const notReversible = [
  errors.run_blocked,
  errors.issue_month_closed,
  ledgerErrors.period_closed,
  /** A run of a later month is billing what would be opened. */
  meterErrors.reading_in_posting,
];

export const getRunObstacles = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}/obstacles',
  summary: 'What prevents the reversal of a run: its bills that are paid, corrected or built on',
  access: { permission: 'bill-runs:reverse' },
  params: idParams,
  output: runObstacles,
});

export const reverseRun = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/reverse',
  summary:
    'Reverse a posted run as a whole while nothing of it is paid; above the limit of the settings a second person decides',
  access: { permission: 'bill-runs:reverse' },
  rate: 'money',
  params: idParams,
  body: z.object({
    version: z.int(),
    reason: lineSchema(300),
    /** Its readings can be corrected then, and have to be approved again; else they stay approved. */
    openReadings: z.boolean().default(true),
  }),
  output: runSchema,
  audit: ['bill-run.reverse', 'bill-run.ask-reversal'],
  refuses: [...notReversible, errors.run_state, errors.reversal_waits],
});

export const decideReversal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/reverse/decide',
  summary: 'Reverse the run as another person asked, or refuse it with a reason',
  access: { permission: 'bill-runs:reverse' },
  rate: 'money',
  params: idParams,
  /** The request that the person saw: after a refusal somebody may ask again. */
  body: z.object({ reversalId: z.uuid(), accept: z.boolean(), remark: lineSchema(300).optional() }),
  output: runSchema,
  audit: ['bill-run.approve-reversal', 'bill-run.refuse-reversal'],
  refuses: [...notReversible, errors.reversal_second_person, errors.reversal_decided, errors.reversal_reason],
});

export const withdrawReversal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/reverse/withdraw',
  summary: 'Take an own request to reverse a run back before it is decided',
  access: { permission: 'bill-runs:reverse' },
  params: idParams,
  body: z.object({ reversalId: z.uuid(), reason: lineSchema(300) }),
  output: runSchema,
  audit: 'bill-run.withdraw-reversal',
  refuses: [errors.reversal_decided, errors.reversal_not_own],
});

export type UnbilledMonth = z.infer<typeof unbilledSchema>;

export const listUnbilledMonths = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/unbilled-months',
  summary: 'Months of connections that no bill was ever made for, the newest first',
  access: { permission: 'bill-runs:view' },
  query: paging(['-month', 'connectionNumber', 'usageLitres'], {
    month: monthSchema.optional(),
    sectorId: z.uuid().optional(),
    reason: z.enum(UNBILLED_REASONS).optional(),
    status: z.enum(CONNECTION_STATES).optional(),
  }),
  output: listOf(unbilledSchema),
});

export const listUnbilledMonthsDownload = exportOf(listUnbilledMonths);
