/** Which papers an item of a correction asks for. */
import { type Sql, sql } from '#platform/database/db.ts';
import { MANY_KINDS } from '../documents.rules.ts';

/** The applicant handed it in, also at the counter before submitting; the scan of a NoC is the office's. */
const isApplicants: Sql = sql`exists (select from applications.applications a where a.id = d.application_id
  and a.noc_document_id is distinct from d.id and (d.uploaded_at < a.submitted_at
    or exists (select from identity.users u where u.id = d.uploaded_by and u.consumer_id is not null)))`;

/**
 * Condition over a document `d` and an item `i`. Of kinds that may be many, it asks for those that were returned; if none was, for
 * those that the applicant handed in and nobody has accepted. What was accepted, and what the office added, stays as it is.
 */
export const isAskedFor: Sql = sql`(d.kind = i.kind and d.state <> 'REPLACED' and (
  d.kind <> all(${MANY_KINDS}::text[]) or d.state = 'RETURNED'
  or (d.state <> 'ACCEPTED' and ${isApplicants} and not exists (select from applications.documents r
    where r.application_id = d.application_id and r.kind = d.kind and r.state = 'RETURNED'))))`;
