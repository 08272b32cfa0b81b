/** Whether a returned request was corrected: what it says, or which papers it has, is something else than when it was returned. */
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { addDays } from '#shared/dates.ts';
import { DAYS_TO_ANSWER } from './ownership.rules.ts';

/** Of a request `r`: what can be corrected, as one text. Who changes something and changes it back has corrected nothing. */
export const contentOf: Sql = sql`encode(sha256(convert_to(jsonb_build_array(r.cause, r.name, r.name_bn, r.email, r.nid, r.address,
  (select jsonb_agg(d.id order by d.id) from ownership.documents d where d.request_id = r.id and not d.replaced))::text, 'UTF8')), 'hex')`;

/** Condition over a request `r`: it waits for its correction, and is as it was when it was returned. */
export const isAsReturned: Sql = sql`(r.state = 'RECORRECTION' and r.returned_content is not distinct from ${contentOf})`;

/** For the update of a request `r` that is returned: what was checked and read before is asked again after the correction. */
export const setsOfReturn = ({ today }: Pick<Actor, 'today'>, remark: string): Sql[] => [
  sql`remark = ${remark}`,
  sql`returned_content = ${contentOf}`,
  sql`expires_on = ${addDays(today, DAYS_TO_ANSWER)}::date`,
  ...[sql`verified_by = null`, sql`verified_by_name = null`],
  ...[sql`read_on = null`, sql`register_litres = null`, sql`read_by = null`, sql`read_by_name = null`],
  sql`liability_minor = 0`,
];
