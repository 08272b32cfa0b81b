/** Connections, meters and their places (spec §7 "Meters"). Readings and imports have contracts of their own. */
import { z } from 'zod';
import { daySchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { minorSchema, positiveMinorSchema, toLatinDigits } from '#shared/money.ts';
import { listOf, paging, queryFlag, queryInt } from '#shared/paging.ts';
import { blankSchema, lineSchema } from '#shared/text.ts';
import { AGE_NAMES, METER_MOVES, METER_STATES } from './store/store.rules.ts';

export const errors = errorCodes('meters', {
  meter_number_taken: { status: 409, constraint: 'meters_number_key', field: 'number' },
  meter_not_free: { status: 409 },
  /** params: period */
  already_read: { status: 409, constraint: 'readings_meter_period_key', field: 'registerLitres' },
  unknown_meter: { status: 422, field: 'meterId' },
  not_installed: { status: 422, field: 'meterId' },
  before_installation: { status: 422, field: 'readOn' },
  after_removal: { status: 422, field: 'readOn' },
  reading_in_future: { status: 422, field: 'readOn' },
  beyond_register: { status: 422, field: 'registerLitres' },
  not_after_previous: { status: 422, field: 'readOn' },
  later_reading_exists: { status: 409, field: 'readOn' },
  /** A check that the utility set to REFUSE. params: flag */
  check_refused: { status: 422, field: 'registerLitres' },
  /** The phone gave this visit before, with another call. */
  /** A bill of an estimate that has to be lowered does not come out the same from its own figures. params: number */
  estimate_bill_changed: { status: 409 },
  visit_exists: { status: 409, constraint: 'read_attempts_pkey' },
  reading_not_open: { status: 409 },
  reading_billed: { status: 409 },
  /** A posting run is about to bill it; billing's trigger decides. */
  reading_in_posting: { status: 409, constraint: 'readings_in_posting' },
  reason_required: { status: 422, field: 'reason' },
  own_reading: { status: 409 },
  second_approver_is_first: { status: 409 },
  /** The register fell and nothing explains it: there is no use to approve. */
  no_consumption: { status: 409 },
  later_readings_approved: { status: 409 },
  /** params: period */
  later_reading_billed: { status: 409 },
  /** An earlier month of the connection is not decided: what is approved now is measured from it. params: period */
  earlier_reading_open: { status: 409 },
  /** A meter went in its days, and nobody has confirmed the figure with which it went. */
  final_unconfirmed: { status: 409 },
  /** The month begins after the day of the reading. */
  month_after_reading: { status: 422, field: 'period' },
  reading_not_approved: { status: 409 },
  connection_closed: { status: 409 },
  connection_not_closed: { status: 409 },
  /** It is closed with the last reading of its meter. */
  connection_has_meter: { status: 409 },
  /** params: day */
  closing_too_early: { status: 422, field: 'closedOn' },
  closing_in_future: { status: 422, field: 'closedOn' },
  /** The last meter began to measure another connection on the day on which it went. params: day */
  removed_meter_elsewhere: { status: 409 },
  closing_month_closed: { status: 409, constraint: 'unmetered_closures_month_open', field: 'closedOn' },
  /** The successor of the connection was read since. */
  handed_over_reading: { status: 409, constraint: 'readings_handed_over' },
  /** Who noted or checked a handover does not correct its figure. */
  own_handover: { status: 409 },
  /** Its meter measures another account now. */
  handed_over: { status: 409, constraint: 'connections_handed_over' },
  /** Without it there is no final bill; who wants that opens the connection again first. The database decides. */
  last_of_closed: { status: 409, constraint: 'readings_last_of_closed' },
  import_not_readable: { status: 422 },
  import_column_missing: { status: 422 },
  /** params: state */
  import_wrong_state: { status: 409 },
  /** params: count */
  import_billed: { status: 409 },
  import_empty: { status: 422 },
  /** This phone is invited to the connection, or has access to it. */
  access_exists: { status: 409, constraint: 'accesses_living_key', field: 'phone' },
  access_own_phone: { status: 422, field: 'phone' },
  access_over_already: { status: 422, field: 'endsOn' },
  /** Wrong, used, withdrawn or too old: the person hears one sentence for all. */
  access_code_wrong: { status: 422, field: 'code' },
  /** params: seconds, minutes */
  access_wait: { status: 429, field: 'code' },
  /** No invitation of this phone waits, or its second code went out. */
  access_no_new_code: { status: 409 },
  /** The holder lets them see it, not pay for it. */
  access_without_paying: { status: 409 },
});

export const CONNECTION_STATES = ['active', 'disconnected', 'closed'] as const;

/** Numbers as on the plate: Latin digits and capitals. */
export const meterNumberSchema = lineSchema(40).transform((text) => toLatinDigits(text).toUpperCase());

const place = {
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
};

export const meterSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  make: z.string(),
  sizeMm: z.int(),
  registerDigits: z.int(),
  status: z.enum(METER_STATES as unknown as [string, ...string[]]),
  sealNumber: z.string().nullable(),
  connectionId: z.uuid().nullable(),
  connectionNumber: z.string().nullable(),
  consumerName: z.string().nullable(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string().nullable(),
  roadNumber: z.string().nullable(),
  plotNumber: z.string().nullable(),
  installedOn: daySchema.nullable(),
  openingLitres: z.int().nullable(),
  lastPeriod: daySchema.nullable(),
  lastReadOn: daySchema.nullable(),
  lastLitres: z.int().nullable(),
  /** The day from which its age counts. */
  agedFrom: daySchema,
  version: z.int(),
});
export type Meter = z.infer<typeof meterSchema>;

