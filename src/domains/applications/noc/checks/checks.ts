/** What a desk checks before it decides, as the lists, the record and its history show it. */
import { type Actor, may } from '#platform/actor.ts';
import { all, type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { missingDocuments, returnedDocuments } from '../../missing-documents.ts';

/** Condition over an item `c`: it is on the list of this desk now. @param desk its id */
const isOnList = (desk: Sql): Sql => sql`(c.desk_id = ${desk} and c.retired_at is null)`;

/** Condition over an item `c` and an application `a`: it is a paper that nobody has handed in. */
export const isPaperMissing: Sql = sql`(c.document_kind is not null and not exists (select from applications.documents p
  where p.application_id = a.id and p.kind = c.document_kind and p.state <> 'REPLACED'))`;

/**
 * Condition over an item `c` and an application `a`: it is answered, and the desk has not decided since. A paper that is not there is
 * answered by a remark only.
 */
const isAnswered: Sql = sql`exists (select from applications.noc_checks y
  where y.application_id = a.id and y.item_id = c.id and y.remark_id is null
    and (y.answer = 'REMARK' or not ${isPaperMissing}))`;

/** How many required items of the desk have no answer for the application `a`. */
export const openChecks = (desk: Sql): Sql<number> =>
  sql<number>`(select count(*)::int from applications.desk_checks c
    where ${isOnList(desk)} and c.required and not ${isAnswered})`;

/** Condition over an application `a` that is at this desk: all is checked, and no paper is missing or returned. */
export const isGreen = (desk: Sql): Sql => sql`coalesce(${desk} is not null and a.state = 'WAITING_FOR_REVIEW'
  and ${openChecks(desk)} = 0 and ${missingDocuments} = 0 and ${returnedDocuments} = 0, false)`;

/** Columns over a page of applications `a` with the `desk_id` of their open desk. */
export const rowChecks: Sql = sql`case when a.desk_id is not null then (select count(*)::int from applications.desk_checks c
    where ${isOnList(sql`a.desk_id`)} and c.required) end as "checksNeeded",
  case when a.desk_id is not null then (select count(*)::int from applications.desk_checks c
    where ${isOnList(sql`a.desk_id`)} and c.required and ${isAnswered}) end as "checksMade",
  case when a.desk_id is not null then (select count(*)::int from applications.desk_checks c
    where ${isOnList(sql`a.desk_id`)} and c.required and ${isPaperMissing} and not ${isAnswered}) end as "checksMissing",
  ${isGreen(sql`a.desk_id`)} as green`;

const wording = sql`'documentKind', c.document_kind, 'en', c.text_en, 'bn', c.text_bn, 'required', c.required`;
const answered = sql`'answer', y.answer, 'remark', y.remark, 'name', y.name, 'onBehalfOf', y.on_behalf_of, 'at', y.at`;

/** Of the desk `d`, its list. */
export const checksOfDesk: Sql = sql`coalesce((select jsonb_agg(jsonb_build_object('id', c.id, ${wording}) order by c.position, c.id)
  from applications.desk_checks c where ${isOnList(sql`d.id`)}), '[]')`;

/** A household reads no checks, and nobody who does not see the desks. */
const opensChecks = (actor: Actor): boolean => actor.kind !== 'consumer' && may(actor, 'noc:view');

/** What was checked for a decision. @param remark the id of its row */
export const checksKeptWith = (actor: Actor, remark: Sql): Sql =>
  opensChecks(actor)
    ? sql`coalesce((select jsonb_agg(jsonb_build_object('id', y.id, ${wording}, ${answered}) order by c.position, c.id)
        from applications.noc_checks y join applications.desk_checks c on c.id = y.item_id
        where y.remark_id = ${remark}), '[]')`
    : sql`'[]'::jsonb`;

/** The list of the desk that has the application, each item with its answer. */
export async function checksAtDesk(
  db: Db | Tx,
  actor: Actor,
  applicationId: string,
): Promise<ApplicationDetail['deskChecks']> {
  if (!opensChecks(actor)) return [];
  return all<ApplicationDetail['deskChecks'][number]>(
    db,
    sql`select c.id, c.document_kind as "documentKind", c.text_en as en, c.text_bn as bn, c.required,
        case when y.id is not null then jsonb_build_object(${answered}) end as answered,
        ${isPaperMissing} as "paperMissing"
      from applications.noc_steps s join applications.applications a on a.id = s.application_id
      join applications.desk_checks c on ${isOnList(sql`s.desk_id`)}
      left join applications.noc_checks y on y.application_id = a.id and y.item_id = c.id and y.remark_id is null
      where a.id = ${applicationId} and s.state = 'OPEN' and a.state = 'WAITING_FOR_REVIEW' order by c.position, c.id`,
  );
}
