/** Empty houses: noted by one person, approved by another one. The paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { blankSchema, lineSchema } from '#shared/text.ts';
import { EMPTY_REASONS, EMPTY_STATES, emptyRules } from './empty-house.rules.ts';

export const errors = errorCodes('empty_houses', {
  connection_unknown: { status: 422, field: 'connectionNumber' },
  connection_closed: { status: 409, field: 'connectionNumber' },
  /** The same of a notice by its household, which chooses from its own connections. */
  own_closed: { status: 409, field: 'connectionId' },
  /** No rules of today allow it. */
  not_offered: { status: 409 },
  end_before_begin: { status: 422, field: 'untilDay' },
  /** params: day, the last one that the rules allow. */
  too_long: { status: 422, field: 'untilDay' },
  /** params: day, the first one that the rules or the connection allow. */
  too_early: { status: 422, field: 'fromDay' },
  /** params: day, the last first day that can be noted today. */
  too_far: { status: 422, field: 'fromDay' },
  /** Nobody knows the register of a day to come. */
  start_to_come: { status: 422, field: 'startLitres' },
  /** The meter was read: on a day before it showed more, or on a later one less. params: litres, day. */
  start_impossible: { status: 422, field: 'startLitres' },
  /** The register cannot show it. params: litres, the first figure that it has no digits for. */
  start_beyond_register: { status: 422, field: 'startLitres' },
  /** params: day, the first one that is not billed. */
  day_billed: { status: 409, field: 'fromDay', constraint: 'empty_houses_day_billed' },
  /** It ends on a day that is billed. params: day, the first one that is not. */
  end_billed: { status: 409, field: 'untilDay' },
  /** Another notice of the connection has some of the days. */
  days_taken: { status: 409, field: 'fromDay', constraint: 'empty_houses_days_excl' },
  second_person: { status: 409, constraint: 'empty_houses_two_persons' },
  /** The register of the first day is added by another person than the ones who noted and approved the notice, and corrected by another one. */
  start_other_person: { status: 409, constraint: 'empty_houses_start_two_persons' },
  /** Nobody knows the register of a day to come. */
  return_to_come: { status: 422, field: 'returnLitres' },
  /** The meter was read: on a day before it showed more, or on a later one less. params: litres, day. */
  return_impossible: { status: 422, field: 'returnLitres' },
  /** The register cannot show it. params: litres, the first figure that it has no digits for. */
  return_beyond_register: { status: 422, field: 'returnLitres' },
  /** The day of the return is billed. params: day, the first one that is not. */
  return_billed: { status: 409, field: 'returnLitres' },
  /** The same of the register of the day of the return. */
  return_other_person: { status: 409, constraint: 'empty_houses_return_two_persons' },
  /** The register of the day of the return is known: it is that of the last day, so that day stays. */
  return_known: { status: 409 },
  /** The office says why it takes a notice of a household back. */
  reason_missing: { status: 422, field: 'answer' },
  /** The household took back, or has waiting, as many as it may within some weeks. params: day, from which it can note one again. */
  asked_often: { status: 409 },
  /** Its state does not allow this step. */
  over: { status: 409 },
  /** It ends on its days: the new end is not within them. params: from, until. */
  end_outside: { status: 422, field: 'untilDay' },
});

const houseSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(EMPTY_STATES),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  fromDay: daySchema,
  /** The first day after it; the last one that the rules allow, if nobody gave one. */
  untilDay: daySchema,
  /** The same as it was noted. If the notice ended early or by use, `untilDay` is before it. */
  notedUntilDay: daySchema,
  openEnd: z.boolean(),
  reason: z.enum(EMPTY_REASONS),
  fixedOwedPercent: z.int(),
  minimumOwedPercent: z.int(),
  proposedAt: instantSchema,
  /** To the office. */
  proposedBy: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
});
export type EmptyHouse = z.output<typeof houseSchema>;

