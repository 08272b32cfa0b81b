import { dayOf } from '#shared/dates.ts';
import { webConfig } from './config.ts';

/** The utility's calendar day of this moment. */
export const today = (): string => dayOf(new Date(), webConfig().timeZone);
