/** What people type into a file, read by SQL: digits of both scripts, days in the usual ways of writing. */
import { type Sql, sql } from '../database/db.ts';

const BENGALI = '০১২৩৪৫৬৭৮৯';

/** Trimmed, with Latin digits. Nearly every cell is plain ASCII, which needs no translation. */
export const latinDigits = (text: Sql): Sql =>
  sql`case when octet_length(${text}) = char_length(${text}) then btrim(${text}, E' \\t')
  else translate(btrim(${text}, E' \\t\\u00A0'), ${sql.lit(BENGALI)}, '0123456789') end`;

/**
 * 2026-01-31, 2026/1/31 and 31-1-2026, 31/01/2026, 31.1.2026 as YYYY-MM-DD text, null for anything else. That such a
 * day exists is checked later: see dayOf.
 */
export const isoDay = (text: Sql): Sql =>
  sql`case
    when ${text} ~ '^\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}([ T].*)?$'
      then regexp_replace(${text}, '^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2}).*$', '\\1-\\2-\\3')
    when ${text} ~ '^\\d{1,2}[-/.]\\d{1,2}[-/.]\\d{4}$'
      then regexp_replace(${text}, '^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})$', '\\3-\\2-\\1') end`;

/** The day that a YYYY-MM-DD text names; null for 2026-02-31. */
export const dayOf = (iso: Sql): Sql =>
  sql`case when pg_input_is_valid(${iso}, 'date') then (${iso})::date end`;
