/** What a row of the authority's lists says beside the application: its land papers, its chain, its days and the last remark. */
import type { Actor } from '#platform/actor.ts';
import { dayOfInstant } from '#platform/database/days.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { LAND_KINDS, neededDocuments } from '../documents.rules.ts';
import { documentsOpenTo } from '../pipeline/visible.ts';

const neededLand = (isOwner: boolean) =>
  sql`${neededDocuments(isOwner).filter((kind) => LAND_KINDS.includes(kind))}::text[]`;

/** Of the application `a`: how many land papers are in which state, and how many needed ones are not there. */
const papers = (actor: Actor): Sql => sql`(select case when ${documentsOpenTo(actor)} then jsonb_build_object(
    'accepted', count(*) filter (where p.state = 'ACCEPTED'),
    'waiting', count(*) filter (where p.state = 'SUBMITTED'),
    'returned', count(*) filter (where p.state = 'RETURNED'),
    'missing', (select count(*) from unnest(case when (a.applicant ->> 'isOwner')::boolean is false
        then ${neededLand(false)} else ${neededLand(true)} end) as needed (kind)
      where not exists (select from applications.documents there
        where there.application_id = a.id and there.kind = needed.kind and there.state <> 'REPLACED'))) end
  from applications.documents p where p.application_id = a.id and p.kind = any(${LAND_KINDS}::text[]))`;

/** Of the same, a subselect over the steps `c` of its chain. */
const ofChain = (what: Sql): Sql =>
  sql`(select ${what} from applications.noc_steps c where c.application_id = a.id)`;
const chain = ofChain(sql`coalesce(jsonb_agg(jsonb_build_object('roleCode', c.role_code, 'state', c.state,
  'decidedBy', c.decided_by_name, 'onBehalfOf', c.on_behalf_of, 'decidedAt', c.decided_at, 'openedAt', c.opened_at)
  order by c.position), '[]')`);

/** Days from the one on which the utility sent it to the one on which the last desk decided, or until today. */
const authorityDays = (actor: Actor): Sql => sql`(
  case when a.state in ('WAITING_FOR_REVIEW', 'RECORRECTION') and ${ofChain(sql`bool_or(c.state in ('OPEN', 'WAITING'))`)}
    then ${actor.today}::date
    else coalesce(${dayOfInstant(ofChain(sql`max(c.decided_at)`))}, ${dayOfInstant(sql`a.state_since`)}) end
  - (select min(${dayOfInstant(sql`t.at`)}) from applications.timeline t
    where t.application_id = a.id and t.action = 'accept'))`;

/** An approval without words is no remark. Everybody who sees the list reads all of them (remarksOpenTo). */
const lastRemark = (what: Sql): Sql => sql`(select ${what} from applications.noc_remarks k
  where k.application_id = a.id and k.text <> '' order by k.at desc, k.id desc limit 1)`;

/** Columns over a page of applications `a`. */
export const rowDetails = (actor: Actor): Sql => sql`papers.*, ${chain} as chain,
  ${ofChain(sql`count(*) filter (where c.state = 'APPROVED')::int`)} as "desksApproved",
  ${authorityDays(actor)} as "authorityDays", ${lastRemark(sql`k.text`)} as "lastRemark",
  ${lastRemark(sql`k.name`)} as "lastRemarkBy"`;

/** Joined to it. */
export const rowPapers = (
  actor: Actor,
): Sql => sql`cross join lateral (select (x.p ->> 'accepted')::int as "landAccepted",
    (x.p ->> 'waiting')::int as "landWaiting", (x.p ->> 'returned')::int as "landReturned",
    (x.p ->> 'missing')::int as "landMissing" from (select ${papers(actor)} as p) x) papers`;
