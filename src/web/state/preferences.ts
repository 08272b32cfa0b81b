/** What this browser remembers for its person. */
import { persisted } from './persisted.ts';

/** Bengali digits in Bengali texts; off shows Latin ones. */
export const bengaliDigits = persisted('bengaliDigits', true);
/** Rows a page of each list, by path (the specification's pagination map). */
export const paginationMap = persisted<Record<string, number>>('paginationMap', {});
