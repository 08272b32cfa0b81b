/** How often entries are claimed: each claim of another phone's entry sends an SMS and is work for staff. */
import type { Limit } from '#platform/limits.ts';

const DAY = 86_400;

/** Claims of one account, however they end. */
export const CLAIMS_OF_ACCOUNT: Limit = { points: 3, seconds: 30 * DAY };

/** Codes that go to the phone of one entry; further claims of it are decided by staff only. */
export const CODES_FOR_ENTRY: Limit = { points: 3, seconds: DAY };

/** So long the phone of the register may think about it. */
export const CODE_SECONDS = 3 * DAY;
