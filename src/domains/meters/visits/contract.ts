/** A reader's way along a road with a phone: what is loaded before, visits without a reading, and photos (the paths are ours). */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { optionalLineSchema } from '#shared/text.ts';
import { errors as meterErrors } from '../contract.ts';
import { nextMeterSchema, routeSchema } from '../readings/contract.ts';
import { CANNOT_READ, visitSchema } from './visit.rules.ts';

export const errors = errorCodes('meters', {
  visit_has_photo: { status: 409 },
  photo_missing: { status: 422, field: 'file' },
  remark_missing: { status: 422, field: 'remark' },
  /** Somebody else changed the order, or a connection came or went. */
  route_changed: { status: 409 },
});

/** One visit of a meter, as the office sees it. */
export const pastVisitSchema = z.object({
  id: z.uuid(),
  reason: z.enum(CANNOT_READ).nullable(),
  remark: z.string().nullable(),
  visitedAt: instantSchema,
  visitedBy: z.string(),
  latitude: z.string().nullable(),
  longitude: z.string().nullable(),
  accuracyM: z.int().nullable(),
  distanceM: z.int().nullable(),
  hasPhoto: z.boolean(),
});
export type PastVisit = z.infer<typeof pastVisitSchema>;

export const listVisits = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/visits',
  summary:
    'Who was at the meter of a connection for a month, with time and position, the newest first (the path is ours)',
  access: { permission: 'readings:create' },
  query: z.object({ connectionId: z.uuid(), period: monthSchema }),
  output: z.object({ items: z.array(pastVisitSchema) }),
});

export const openVisitPhoto = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/visits/photo',
  summary: 'A link that shows the photo of a visit for a few minutes (the path is ours)',
  access: { permission: 'readings:create' },
  query: z.object({ visitId: z.uuid() }),
  output: z.object({ url: z.string() }),
  refuses: [commonErrors.not_found],
});

export const addVisitPhoto = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/meter/readings/visits/photo',
  summary: 'Add the photo of a visit (multipart field `file`); the visit is sent first (the path is ours)',
  access: { permission: 'readings:create' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ visitId: z.uuid() }),
  output: done,
  audit: 'reading.photo',
  refuses: [commonErrors.not_found, errors.photo_missing, errors.visit_has_photo],
});

export const noteUnread = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/readings/visits',
  summary: 'Note why a meter could not be read (the path is ours)',
  access: { permission: 'readings:create' },
  body: z.object({
    meterId: z.uuid(),
    period: monthSchema,
    visit: visitSchema,
    reason: z.enum(CANNOT_READ),
    remark: optionalLineSchema(300),
  }),
  output: done,
  audit: 'reading.not-read',
  refuses: [
    errors.remark_missing,
    meterErrors.visit_exists,
    meterErrors.already_read,
    meterErrors.unknown_meter,
    meterErrors.not_installed,
  ],
});

/** A meter of the road: read for the month or not. */
const roadMeterSchema = nextMeterSchema.extend({
  reading: routeSchema.shape.reading,
  /** Who took the reading. */
  takenBy: z.string().nullable(),
  /** The newest reason why it was not read in the month, if it is not read. */
  cannotRead: z.enum(CANNOT_READ).nullable(),
});
export type RoadMeter = z.infer<typeof roadMeterSchema>;

export const roadRoute = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/road/{id}',
  summary:
    "A road's meters in reading order with all that is needed to read them without a network (the path is ours)",
  access: { permission: 'readings:create' },
  params: z.object({ id: z.uuid() }),
  query: z.object({ period: monthSchema.optional() }),
  output: z.object({
    roadId: z.uuid(),
    sectorNumber: z.string(),
    roadNumber: z.string(),
    period: daySchema,
    items: z.array(roadMeterSchema),
    /** The connections of the road in reading order, also those that are not read for the month. */
    order: z.array(z.uuid()),
  }),
  refuses: [commonErrors.not_found],
});
export type RoadRoute = z.infer<(typeof roadRoute)['output']>;

export const roadsToRead = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/roads',
  summary:
    'Roads in the order of the way, with how many meters of each are still to be read (the path is ours)',
  access: { permission: 'readings:create' },
  query: z.object({ period: monthSchema.optional(), sectorId: z.uuid().optional() }),
  output: z.object({
    items: z.array(
      z.object({ id: z.uuid(), sectorNumber: z.string(), roadNumber: z.string(), left: z.int() }),
    ),
  }),
});

export const setRouteOrder = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/meter/readings/road/order',
  summary: "Set the order in which a road's connections are read (the path is ours)",
  access: { permission: 'meters:edit' },
  body: z.object({
    roadId: z.uuid(),
    /** As it was shown. */
    was: z.array(z.uuid()).min(1).max(2000),
    order: z.array(z.uuid()).min(1).max(2000),
  }),
  output: done,
  audit: 'road.order',
  refuses: [errors.route_changed],
});

export const routeSheet = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/readings/road/{id}/sheet',
  summary: "A road's route sheet on paper, in reading order, as PDF (the path is ours)",
  access: { permission: 'readings:create' },
  kind: 'download',
  rate: 'export',
  params: z.object({ id: z.uuid() }),
  query: z.object({ period: monthSchema.optional(), language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
  refuses: [commonErrors.not_found],
});
