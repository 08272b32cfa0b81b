/** A visit as a phone notes it. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';

/** Why a meter cannot be read. */
export const CANNOT_READ = [
  ...(['NOBODY_HOME', 'LOCKED', 'NOT_FOUND', 'BURIED', 'UNREADABLE'] as const),
  ...(['BROKEN', 'DANGER', 'REFUSED', 'OTHER'] as const),
] as const;
export type CannotRead = (typeof CANNOT_READ)[number];

export const visitSchema = z.object({
  /** The phone's own: a photo that comes later names it. */
  id: z.uuid(),
  /** By the phone's clock. */
  at: instantSchema,
  place: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      /** Radius in metres in which the phone is. */
      accuracyM: z.int().min(0).max(1_000_000),
    })
    .nullable(),
});
export type Visit = z.output<typeof visitSchema>;
