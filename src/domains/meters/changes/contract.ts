/**
 * A meter is changed in two steps (spec §7 "Meters"): who was there asks with both figures, somebody else accepts. The figure with which the old
 * meter went waits in "Confirm Meter Reading" until a reviewer has looked at it; what was measured from it is not approved before.
 */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';
import { meterNumberSchema, errors as meters } from '../contract.ts';
import { registerSchema } from '../readings/contract.ts';
import { CHANGE_CAUSES, CHANGE_MOVES, CHANGE_STATES } from './change.rules.ts';

export const errors = errorCodes('meters', {
  change_exists: { status: 409, constraint: 'change_requests_open_key' },
  change_wrong_state: { status: 409 },
  /** Who asked does not decide. */
  change_asker: { status: 409 },
  change_not_asker: { status: 409 },
  change_remark: { status: 422, field: 'remark' },
  new_meter_unknown: { status: 422, field: 'meterNumber' },
  /** params: status */
  new_meter_not_free: { status: 409, field: 'meterNumber' },
  /** params: day */
  change_too_early: { status: 422, field: 'changedOn' },
  change_in_future: { status: 422, field: 'changedOn' },
  final_beyond_register: { status: 422, field: 'finalLitres' },
  opening_beyond_register: { status: 422, field: 'openingLitres' },
  /** A question: sent again with `finalUnusual`. params: last, final */
  final_below_last: { status: 409, field: 'finalUnusual' },
  /** A question: sent again with `finalUnusual`. params: litres, days */
  final_high: { status: 409, field: 'finalUnusual' },
  /** A question: sent again with `openingUnusual`. params: last, opening */
  opening_unusual: { status: 409, field: 'openingUnusual' },
  /** The meter of the connection is another one now, or was read since: the request is made again. */
  change_outdated: { status: 409 },
  /** Not an own upload that no record names, or no picture. */
  change_photo_unknown: { status: 422, field: 'photoId' },
  change_document_unknown: { status: 422, field: 'documentId' },
  /** Somebody else confirmed it, or corrected it. */
  final_decided: { status: 409 },
  /** Who read it does not confirm it. */
  final_own: { status: 409 },
  final_reason: { status: 422, field: 'reason' },
  /** A bill has what was measured from it: an adjustment corrects that. */
  final_billed: { status: 409 },
});

const figures = {
  meterNumber: meterNumberSchema,
  changedOn: daySchema,
  finalLitres: registerSchema,
  openingLitres: registerSchema,
  sealNumber: lineSchema(40),
  cause: z.enum(CHANGE_CAUSES),
  reason: lineSchema(300),
  /** The answers to questions about the figures, each of one meter. */
  finalUnusual: z.boolean().optional(),
  openingUnusual: z.boolean().optional(),
  /** Own uploads (/file-upload): the old register on a photo, and the paper of the new meter (new_meter_doc). */
  photoId: z.uuid().nullable().default(null),
  documentId: z.uuid().nullable().default(null),
};
const asksAbout = [
  errors.change_photo_unknown,
  errors.change_document_unknown,
  errors.new_meter_unknown,
  errors.new_meter_not_free,
  errors.change_too_early,
  errors.change_in_future,
  errors.final_beyond_register,
  errors.opening_beyond_register,
  errors.final_below_last,
  errors.final_high,
  errors.opening_unusual,
];

const place = { sectorNumber: z.string(), roadNumber: z.string(), plotNumber: z.string() };
const consumer = { consumerName: z.string(), consumerNameBn: z.string().nullable() };

export const beforeChange = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/change/{id}',
  summary: 'What a person knows before they ask to change the meter of a connection (path ours)',
  access: { permission: 'meters:ask-change' },
  params: idParams,
  output: z.object({
    number: z.string(),
    meterNumber: z.string(),
    /** The last figure of this meter: a reading, or that of its installation. */
    lastOn: daySchema,
    lastLitres: z.int(),
    /** Days before it are measured already. */
    firstDay: daySchema,
    ...consumer,
    ...place,
  }),
  refuses: [commonErrors.not_found, meters.not_installed],
});
export type BeforeChange = z.output<(typeof beforeChange)['output']>;

