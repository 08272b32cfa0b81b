/** A run as its calls give it, and its proof; correction runs give the same. */
import { z } from 'zod';
import { CONNECTION_STATES } from '#domains/meters/contract.ts';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { minorSchema } from '#shared/money.ts';
import { HELD_REASONS, RUN_STATES, UNBILLED_REASONS } from './bill-run.rules.ts';

/** The proof that nobody was forgotten: every connection of the scope has exactly one outcome. */
export const proofSchema = z.object({
  connections: z.int(),
  billed: z.int(),
  held: z.int(),
  complete: z.boolean(),
  totalMinor: minorSchema,
  invoices: z.int(),
  invoicedMinor: minorSchema,
  postedMinor: minorSchema,
});

export const runSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  period: monthSchema,
  sectorId: z.uuid().nullable(),
  sectorNumber: z.string().nullable(),
  state: z.enum(RUN_STATES),
  issuedOn: daySchema,
  dueOn: daySchema,
  plannedBy: z.string().nullable(),
  plannedAt: instantSchema,
  approvedBy: z.string().nullable(),
  approvedAt: instantSchema.nullable(),
  postedAt: instantSchema.nullable(),
  /** Of a run that was given up. */
  cancelledBy: z.string().nullable(),
  cancelledAt: instantSchema.nullable(),
  cancelReason: z.string().nullable(),
  /** Chunks done of all, for the progress bar. */
  chunks: z.int(),
  chunksDone: z.int(),
  billed: z.int(),
  held: z.int(),
  totalMinor: minorSchema,
  version: z.int(),
  /** Of a correction run: the tariff that it brings in force on days that are billed. Counts are of bills then. */
  correction: z
    .object({
      tariffId: z.uuid(),
      categoryNameEn: z.string(),
      categoryNameBn: z.string(),
      effectiveFrom: daySchema,
    })
    .nullable(),
});

/** What this person may do with a run now. */
export const runCan = z.object({
  calculate: z.boolean(),
  approve: z.boolean(),
  post: z.boolean(),
  giveUp: z.boolean(),
  refuse: z.boolean(),
  tryAgain: z.boolean(),
  release: z.boolean(),
  reverse: z.boolean(),
  decideReversal: z.boolean(),
  withdrawReversal: z.boolean(),
});

/** The last time that somebody asked to reverse a run. */
export const reversalSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['REQUESTED', 'DONE', 'REFUSED', 'WITHDRAWN']),
    reason: z.string(),
    /** Why it was refused or taken back. */
    answer: z.string().nullable(),
    requestedBy: z.string().nullable(),
    requestedAt: instantSchema,
    decidedBy: z.string().nullable(),
    decidedAt: instantSchema.nullable(),
  })
  .nullable();

export const itemSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  plotNumber: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  outcome: z.enum(['BILLED', 'HELD']),
  reason: z.enum(HELD_REASONS).nullable(),
  usageLitres: z.int().nullable(),
  totalMinor: minorSchema.nullable(),
  arrearsMinor: minorSchema,
});

/** A month of a connection that no run billed. */
export const unbilledSchema = z.object({
  /** Of the row: a connection and a month. */
  id: z.string(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  plotNumber: z.string(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  status: z.enum(CONNECTION_STATES),
  disconnectedOn: daySchema.nullable(),
  month: monthSchema,
  reason: z.enum(UNBILLED_REASONS),
  usageLitres: z.int().nullable(),
});

/** What rests on the bills of a posted run. */
const OBSTACLES = ['paid', 'corrected', 'built_on'] as const;

export const runObstacles = z.object({
  /** Bills that something rests on, and how many of them have each obstacle. */
  total: z.int(),
  paid: z.int(),
  corrected: z.int(),
  builtOn: z.int(),
  /** The first of them. */
  items: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      consumerName: z.string(),
      consumerNameBn: z.string().nullable(),
      settledMinor: minorSchema,
      obstacles: z.array(z.enum(OBSTACLES)),
      /** The run that billed a later month. */
      laterRun: z.object({ id: z.uuid(), period: monthSchema }).nullable(),
    }),
  ),
});

/**
 * Beside a list of runs, without its filter: how many are in each state, have work that failed, left out bills that nobody made since, and
 * are posted runs whose reversal waits for a second person.
 */
export const runTallies = {
  counts: z.record(z.string(), z.int()),
  failed: z.int(),
  heldLeft: z.int(),
  reversalAsked: z.int(),
};
