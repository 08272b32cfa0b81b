import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { STATE_NAMES } from '../application.rules.ts';
import { keptCheck } from '../noc/checks/check.schema.ts';

/** The place of an entry in the order of the history: instant in microseconds, step, rank below it, entry. */
const PLACE = /^\d{1,17}_[0-9a-f-]{36}_[0-2]_[0-9a-f-]{36}$/;

export const timelineQuery = z.object({
  applicationId: z.uuid(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** `earlier` of the page before. */
  before: z.string().regex(PLACE).optional(),
});

const stateSchema = z.enum(STATE_NAMES);

/** One entry of the history of an application. */
export const timelineEntry = z.object({
  id: z.uuid(),
  at: instantSchema,
  /** What was done; `visit` for a planned day at the plot, `message` for what the applicant was told. */
  action: z.string(),
  /** Null of a message. */
  fromState: stateSchema.nullable(),
  toState: stateSchema.nullable(),
  actorName: z.string(),
  /** Of the applicant, if the register has one. */
  actorNameBn: z.string().nullable(),
  role: z.string(),
  remark: z.string().nullable(),
  /** Of a text message, as it was sent; null if it names money that the caller does not see. */
  text: z.string().nullable(),
  /** What a desk checked for its decision; empty for who does not see the desks. */
  checks: z.array(keptCheck),
  /**
   * Small facts of the step, for example demandNoteNumber, desk, document kind. Of a visit: visitOn, and earlierOn if it was moved or
   * taken back. Of a message: message (its kind), channel, delivery.
   */
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
});

export const timelinePage = z.object({
  items: z.array(timelineEntry),
  /** What asks for the entries before these; null if there are none. */
  earlier: z.string().nullable(),
});
