/** A place on the map as it is typed or as a phone gives it, in degrees. */
import { z } from 'zod';
import { toLatinDigits } from '#shared/money.ts';

const MOST_NORTH = 90;
const MOST_EAST = 180;

const degrees = (most: number, beyond: string) =>
  z
    .string()
    .transform((text) => toLatinDigits(text).trim())
    .refine((text) => /^-?\d{1,3}(\.\d{1,7})?$/.test(text), { error: 'common.number_invalid', abort: true })
    .refine((text) => Math.abs(Number(text)) <= most, { error: beyond })
    .nullish();

/** Bangladesh is at about 24 and 90: of the two swapped the latitude is beyond. */
export const placeFields = {
  latitude: degrees(MOST_NORTH, 'applications.latitude_beyond'),
  longitude: degrees(MOST_EAST, 'applications.longitude_beyond'),
};
