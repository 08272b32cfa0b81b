/** The utility's time zone if the setting names no other. Apart from dates.ts, which loads Zod. */
export const DEFAULT_TIME_ZONE = 'Asia/Dhaka';
