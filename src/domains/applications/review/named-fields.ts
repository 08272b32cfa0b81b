/** What a correction names of a part, and what has become of it. */
import { type Sql, sql } from '#platform/database/db.ts';

/** The part of an application `a` that an item `i` is about, as jsonb. */
export const askedPart: Sql = sql`case i.part when 'applicant' then a.applicant when 'owner' then a.owner
  when 'plumber' then a.plumber when 'building' then a.building end`;

/**
 * Condition over an item `i` and one of its fields `f`: it holds what it held when it was asked.
 * @param part as it is now, as jsonb
 */
export const isSame = (part: Sql): Sql =>
  sql`nullif((${part}) ->> f.field, '') is not distinct from nullif(i.asked ->> f.field, '')`;