const detailSchema = houseSchema.extend({
  words: z.string(),
  startLitres: z.int().nullable(),
  /** To the office, if the register was added after the notice. */
  startNotedBy: z.string().nullable(),
  startNotedAt: instantSchema.nullable(),
  /** What the register showed on `untilDay`. */
  returnLitres: z.int().nullable(),
  returnNotedBy: z.string().nullable(),
  returnNotedAt: instantSchema.nullable(),
  emptyLitres: z.int(),
  answer: z.string().nullable(),
  /** To the office. */
  endedBy: z.string().nullable(),
  endedAt: instantSchema.nullable(),
  endedByInvoice: z.object({ id: z.uuid(), number: z.string() }).nullable(),
  /** What ended it by use: the use of its days on the bill, and up to what they would be empty. */
  usedLitres: z.int().nullable(),
  usedMostLitres: z.int().nullable(),
  /** To the office: the use of the last readings, the newest first. */
  recent: z.array(z.object({ readOn: daySchema, days: z.int(), useLitres: z.int() })).nullable(),
  /** To the office: what the last bill of the connection has of that of which less is owed. */
  lastBill: z
    .object({
      id: z.uuid(),
      number: z.string(),
      period: daySchema,
      fixedMinor: z.int(),
      minimumMinor: z.int(),
    })
    .nullable(),
  /** The bill that ended it is cancelled or corrected since: its days from this one on can be noted again. */
  againFrom: daySchema.nullable(),
  /** The price of the connection has a fixed charge or a minimum; without one no bill becomes less. */
  relieves: z.boolean(),
  version: z.int(),
  can: z.object({
    approve: z.boolean(),
    refuse: z.boolean(),
    withdraw: z.boolean(),
    end: z.boolean(),
    start: z.boolean(),
    return: z.boolean(),
  }),
});
export type EmptyHouseDetail = z.output<typeof detailSchema>;

const noted = {
  fromDay: daySchema,
  untilDay: daySchema.nullable().default(null),
  reason: z.enum(EMPTY_REASONS),
  words: lineSchema(500),
  /** What the register showed on the first day. */
  startLitres: z.int().min(0).nullable().default(null),
};
const refusesNotice = [
  errors.not_offered,
  errors.end_before_begin,
  errors.too_long,
  errors.too_early,
  errors.too_far,
  errors.start_to_come,
  errors.start_impossible,
  errors.start_beyond_register,
  errors.day_billed,
  errors.days_taken,
];
const moved = z.object({ id: z.uuid(), number: z.string(), state: z.enum(EMPTY_STATES) });
const versioned = z.object({ version: z.int() });

export const noteEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house',
  summary:
    'Note that nobody lives at a connection from a day on, perhaps with the day on which it is lived in again',
  access: { permission: 'empty-houses:note' },
  rate: 'money',
  body: z.object({ connectionNumber: lineSchema(40), ...noted }),
  output: moved,
  audit: 'empty-house.note',
  refuses: [errors.connection_unknown, errors.connection_closed, ...refusesNotice],
});

export const askEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/own',
  summary: 'Say that nobody lives at an own connection from a day on; the office decides',
  access: { permission: 'empty-houses:own' },
  rate: 'money',
  body: z.object({ connectionId: z.uuid(), ...noted }),
  output: moved,
  audit: 'empty-house.note',
  refuses: [commonErrors.not_found, errors.own_closed, errors.asked_often, ...refusesNotice],
});

export const approveEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/approve',
  summary: 'The second person agrees: less is owed for the days, and the household is told',
  access: { permission: 'empty-houses:approve' },
  rate: 'money',
  params: idParams,
  body: versioned,
  output: moved,
  audit: 'empty-house.approve',
  refuses: [
    commonErrors.stale_version,
    errors.over,
    errors.second_person,
    errors.connection_closed,
    errors.day_billed,
  ],
});