export const askChange = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/change',
  summary: 'Ask to change the meter of a connection; the new meter is kept for it',
  access: { permission: 'meters:ask-change' },
  body: z.object({ connectionId: z.uuid(), ...figures }),
  output: z.object({ id: z.uuid(), number: z.string() }),
  audit: 'meter.ask-change',
  refuses: [
    commonErrors.not_found,
    meters.not_installed,
    meters.connection_closed,
    errors.change_exists,
    ...asksAbout,
  ],
});

const changeSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  state: z.enum(CHANGE_STATES),
  cause: z.enum(CHANGE_CAUSES),
  reason: z.string(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  ...consumer,
  ...place,
  meterId: z.uuid(),
  meterNumber: z.string(),
  newMeterId: z.uuid(),
  newMeterNumber: z.string(),
  changedOn: daySchema,
  lastOn: daySchema,
  lastLitres: z.int(),
  finalLitres: z.int(),
  /** What the old meter measured after its last figure; over the end of the register. */
  usedLitres: z.int(),
  openingLitres: z.int(),
  sealNumber: z.string(),
  askedBy: z.string(),
  askedAt: instantSchema,
  decidedBy: z.string().nullable(),
  decidedAt: instantSchema.nullable(),
  remark: z.string().nullable(),
  version: z.int(),
  /** The moves that the asker may make now. */
  can: z.array(z.enum(CHANGE_MOVES)),
});
export type Change = z.output<typeof changeSchema>;

export const listMeterChanges = endpoint({
  service: 'main',
  method: 'GET',
  path: '/pending/meters',
  summary: 'Requests to change a meter: those that wait, and what became of the others',
  access: { permission: 'meters:view' },
  query: paging(['askedAt', 'changedOn'], {
    state: z.enum(CHANGE_STATES).optional(),
    cause: z.enum(CHANGE_CAUSES).optional(),
    sectorId: z.uuid().optional(),
  }),
  output: listOf(changeSchema).extend({ counts: z.partialRecord(z.enum(CHANGE_STATES), z.int()) }),
});
export const listMeterChangesDownload = exportOf(listMeterChanges);

export const getMeterChange = endpoint({
  service: 'main',
  method: 'GET',
  path: '/pending/meters/{id}',
  summary: 'One request to change a meter, with its photo and its paper (path ours)',
  access: { permission: 'meters:view' },
  params: idParams,
  output: changeSchema.extend({
    /** The newest of each kind, with a link that opens it for five minutes. */
    papers: z.array(
      z.object({
        id: z.uuid(),
        kind: z.enum(['PHOTO', 'DOCUMENT']),
        fileName: z.string(),
        mediaType: z.string(),
        addedBy: z.string(),
        url: z.string(),
      }),
    ),
  }),
  refuses: [commonErrors.not_found],
});
export type ChangeDetail = z.output<(typeof getMeterChange)['output']>;

const step = { requestId: z.uuid(), version: z.int() };
const stepRefuses = [commonErrors.not_found, commonErrors.stale_version, errors.change_wrong_state];
const answer = z.object({ id: z.uuid(), state: z.enum(CHANGE_STATES), version: z.int() });

export const acceptChange = endpoint({
  service: 'main',
  method: 'POST',
  path: '/new/meter/accept',
  summary: 'Accept a change: the old meter goes with its figure, the new one comes, in one transaction',
  access: { permission: 'meters:change' },
  body: z.object(step),
  output: answer,
  audit: 'meter.accept-change',
  refuses: [...stepRefuses, errors.change_asker, errors.change_outdated],
});

