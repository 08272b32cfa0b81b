/**
 * The utility's time zone in the tests: that of the setting's default, or the one that TEST_TIME_ZONE names. A whole
 * run can so stand in another zone, where a day begins at another instant.
 */
import { DEFAULT_TIME_ZONE } from '#shared/time-zone.ts';

export const ZONE = process.env.TEST_TIME_ZONE || DEFAULT_TIME_ZONE;
