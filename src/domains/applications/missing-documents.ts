/** Needed documents of an application that are not there. */
import { type Sql, sql } from '#platform/database/db.ts';
import { type DocumentKind, neededDocuments } from './documents.rules.ts';

const asArray = (kinds: readonly DocumentKind[]) => sql`${kinds}::text[]`;

/** The kinds that the applicant of `a` has to hand in. */
export const neededKinds: Sql = sql`case when (a.applicant ->> 'isOwner')::boolean is false
    then ${asArray(neededDocuments(false))} else ${asArray(neededDocuments(true))} end`;

/** How many needed documents of `a` are not there, or were asked for again. */
export const missingDocuments: Sql<number> = sql<number>`(
  select count(*)::int from unnest(${neededKinds}) as needed (kind)
  where not exists (select from applications.documents d
    where d.application_id = a.id and d.kind = needed.kind and d.state in ('SUBMITTED', 'ACCEPTED')))`;

/** How many of `a` were returned and are not asked for again yet. */
export const returnedDocuments: Sql<number> = sql<number>`(select count(*)::int from applications.documents d
    where d.application_id = a.id and d.state = 'RETURNED' and a.state <> 'RECORRECTION')`;