const placeFilters = { sectorId: z.uuid().optional(), roadId: z.uuid().optional() };

export const listMeters = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters',
  summary: 'Meters with their places; type=active: those that measure a connection',
  access: { permission: 'meters:view' },
  query: paging(['number', 'installedOn', 'lastReadOn', 'status'], {
    type: z.enum(['active', 'all']).optional(),
    status: z.enum(METER_STATES as unknown as [string, ...string[]]).optional(),
    sizeMm: queryInt(1, 2000).optional(),
    age: z.enum(AGE_NAMES).optional(),
    /** Somebody asked to scrap it, and nobody decided. */
    scrapAsked: queryFlag.optional(),
    ...placeFilters,
  }),
  output: listOf(meterSchema),
});

export const listMetersDownload = exportOf(listMeters);

const pastReading = z.object({
  id: z.uuid(),
  period: daySchema,
  readOn: daySchema,
  registerLitres: z.int(),
  consumptionLitres: z.int().nullable(),
  state: z.string(),
  flags: z.array(z.string()),
});

export const getMeter = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters/{id}',
  summary: 'One meter with its places and its last twelve readings',
  access: { permission: 'meters:view' },
  params: idParams,
  output: meterSchema.extend({
    assignments: z.array(
      z.object({
        connectionId: z.uuid(),
        connectionNumber: z.string(),
        installedOn: daySchema,
        openingLitres: z.int(),
        removedOn: daySchema.nullable(),
        finalLitres: z.int().nullable(),
        /** The connection was closed with this meter, and its last reading is not billed yet. */
        isReopenable: z.boolean(),
      }),
    ),
    readings: z.array(pastReading),
    madeYear: z.int().nullable(),
    /** What it is worth: it is scrapped by two people. */
    valueMinor: minorSchema.nullable(),
    /** What the asker may do with it now. */
    can: z.array(z.enum(METER_MOVES)),
  }),
});

export const meterBody = z.object({
  number: meterNumberSchema,
  make: blankSchema(60),
  sizeMm: z.int().min(1).max(2000).default(20),
  registerDigits: z.int().min(3).max(9).default(5),
  sealNumber: lineSchema(40).nullable().default(null),
  /** On its plate. */
  madeYear: z.int().min(1950).max(2200).nullable().default(null),
  /** Two people scrap a meter that has one. */
  valueMinor: positiveMinorSchema.nullable().default(null),
});
export type MeterFields = z.output<typeof meterBody>;
export type NewMeter = Omit<MeterFields, 'madeYear' | 'valueMinor'> &
  Partial<Pick<MeterFields, 'madeYear' | 'valueMinor'>>;

export const addMeter = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/create',
  summary: 'Take a meter into stock',
  access: { permission: 'meters:edit' },
  body: meterBody,
  output: z.object({ id: z.uuid() }),
  audit: 'meter.create',
  refuses: [errors.meter_number_taken],
});

export const unreadSchema = z.object({
  meterId: z.uuid(),
  meterNumber: z.string(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  ...place,
  lastPeriod: daySchema.nullable(),
  lastReadOn: daySchema.nullable(),
  lastLitres: z.int().nullable(),
  monthsUnread: z.int(),
});

export const listUnread = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meters/no_readings',
  summary: 'Meters that can still be read for a month, or those of which a later month is read already',
  access: { permission: 'readings:view' },
  query: paging(['route', 'monthsUnread', 'meterNumber', 'consumerName'], {
    period: monthSchema.optional(),
    /** Instead of those that can still be read: those of which a later month is read, so that this one stays without. */
    passedOver: queryFlag.optional(),
    monthsUnread: queryInt(1, 60).optional(),
    ...placeFilters,
  }),
  output: listOf(unreadSchema),
});

export const listUnreadDownload = exportOf(listUnread);

export const connectionSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  consumerId: z.uuid(),
  consumerNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  ...place,
  category: z.string(),
  pipeSizeMm: z.int(),
  status: z.enum(CONNECTION_STATES),
  connectedOn: daySchema,
  meterId: z.uuid().nullable(),
  meterNumber: z.string().nullable(),
  meterStatus: z.string().nullable(),
  installedOn: daySchema.nullable(),
  /** It was closed without a meter, and no bill was made since then. */
  isReopenable: z.boolean(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const listConnections = endpoint({
  service: 'main',
  method: 'GET',
  path: '/connections',
  summary: 'Connections and the meter of each (path ours)',
  access: { permission: 'meters:view' },
  query: paging(['number', 'consumerName', 'route', 'connectedOn'], {
    status: z.enum(CONNECTION_STATES).optional(),
    category: z.string().max(60).optional(),
    consumerId: z.uuid().optional(),
    ...placeFilters,
  }),
  output: listOf(connectionSchema),
});

export const listConnectionsDownload = exportOf(listConnections);
