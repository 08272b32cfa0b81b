/** What the lists of applications are narrowed by. Each name is one condition in list-conditions.ts. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { queryFlag } from '#shared/paging.ts';
import { STATE_NAMES } from './application.rules.ts';

export const listFilters = {
  stateId: z.enum(STATE_NAMES).optional(),
  sectorId: z.uuid().optional(),
  /** The metered area of the letter; before there is one, that of the plot's sector. */
  dmaId: z.uuid().optional(),
  consumerId: z.uuid().optional(),
  /** A user's id, or `me` or `nobody`. */
  assignee: z.union([z.uuid(), z.enum(['me', 'nobody'])]).optional(),
  source: z.enum(['PORTAL', 'COUNTER']).optional(),
  /** ANY: on hold or suspended. */
  overlay: z.enum(['HOLD', 'SUSPENDED', 'ANY']).optional(),
  /** Somebody still works on it. */
  open: queryFlag.optional(),
  overdue: queryFlag.optional(),
  /** Its step runs late, and that was told at least so far. */
  escalation: z.coerce.number().int().min(1).max(3).optional(),
  /** The next step is the caller's own. */
  waits: queryFlag.optional(),
  incomplete: queryFlag.optional(),
  /** A NoC has its number: from the last desk, or noted from paper. */
  noc: queryFlag.optional(),
  /** No meter is reserved for it or installed. */
  unmetered: queryFlag.optional(),
  /** State of the survey in force; ANY: there is one. */
  survey: z.enum(['NONE', 'ANY', 'DRAFT', 'SUBMITTED', 'APPROVED']).optional(),
  surveyType: z.enum(['FIXED', 'EXTRA']).optional(),
  /** The survey in force needs this material. */
  materialId: z.uuid().optional(),
  /** When the survey in force was made. */
  visitedFrom: daySchema.optional(),
  visitedTo: daySchema.optional(),
  /** Of the demand note in force; OVER: its last day is past; EXPIRED: the application ended because nobody paid. */
  note: z.enum(['UNPAID', 'PARTIALLY_PAID', 'OVER', 'PAID', 'EXPIRED']).optional(),
  /** When the demand note in force was issued. */
  issuedFrom: daySchema.optional(),
  issuedTo: daySchema.optional(),
  /** A visit of the plot is planned. */
  planned: queryFlag.optional(),
  visitOn: daySchema.optional(),
  /** When it was submitted; of the archived ones, when they were archived. */
  from: daySchema.optional(),
  to: daySchema.optional(),
};