export const refuseEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/refuse',
  summary: 'Refuse a notice of an empty house, with a reason that the household reads',
  access: { permission: 'empty-houses:approve' },
  params: idParams,
  body: versioned.extend({ answer: lineSchema(300) }),
  output: moved,
  audit: 'empty-house.refuse',
  refuses: [commonErrors.stale_version, errors.over],
});

export const withdrawEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/withdraw',
  summary: 'Take a notice of an empty house back before it is decided',
  access: { signedIn: 'empty-houses:own for the own house; empty-houses:note at the office' },
  params: idParams,
  /** A household may take its own back without a reason. */
  body: versioned.extend({ answer: blankSchema(300) }),
  output: moved,
  audit: 'empty-house.withdraw',
  refuses: [commonErrors.not_permitted, commonErrors.stale_version, errors.over, errors.reason_missing],
});

export const endEmptyHouse = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/end',
  summary:
    'End an empty house before its last day: somebody lives there again from a day on that is not billed',
  access: { signedIn: 'empty-houses:own for the own house; empty-houses:note at the office' },
  rate: 'money',
  params: idParams,
  body: versioned.extend({ untilDay: daySchema, answer: lineSchema(300) }),
  output: moved,
  audit: 'empty-house.end',
  refuses: [
    commonErrors.not_permitted,
    commonErrors.stale_version,
    errors.over,
    errors.return_known,
    errors.end_outside,
    errors.end_billed,
  ],
});

export const noteEmptyStart = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/start',
  summary:
    'Add what the register showed on the first day of an approved notice, or correct it, by another person than those who noted and approved it',
  access: { permission: 'empty-houses:approve' },
  rate: 'money',
  params: idParams,
  body: versioned.extend({ startLitres: z.int().min(0), words: lineSchema(300) }),
  output: moved,
  audit: 'empty-house.start',
  refuses: [
    commonErrors.stale_version,
    errors.over,
    errors.start_other_person,
    errors.start_to_come,
    errors.start_impossible,
    errors.start_beyond_register,
    errors.day_billed,
  ],
});

export const noteEmptyReturn = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/empty-house/{id}/return',
  summary:
    'Add what the register showed on the day on which somebody lives there again, or correct it, by another person than those who noted and approved the notice',
  access: { permission: 'empty-houses:approve' },
  rate: 'money',
  params: idParams,
  body: versioned.extend({ returnLitres: z.int().min(0), words: lineSchema(300) }),
  output: moved,
  audit: 'empty-house.return',
  refuses: [
    commonErrors.stale_version,
    errors.over,
    errors.return_other_person,
    errors.return_to_come,
    errors.return_impossible,
    errors.return_beyond_register,
    errors.return_billed,
  ],
});

export const listEmptyHouses = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/empty-houses',
  summary: 'Notices of empty houses, with the count of each state; a consumer sees their own',
  access: { permission: 'empty-houses:view' },
  query: paging(['-proposedAt', 'untilDay', 'fromDay'], {
    state: z.enum(EMPTY_STATES).optional(),
    reason: z.enum(EMPTY_REASONS).optional(),
    sectorId: z.uuid().optional(),
    connectionId: z.uuid().optional(),
  }),
  output: listOf(houseSchema).extend({
    counts: z.partialRecord(z.enum(EMPTY_STATES), z.int()),
    /** By the rules of today a notice can be given; to a household only if a bill of theirs can become less. */
    offered: z.boolean(),
    /** What a notice of today promises: the form says it before it is sent. */
    rules: emptyRules.pick({
      fixedOwedPercent: true,
      minimumOwedPercent: true,
      emptyLitres: true,
      longestMonths: true,
    }),
  }),
});
export const listEmptyHousesDownload = exportOf(listEmptyHouses);

export const getEmptyHouse = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/empty-house/{id}',
  summary: 'One notice of an empty house',
  access: { permission: 'empty-houses:view' },
  params: idParams,
  output: detailSchema,
});
