/**
 * Values of money that count from a day on: one mechanism for VAT, the rules of billing and the limits of wallets. A value is
 * planned for today or later; if two persons are wanted, it counts after another one has approved it.
 */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams, type Service } from '#shared/endpoint.ts';
import { type ErrorCode, errorCodes } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { lineSchema } from '#shared/text.ts';

export const errors = errorCodes('settings', {
  dated_day_past: { status: 422, field: 'validFrom' },
  /** params: day, the last one from which a change that is planned today can count. */
  dated_day_far: { status: 422, field: 'validFrom' },
  dated_day_taken: { status: 409, constraint: 'dated_entries_day_key', field: 'validFrom' },
  dated_day_planned: { status: 409, constraint: 'dated_entries_planned_key', field: 'validFrom' },
  dated_second_person: { status: 409, constraint: 'dated_entries_second_person' },
  dated_state: { status: 409 },
  dated_in_force: { status: 409 },
});

/** A change is planned at most so long before its day: a later day is a slip of the keyboard, and would never be noticed. */
export const MOST_MONTHS_AHEAD = 60;

export const DATED_STATES = ['PLANNED', 'APPROVED', 'WITHDRAWN'] as const;
export type DatedState = (typeof DATED_STATES)[number];

const facts = {
  id: z.uuid(),
  validFrom: daySchema,
  state: z.enum(DATED_STATES),
  /** Approved, started, and no later one has started. */
  inForce: z.boolean(),
  reason: z.string(),
  plannedBy: z.string(),
  plannedAt: instantSchema,
  approvedBy: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  withdrawnBy: z.string().nullable(),
  withdrawnAt: instantSchema.nullable(),
  withdrawnReason: z.string().nullable(),
  version: z.int(),
  can: z.object({ approve: z.boolean(), withdraw: z.boolean() }),
};

/** A value of the kind with its day and its way. */
export const datedSchema = <V extends z.ZodType>(value: V) => z.object({ ...facts, value });
export type Dated<V> = z.output<z.ZodObject<typeof facts>> & { value: V };

/** What the screen of a kind shows: the value of today, and every other one, the latest day first. */
const datedList = <V extends z.ZodType>(value: V) =>
  z.object({ today: daySchema, now: value, items: z.array(datedSchema(value)) });

/** What is sent to plan a value. */
export const planBody = <V extends z.ZodType>(value: V) =>
  z.object({ validFrom: daySchema, value, reason: lineSchema(300) });

const stepBody = z.object({ version: z.int() });
export const withdrawBody = z.object({ version: z.int(), reason: lineSchema(300) });

type Kind<V extends z.ZodType> = {
  service: Service;
  /** Of the list; planning posts to it, a step to `{path}/{id}/…`. */
  path: string;
  about: string;
  value: V;
  view: Permission;
  edit: Permission;
  /** Who withdraws: the planner's word if one person decides. */
  withdraw: Permission;
  /** First part of the audit words. */
  noun: DatedNoun;
  /** Planned by one person, and counts once another one has approved it. */
  twoPersons?: true;
  /** What is approved for a day stays (`DatedKind.keepsDay`). */
  keepsDay?: true;
  /** What planning refuses beside what every dated value refuses. */
  planRefuses?: readonly ErrorCode[];
  withdrawRefuses?: readonly ErrorCode[];
};

/** Kinds of dated values, as the audit words begin. */
export type DatedNoun = ApprovedNoun | 'billing-rules';
/** Those that a second person approves. */
export type ApprovedNoun =
  | 'vat'
  | 'surcharge-rules'
  | 'rebate-rules'
  | 'dunning-rules'
  | 'plan-rules'
  | 'leak-rules'
  | 'empty-rules'
  | 'cheque-fee'
  | 'wallet-limits';

/** The calls of one kind of dated value. */
export function datedEndpoints<V extends z.ZodType>(kind: Kind<V>) {
  const { service, path, about, value, noun } = kind;
  return {
    list: endpoint({
      service,
      method: 'GET',
      path,
      summary: `${about}: today's, planned and earlier ones (the path is ours)`,
      access: { permission: kind.view },
      output: datedList(value),
    }),
    plan: endpoint({
      service,
      method: 'POST',
      path,
      summary: `${about}: plan other ones from a day on (the path is ours)`,
      access: { permission: kind.edit },
      body: planBody(value),
      output: datedSchema(value),
      audit: `${noun}.plan`,
      refuses: [
        errors.dated_day_past,
        errors.dated_day_far,
        // What one person plans replaces what is there: only of two at once is one refused.
        ...(kind.twoPersons ? [errors.dated_day_planned] : [errors.dated_day_taken]),
        ...(kind.keepsDay ? [errors.dated_day_taken] : []),
        ...(kind.planRefuses ?? []),
      ],
    }),
    withdraw: endpoint({
      service,
      method: 'POST',
      path: `${path}/{id}/withdraw`,
      summary: `${about}: withdraw a planned change before its day (the path is ours)`,
      access: { permission: kind.withdraw },
      params: idParams,
      body: withdrawBody,
      output: datedSchema(value),
      audit: `${noun}.withdraw`,
      refuses: [errors.dated_state, errors.dated_in_force, ...(kind.withdrawRefuses ?? [])],
    }),
  };
}

type ApprovedKind<V extends z.ZodType> = Omit<Kind<V>, 'noun' | 'withdraw' | 'twoPersons'> & {
  noun: ApprovedNoun;
  /** Who approves, or withdraws instead. */
  approve: Permission;
  approveRefuses?: readonly ErrorCode[];
};

/** The same of a kind that one person plans and another one approves: with the call that approves. */
export function approvedEndpoints<V extends z.ZodType>(kind: ApprovedKind<V>) {
  const { service, path, about, value, noun, approve, approveRefuses = [] } = kind;
  return {
    ...datedEndpoints({ ...kind, withdraw: approve, twoPersons: true }),
    approve: endpoint({
      service,
      method: 'POST',
      path: `${path}/{id}/approve`,
      summary: `${about}: approve a planned change, by a second person; it counts from its day on (the path is ours)`,
      access: { permission: approve },
      params: idParams,
      body: stepBody,
      output: datedSchema(value),
      audit: `${noun}.approve`,
      refuses: [errors.dated_day_past, errors.dated_second_person, errors.dated_state, ...approveRefuses],
    }),
  };
}
