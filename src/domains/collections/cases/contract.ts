/** Cases of the dunning ladder: the list, one with its history, and what people decide about it. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging, queryFlag, queryInt } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { CASE_STATES, CLOSINGS, EVENTS } from './case.rules.ts';

export const errors = errorCodes('collections', {
  /** No rules count today, or they have no disconnection. */
  ladder_off: { status: 409 },
  case_twice: { status: 422, field: 'cases' },
  /** Of what was seen something is not so any more. params: number of a connection, count */
  cases_moved: { status: 409 },
  /** Somebody is sent, or was. */
  case_sent: { status: 409 },
});

/** So many are looked at and approved at once. */
export const MOST_AT_ONCE = 50;

const caseSchema = z.object({
  id: z.uuid(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerId: z.uuid(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  phone: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  state: z.enum(CASE_STATES),
  stateOn: daySchema,
  openedOn: daySchema,
  /** As the household was told last. */
  toldMinor: minorSchema,
  payBy: daySchema,
  /** What is late now, and neither disputed nor paid by a plan. */
  dueMinor: minorSchema,
  lateSince: daySchema.nullable(),
  /** Since the last day to pay. */
  daysLate: z.int().nullable(),
  /** A person may look at it and send somebody. */
  isReady: z.boolean(),
  /** Cheques for late bills that no bank has paid yet; `lateMinor` is late again if none of them is paid. */
  clearing: z
    .object({ cheques: z.int(), sumMinor: minorSchema, lateMinor: minorSchema, since: daySchema })
    .nullable(),
  /** It did not go on for days: the order waits, or is paid and not connected again. */
  hangs: z.boolean(),
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  approvedByName: z.string().nullable(),
  reconnectionId: z.uuid().nullable(),
  reconnectionNumber: z.string().nullable(),
  disconnectedOn: daySchema.nullable(),
  closedOn: daySchema.nullable(),
  closedBecause: z.enum(CLOSINGS).nullable(),
  version: z.int(),
  can: z.object({ approve: z.boolean(), giveUp: z.boolean(), exempt: z.boolean() }),
});
export type Case = z.infer<typeof caseSchema>;

const access = { permission: 'collections:view' } as const;

export const listCases = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/dunning',
  summary: 'Cases of the dunning ladder (the path is ours)',
  access,
  query: paging(['payBy', 'dueMinor', 'daysLate', 'connectionNumber', 'stateOn'], {
    state: z.enum(CASE_STATES).optional(),
    /** Default: open ones, if no state is asked for. */
    closed: queryFlag.optional(),
    ready: queryFlag.optional(),
    hangs: queryFlag.optional(),
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
    minMinor: queryInt(0, 100_000_000_000).optional(),
  }),
  output: listOf(caseSchema).extend({ sums: z.object({ dueMinor: minorSchema }) }),
});
export const listCasesDownload = exportOf(listCases);

const eventSchema = z.object({
  id: z.uuid(),
  at: instantSchema,
  event: z.enum(EVENTS),
  dueMinor: minorSchema,
  remark: z.string().nullable(),
  orderId: z.uuid().nullable(),
  orderNumber: z.string().nullable(),
  actorName: z.string(),
});

export const caseDetail = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/dunning/{id}',
  summary: 'A case with its history, and the other cases of its connection (the path is ours)',
  access,
  params: idParams,
  output: caseSchema.extend({
    events: z.array(eventSchema),
    others: z.array(
      z.object({
        ...{ id: z.uuid(), openedOn: daySchema, state: z.enum(CASE_STATES) },
        ...{ closedOn: daySchema.nullable(), closedBecause: z.enum(CLOSINGS).nullable() },
      }),
    ),
    disconnections: z.array(z.object({ fromDay: daySchema, toDay: daySchema.nullable() })),
    exemption: z
      .object({ id: z.uuid(), reason: z.string(), untilDay: daySchema, madeByName: z.string() })
      .nullable(),
  }),
  refuses: [commonErrors.not_found],
});
export type CaseDetail = z.infer<(typeof caseDetail)['output']>;

export const approveDisconnections = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dunning/approve',
  summary:
    'Send somebody to disconnect: a work order for each case, as it was seen, or none (the path is ours)',
  access: { permission: 'collections:approve' },
  body: z.object({
    cases: z
      .array(z.object({ id: z.uuid(), version: z.int(), dueMinor: minorSchema }))
      .min(1)
      .max(MOST_AT_ONCE),
    remark: lineSchema(300),
  }),
  output: z.object({
    orders: z.array(z.object({ caseId: z.uuid(), orderId: z.uuid(), number: z.string() })),
  }),
  audit: 'dunning.approve',
  refuses: [errors.ladder_off, errors.case_twice, errors.cases_moved],
});

export const giveUpCase = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/dunning/{id}/give-up',
  summary: 'End a case before anybody is sent, with a reason (the path is ours)',
  access: { permission: 'collections:approve' },
  params: idParams,
  body: z.object({ version: z.int(), reason: lineSchema(300) }),
  output: z.object({ id: z.uuid() }),
  audit: 'dunning.give-up',
  refuses: [commonErrors.not_found, commonErrors.stale_version, errors.case_sent],
});
