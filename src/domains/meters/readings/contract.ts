/** Readings of meters: taking, correcting, reviewing (spec §7 "Meters"). */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryInt, searchSchema } from '#shared/paging.ts';
import { lineSchema, optionalLineSchema } from '#shared/text.ts';
import { errors as meterErrors } from '../contract.ts';
import { visitSchema } from '../visits/visit.rules.ts';

export const READING_STATES = [
  ...(['CAPTURED', 'VALID', 'FLAGGED', 'APPROVED', 'ESTIMATED'] as const),
  ...(['REREAD', 'BILLED', 'SUPERSEDED', 'VOID'] as const),
] as const;
export const FLAGS = [
  ...(['HIGH', 'VERY_HIGH', 'LOW', 'ZERO', 'NEGATIVE', 'ROLL_OVER', 'GAP', 'SAME_VALUE', 'FUTURE'] as const),
  // Of the visit: too soon after the meter before, too far from the connection.
  ...(['TOO_FAST', 'FAR_AWAY'] as const),
] as const;
export type Flag = (typeof FLAGS)[number];
/** What a reading waits for: checks that it did not pass, that nobody read it, or that more was estimated before it than was used. */
export const READING_FLAGS = [...FLAGS, 'ESTIMATED', 'BELOW_ESTIMATE', 'SELF_READ'] as const;

export const readingSchema = z.object({
  id: z.uuid(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  meterId: z.uuid(),
  meterNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  period: daySchema,
  readOn: daySchema,
  registerLitres: z.int(),
  previousLitres: z.int().nullable(),
  previousOn: daySchema.nullable(),
  consumptionLitres: z.int().nullable(),
  expectedLitres: z.int().nullable(),
  expectedFrom: z.enum(['READINGS', 'LAST_YEAR', 'CATEGORY']).nullable(),
  /** Use against the expected one, in percent: 0 as expected, 100 twice as much. */
  deviationPercent: z.int().nullable(),
  source: z.string(),
  /** By which rule it was estimated. */
  method: z.enum(['LAST_YEAR', 'RECENT', 'CATEGORY', 'EMPTY', 'BETWEEN']).nullable(),
  state: z.enum(READING_STATES),
  flags: z.array(z.enum(READING_FLAGS)),
  /** The limits that the flags were measured with. */
  figures: z.record(z.string(), z.number()).nullable(),
  remark: z.string().nullable(),
  takenBy: z.string().nullable(),
  firstApprovedBy: z.string().nullable(),
  reviewReason: z.string().nullable(),
  importId: z.uuid().nullable(),
  version: z.int(),
  can: z.object({
    approve: z.boolean(),
    edit: z.boolean(),
    reread: z.boolean(),
    reopen: z.boolean(),
    delete: z.boolean(),
  }),
});
export type Reading = z.infer<typeof readingSchema>;

/** A register in litres: nine digits of m³ at most. */
export const registerSchema = z.int().min(0).max(999_999_999_999);

const placeFilters = { sectorId: z.uuid().optional(), roadId: z.uuid().optional() };
/** What a set of readings is chosen by; the list, and bulk approval of what it shows. */
export const readingFilters = {
  period: monthSchema.optional(),
  state: z.enum(READING_STATES).optional(),
  flag: z.enum([...READING_FLAGS, 'any', 'none']).optional(),
  importId: z.uuid().optional(),
  connectionId: z.uuid().optional(),
  ...placeFilters,
};

export const listReadings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings',
  summary: 'Readings for review (path ours)',
  access: { permission: 'readings:view' },
  query: paging(['route', 'deviation', 'readOn', 'meterNumber', 'consumption'], {
    ...readingFilters,
    deviationAbove: queryInt(0, 100_000).optional(),
  }),
  output: listOf(
    readingSchema.extend({
      /** Of the readings of the twelve months before, for a month. */
      meanLitres: z.int().nullable(),
    }),
  ),
});
export type ListedReading = z.infer<(typeof listReadings)['output']>['items'][number];