export const endChange = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/change/end',
  summary:
    'Refuse a change, send it back with what is missing, or take the own one back; the new meter is in stock again unless it is sent back (path ours)',
  access: { signedIn: 'meters:change refuses and sends back; who asked takes it back' },
  body: z.object({
    ...step,
    move: z.enum(['refuse', 'return', 'withdraw']),
    remark: lineSchema(300).optional(),
  }),
  output: answer,
  audit: ['meter.refuse-change', 'meter.return-change', 'meter.withdraw-change'],
  refuses: [
    ...stepRefuses,
    commonErrors.not_permitted,
    errors.change_asker,
    errors.change_not_asker,
    errors.change_remark,
  ],
});

export const resendChange = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/meter/change/update',
  summary: 'Correct the own request, and send it again if it was sent back (path ours)',
  access: { permission: 'meters:ask-change' },
  body: z.object({ ...step, ...figures }),
  output: answer,
  audit: 'meter.resend-change',
  refuses: [...stepRefuses, errors.change_not_asker, errors.change_outdated, ...asksAbout],
});

const finalSchema = z.object({
  id: z.uuid(),
  connectionId: z.uuid(),
  connectionNumber: z.string(),
  ...consumer,
  ...place,
  meterId: z.uuid(),
  meterNumber: z.string(),
  removedOn: daySchema,
  /** The old meter's figure before it went. */
  lastOn: daySchema,
  lastLitres: z.int(),
  finalLitres: z.int(),
  /** What it measured since; over the end of the register. */
  usedLitres: z.int(),
  /** What this connection used in as many days before, if it was read often enough. */
  expectedLitres: z.int().nullable(),
  newMeterId: z.uuid().nullable(),
  newMeterNumber: z.string().nullable(),
  openingLitres: z.int().nullable(),
  newLastOn: daySchema.nullable(),
  newLastLitres: z.int().nullable(),
  changeNumber: z.string().nullable(),
  cause: z.enum(CHANGE_CAUSES).nullable(),
  confirmed: z.boolean(),
  /** Why this person may not decide it. */
  hindrance: z.enum(['own', 'confirmed', 'not_permitted']).nullable(),
});
export type FinalFigure = z.output<typeof finalSchema>;

export const listFinals = endpoint({
  service: 'main',
  method: 'GET',
  path: '/dumped/readings',
  summary: 'Figures with which meters went, to be confirmed',
  access: { permission: 'readings:review' },
  query: paging(['removedOn'], {
    confirmed: queryFlag.optional(),
    cause: z.enum(CHANGE_CAUSES).optional(),
    /** Removed on this day or later, and on this one or before. */
    from: daySchema.optional(),
    until: daySchema.optional(),
    sectorId: z.uuid().optional(),
  }),
  output: listOf(finalSchema).extend({ counts: z.object({ waiting: z.int(), confirmed: z.int() }) }),
});
export const listFinalsDownload = exportOf(listFinals);

const refusesFinal = [commonErrors.not_found, errors.final_decided, errors.final_own];

export const settleFinal = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/dumped/meter/reading/update/status',
  summary: 'Confirm the figure with which a meter went, as it was noted or corrected with a reason',
  access: { permission: 'readings:review' },
  body: z.object({
    /** Of the meter's place at the connection. */
    id: z.uuid(),
    /** The figure on the screen: if it is another one by now, nothing is confirmed. */
    seenLitres: registerSchema,
    finalLitres: registerSchema,
    reason: lineSchema(300).optional(),
  }),
  output: z.object({ id: z.uuid(), finalLitres: z.int() }),
  audit: 'meter.confirm-final',
  refuses: [
    ...refusesFinal,
    errors.final_reason,
    errors.final_beyond_register,
    errors.final_billed,
    meters.later_readings_approved,
  ],
});

export const discardFinal = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/dumped/meter/reading/delete/{id}',
  summary: 'Discard a figure that nobody can believe: the old meter ends with its last reading',
  access: { permission: 'readings:review' },
  params: idParams,
  body: z.object({ seenLitres: z.int().min(0), reason: lineSchema(300) }),
  output: z.object({ id: z.uuid(), finalLitres: z.int() }),
  audit: 'meter.discard-final',
  refuses: [...refusesFinal, errors.final_billed, meters.later_readings_approved],
});
