/** Categories of connections by date: proposed by one person, approved by another one. The paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { CHANGE_REASONS, CHANGE_STATES } from './category.rules.ts';

export const errors = errorCodes('categories', {
  connection_unknown: { status: 422, field: 'connectionNumber' },
  connection_closed: { status: 409, field: 'connectionNumber' },
  already_waiting: { status: 409, constraint: 'category_changes_waiting_key' },
  /** It has an end without what follows, or the other way around, or both are the same. */
  end_incomplete: { status: 422, field: 'nextCategory' },
  end_before_begin: { status: 422, field: 'untilDay' },
  /** params: day, the last one on which it can end. */
  too_long: { status: 422, field: 'untilDay' },
  /** params: day, the first one of the connection. */
  before_connection: { status: 422, field: 'fromDay' },
  /** params: day, the last first day that can be proposed today. */
  too_far: { status: 422, field: 'fromDay' },
  /** params: day, the first one after the billed days that it would change. */
  day_billed: { status: 409, field: 'fromDay', constraint: 'category_changes_day_billed' },
  /** params: category. No approved tariff has a price for it on its first day. */
  no_tariff: { status: 409, field: 'category' },
  nothing_changes: { status: 409, field: 'category' },
  second_person: { status: 409, constraint: 'category_changes_two_persons' },
  /** Its state does not allow this step. */
  over: { status: 409 },
  /** Its end is not near, was looked at, or a later change took its place. */
  nothing_to_check: { status: 409 },
});

const changeSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(CHANGE_STATES),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  category: z.string(),
  categoryEn: z.string(),
  categoryBn: z.string(),
  fromDay: daySchema,
  /** The first day of the category that follows. */
  untilDay: daySchema.nullable(),
  nextCategory: z.string().nullable(),
  nextEn: z.string().nullable(),
  nextBn: z.string().nullable(),
  reason: z.enum(CHANGE_REASONS),
  proposedAt: instantSchema,
  /** To the office. */
  proposedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  /** Somebody has to look at its end now. */
  isToCheck: z.boolean(),
});
export type CategoryChange = z.output<typeof changeSchema>;

const detailSchema = changeSchema.extend({
  /** To the office: what was seen, and why not. */
  words: z.string().nullable(),
  answer: z.string().nullable(),
  checkedBy: z.string().nullable(),
  checkedAt: instantSchema.nullable(),
  checkedWords: z.string().nullable(),
  replacedBy: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** The number of the closed connection that it was proposed for, if a successor goes on with its days. */
  proposedFor: z.string().nullable(),
  /** The connection is closed, and nobody goes on with its days. */
  isClosed: z.boolean(),
  /** The category of the connection today. */
  todayEn: z.string(),
  todayBn: z.string(),
  toldEndingOn: daySchema.nullable(),
  toldTurnedOn: daySchema.nullable(),
  /** All categories of the connection by date; the outer ends are null. */
  days: z.array(
    z.object({
      category: z.string(),
      categoryEn: z.string(),
      categoryBn: z.string(),
      from: daySchema.nullable(),
      until: daySchema.nullable(),
      isToday: z.boolean(),
    }),
  ),
  /** The first day after all billed ones: a change without an end may begin there. */
  earliest: daySchema,
  /** The first day that no bill covers; before `earliest` if the bill of an older month was cancelled. */
  firstFree: daySchema,
  version: z.int(),
  can: z.object({
    approve: z.boolean(),
    refuse: z.boolean(),
    withdraw: z.boolean(),
    check: z.boolean(),
    prolong: z.boolean(),
    change: z.boolean(),
  }),
});
export type CategoryChangeDetail = z.output<typeof detailSchema>;

const code = z.string().min(1).max(60);
const moved = z.object({ id: z.uuid(), number: z.string(), state: z.enum(CHANGE_STATES) });
const refusesDays = [errors.connection_closed, errors.day_billed, errors.no_tariff, errors.nothing_changes];
const versioned = z.object({ version: z.int() });

export const proposeCategory = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/category-change',
  summary:
    'Propose another category of a connection from a day on, perhaps with an end and the category that follows',
  access: { permission: 'connection-categories:edit' },
  rate: 'money',
  body: z.object({
    connectionNumber: lineSchema(40),
    category: code,
    fromDay: daySchema,
    untilDay: daySchema.nullable().default(null),
    nextCategory: code.nullable().default(null),
    reason: z.enum(CHANGE_REASONS),
    /** What was seen at the connection, and by whom. */
    words: lineSchema(500),
  }),
  output: moved,
  audit: 'category-change.propose',
  refuses: [
    errors.connection_unknown,
    errors.already_waiting,
    errors.end_incomplete,
    errors.end_before_begin,
    errors.too_long,
    errors.before_connection,
    errors.too_far,
    ...refusesDays,
  ],
});

export const approveCategory = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/category-change/{id}/approve',
  summary: 'The second person agrees: the category counts by its days, and the household is told',
  access: { permission: 'connection-categories:approve' },
  rate: 'money',
  params: idParams,
  body: versioned,
  output: moved,
  audit: 'category-change.approve',
  refuses: [commonErrors.stale_version, errors.over, errors.second_person, ...refusesDays],
});

export const refuseCategory = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/category-change/{id}/refuse',
  summary: 'Refuse a proposed category, with a reason for who proposed it',
  access: { permission: 'connection-categories:approve' },
  params: idParams,
  body: versioned.extend({ answer: lineSchema(300) }),
  output: moved,
  audit: 'category-change.refuse',
  refuses: [commonErrors.stale_version, errors.over],
});

export const withdrawCategory = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/category-change/{id}/withdraw',
  summary: 'Take a proposed category back before it is decided',
  access: { permission: 'connection-categories:edit' },
  params: idParams,
  body: versioned.extend({ answer: lineSchema(300) }),
  output: moved,
  audit: 'category-change.withdraw',
  refuses: [commonErrors.stale_version, errors.over],
});

export const checkCategoryEnd = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/category-change/{id}/check-end',
  summary: 'Note that somebody looked at the connection before its category ends: what follows is right',
  access: { permission: 'connection-categories:edit' },
  params: idParams,
  body: versioned.extend({ words: lineSchema(300) }),
  output: moved,
  audit: 'category-change.check-end',
  refuses: [commonErrors.stale_version, errors.nothing_to_check],
});

export const listCategoryChanges = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/category-changes',
  summary:
    'Categories of connections by date, with the count of each state; a consumer sees their own that are approved',
  access: { permission: 'connection-categories:view' },
  query: paging(['-proposedAt', 'untilDay', 'fromDay'], {
    state: z.enum(CHANGE_STATES).optional(),
    /** Its end is near or over, and nobody looked at it. */
    toCheck: queryFlag.optional(),
    reason: z.enum(CHANGE_REASONS).optional(),
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
  }),
  output: listOf(changeSchema).extend({ counts: z.partialRecord(z.enum(CHANGE_STATES), z.int()) }),
});
export const listCategoryChangesDownload = exportOf(listCategoryChanges);

export const getCategoryChange = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/category-change/{id}',
  summary: 'One change of a category, with all categories of the connection by date',
  access: { permission: 'connection-categories:view' },
  params: idParams,
  output: detailSchema,
});