export const countReadings = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/counts',
  summary: 'How many readings of each state match the other filters, for the tabs of the list (path ours)',
  access: { permission: 'readings:view' },
  query: z.object({
    period: readingFilters.period,
    flag: readingFilters.flag,
    importId: readingFilters.importId,
    sectorId: placeFilters.sectorId,
    deviationAbove: queryInt(0, 100_000).optional(),
    search: searchSchema.optional(),
  }),
  output: z.object({
    counts: z.partialRecord(z.enum(READING_STATES), z.int()),
    /** What passed every check, of the month, sector and file: one press approves them. */
    unflagged: z.int(),
  }),
});

export const listReadingsDownload = exportOf(listReadings);

export const routeSchema = z.object({
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  meterId: z.uuid(),
  meterNumber: z.string(),
  registerDigits: z.int(),
  previousLitres: z.int().nullable(),
  previousOn: daySchema.nullable(),
  reading: readingSchema
    .pick({
      id: true,
      readOn: true,
      registerLitres: true,
      consumptionLitres: true,
      state: true,
      flags: true,
      version: true,
    })
    .nullable(),
  /** Why a meter without a reading of the month is not read for it any more; null if it can be read, or is read. */
  notToRead: z.enum(['LATER_MONTH_READ', 'CONNECTED_LATER']).nullable(),
});
export type RouteRow = z.infer<typeof routeSchema>;

export const listRoute = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/customers',
  summary: "A month's connections in the order of the reader's way, with their readings",
  access: { permission: 'readings:view' },
  query: paging(['route', 'consumerName', 'meterNumber'], {
    period: monthSchema.optional(),
    read: z.enum(['yes', 'no']).optional(),
    /** Only what comes after this connection on the way: the next one to read. */
    after: z.uuid().optional(),
    state: z.enum(READING_STATES).optional(),
    ...placeFilters,
  }),
  output: listOf(routeSchema),
});

export const countRoute = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/customers/counts',
  summary: 'How many connections of the list are read for the month, and how many are not (path ours)',
  access: { permission: 'readings:view' },
  query: z.object({
    period: monthSchema.optional(),
    sectorId: placeFilters.sectorId,
    search: searchSchema.optional(),
  }),
  output: z.object({ no: z.int(), yes: z.int(), all: z.int() }),
});

/** A meter with what it is expected to show. */
export const nextMeterSchema = routeSchema
  .omit({ reading: true, registerDigits: true, notToRead: true })
  .extend({
    /** Since the reading before until `expectedOn`. */
    expectedLitres: z.int().nullable(),
    expectedOn: daySchema,
    highFactor: z.number().nullable(),
    highLitres: z.int().nullable(),
    lowFactor: z.number().nullable(),
    lowLitres: z.int().nullable(),
    /** The twelve readings before, the newest first. */
    history: z.array(z.object({ period: daySchema, consumptionLitres: z.int().nullable() })),
  });

export const nextMeters = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/next',
  summary: 'The next meters on the way that are not read, with what each is expected to show (path ours)',
  access: { permission: 'readings:create' },
  query: z.object({
    period: monthSchema.optional(),
    sectorId: z.uuid().optional(),
    /** The connection to begin with, or the one behind which to begin. */
    from: z.uuid().optional(),
    after: z.uuid().optional(),
    limit: queryInt(1, 20).default(4),
  }),
  output: z.object({ items: z.array(nextMeterSchema) }),
});
export type NextMeter = z.infer<typeof nextMeterSchema>;

export const getReading = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/{id}',
  summary: 'One reading with the twelve before it (path ours)',
  access: { permission: 'readings:view' },
  params: idParams,
  output: readingSchema.extend({
    history: z.array(
      z.object({
        period: daySchema,
        consumptionLitres: z.int().nullable(),
        registerLitres: z.int(),
        state: z.string(),
      }),
    ),
  }),
});

export const consumerUse = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/use',
  summary: 'Water used by all connections of a consumer in the last 24 months, as read (path ours)',
  access: { permission: 'readings:view' },
  query: z.object({ consumerId: z.uuid() }),
  output: z.object({
    /** Oldest first; null if nothing was read for the month. */
    points: z.array(z.object({ period: monthSchema, litres: z.int().nullable() })),
  }),
});

export const captureReading = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/create',
  summary: 'Take a reading; it is checked at once',
  access: { permission: 'readings:create' },
  body: z.object({
    meterId: z.uuid(),
    period: monthSchema,
    readOn: daySchema,
    registerLitres: registerSchema,
    remark: optionalLineSchema(300),
    /** Of a phone that was at the meter. */
    visit: visitSchema.optional(),
  }),
  output: readingSchema,
  audit: 'reading.capture',
  refuses: [
    meterErrors.already_read,
    meterErrors.before_installation,
    meterErrors.beyond_register,
    meterErrors.not_after_previous,
    meterErrors.reading_in_future,
    meterErrors.month_after_reading,
    meterErrors.unknown_meter,
    meterErrors.not_installed,
    meterErrors.after_removal,
    meterErrors.later_reading_exists,
    meterErrors.check_refused,
    meterErrors.visit_exists,
  ],
});

export const editReading = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/meter/reading/update',
  summary: 'Correct a reading; the original is kept',
  access: { permission: 'readings:create' },
  body: z.object({
    id: z.uuid(),
    version: z.int(),
    readOn: daySchema,
    registerLitres: registerSchema,
    reason: lineSchema(300),
  }),
  output: readingSchema,
  audit: 'reading.edit',
  refuses: [
    commonErrors.not_found,
    meterErrors.reading_billed,
    meterErrors.last_of_closed,
    meterErrors.own_handover,
    meterErrors.handed_over_reading,
    meterErrors.reading_not_open,
    meterErrors.later_readings_approved,
    meterErrors.after_removal,
    meterErrors.check_refused,
    meterErrors.before_installation,
    meterErrors.beyond_register,
    meterErrors.not_after_previous,
    meterErrors.reading_in_future,
    meterErrors.month_after_reading,
  ],
});

export const reviewReading = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/meter/reading/update/status',
  summary:
    'Approve a reading, ask for it to be taken again, or open an approved one again with those after it',
  access: { permission: 'readings:review' },
  body: z.object({
    id: z.uuid(),
    version: z.int(),
    action: z.enum(['approve', 'reread', 'reopen']),
    reason: optionalLineSchema(300),
  }),
  output: readingSchema,
  audit: ['reading.approve', 'reading.reread', 'reading.reopen'],
  refuses: [
    ...[commonErrors.not_found, meterErrors.earlier_reading_open, meterErrors.later_reading_billed],
    meterErrors.later_readings_approved,
    meterErrors.final_unconfirmed,
    meterErrors.reading_in_posting,
    meterErrors.reading_not_approved,
    meterErrors.last_of_closed,
    meterErrors.no_consumption,
    meterErrors.own_reading,
    ...[meterErrors.reading_not_open, meterErrors.reason_required],
    ...[meterErrors.second_approver_is_first, meterErrors.estimate_bill_changed],
  ],
});

export const approveUnflagged = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/approve-unflagged',
  summary: 'Approve every reading that passed its checks and matches (path ours)',
  access: { permission: 'readings:review' },
  body: z.object({ ...readingFilters, period: monthSchema }),
  output: z.object({
    approved: z.int(),
    /** Left because an earlier month of the connection is not decided. */
    left: z.int(),
    /** Left because the caller put them in the place of another person's. */
    own: z.int(),
  }),
  audit: 'reading.approve-unflagged',
});

export const approveSelected = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/approve-selected',
  summary: 'Approve the readings of a month that were marked, with one reason (path ours)',
  access: { permission: 'readings:review' },
  body: z.object({
    period: monthSchema,
    ids: z.array(z.uuid()).min(1).max(200),
    reason: lineSchema(300),
  }),
  output: z.object({
    approved: z.int(),
    /** Those with a flag that asks for two people: this was the first word. */
    first: z.int(),
    /** As they were: taken by this person, without a use, of a month before which another is open, or decided already. */
    left: z.int(),
  }),
  audit: ['reading.approve-flagged', 'reading.approve-unflagged'],
});

export const voidReading = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/meter/reading/delete/{id}',
  summary: 'Void a reading that is not approved yet',
  access: { permission: 'readings:delete' },
  params: idParams,
  body: z.object({ reason: lineSchema(300) }),
  output: done,
  audit: 'reading.void',
  refuses: [
    meterErrors.last_of_closed,
    meterErrors.later_readings_approved,
    meterErrors.reading_billed,
    meterErrors.reading_not_open,
  ],
});
