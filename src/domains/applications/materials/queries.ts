/**
 * The materials of surveys over many applications: the WHERE is that of the list of applications, so who sees what is the same. Of
 * the surveys of one application the one in force counts, at the rates of the survey's own page. A line of quantity 0 needs nothing.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { askTogether } from '#platform/database/ask-together.ts';
import { type Db, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { containing, type ListQuery, listPage } from '#platform/database/lists.ts';
import type { Filters } from '../list-conditions.ts';
import { UNIT_WORDS } from '../names/units.rules.ts';
import { itemColumns, itemTables } from '../pipeline/item-columns.ts';
import { opensUtility } from '../pipeline/open-parts.ts';
import { applicationList, applicationWhere } from '../queries.ts';
import { ratedLine } from '../survey/queries.ts';
import type * as contract from './contract.ts';

type Query = z.output<(typeof contract.listSurveyMaterials)['query']>;
type Answer = z.input<(typeof contract.listSurveyMaterials)['output']>;
type SumQuery = z.output<(typeof contract.listMaterialSums)['query']>;
type SumAnswer = z.input<(typeof contract.listMaterialSums)['output']>;

/** What a surveyor notes is no applicant's to know, and no desk's. */
const opensMaterials = (actor: Actor): boolean => opensUtility(actor) && actor.kind !== 'consumer';

const withSurvey = (query: Filters): Filters => ({ ...query, survey: query.survey ?? 'ANY' });

/** Lines `x` with their materials `m` and the application's survey in force `s`. */
const lines = (actor: Actor): Sql => sql`applications.surveys s
  join applications.survey_materials x on x.survey_id = s.id and x.quantity > 0
  join settings.materials m on m.id = x.material_id
  cross join lateral ${ratedLine(actor)} r`;

/** The unit's word in Bengali. */
const unitBn = (unit: Sql): Sql =>
  sql`coalesce(${JSON.stringify(Object.fromEntries(Object.entries(UNIT_WORDS).map(([unit, [, bn]]) => [unit, bn])))}::jsonb ->> ${unit}, ${unit})`;

const asText = (name: Sql, unit: Sql): Sql =>
  sql`string_agg(${name} || ' × ' || trim_scale(x.quantity) || ' ' || ${unit}, ', ' order by x.line_no)`;

/** The list of applications that have a survey, with its materials; `materialsText` is for the file. */
export function surveyMaterialList(actor: Actor, query: Filters): ListQuery {
  const list = applicationList(actor, withSurvey(query));
  const nobody = opensMaterials(actor) ? sql`` : sql`where false`;
  return {
    ...list,
    rows: sql`select seen.*, day.visited_on as "visitedOn" from (${list.rows}) seen
      join applications.surveys day on day.application_id = seen.id and day.state <> 'REVISED' ${nobody}`,
    sorts: { ...list.sorts, visitedOn: sql`"visitedOn"` },
    count: opensMaterials(actor)
      ? (list.count as Sql<{ total: number }>)
      : sql<{ total: number }>`select 0::bigint as total`,
    details: (page) => sql`select ${itemColumns(actor)}, coalesce(l.materials, '[]') as materials,
        l.amount_minor as "materialsMinor", l.text as "materialsText", l.text_bn as "materialsTextBn"
      from ${itemTables(actor, sql`(${page})`)}
      left join lateral (
        select jsonb_agg(jsonb_build_object('materialId', m.id, 'type', m.type, 'nameEn', r.name_en, 'nameBn', r.name_bn,
            'unit', r.unit, 'quantity', trim_scale(x.quantity)::text, 'rateMinor', r.rate_minor,
            'amountMinor', r.amount_minor) order by x.line_no) as materials,
          sum(r.amount_minor)::bigint as amount_minor, ${asText(sql`r.name_en`, sql`r.unit`)} as text,
          ${asText(sql`r.name_bn`, unitBn(sql`r.unit`))} as text_bn
        from ${lines(actor)} where s.id = survey.id
      ) l on true`,
  };
}

/** A page of surveys, with the sum of the materials on all pages. */
export async function listSurveyMaterials(db: Db | Tx, actor: Actor, query: Query): Promise<Answer> {
  const [page, materialsMinor] = await Promise.all([
    listPage<Answer['items'][number]>(db, query, surveyMaterialList(actor, query)),
    sumOf(db, actor, query, sql`true`),
  ]);
  return { ...page, sums: { materialsMinor } };
}

/** Lines of the surveys that the filters leave. */
function linesOf(actor: Actor, query: Filters): Sql {
  const where = opensMaterials(actor) ? applicationWhere(actor, withSurvey(query)) : sql`false`;
  return sql`applications.applications a join ${lines(actor)} on s.application_id = a.id and s.state <> 'REVISED'
    where ${where}`;
}

async function sumOf(db: Db | Tx, actor: Actor, query: Filters, also: Sql): Promise<number> {
  const [row] = await askTogether(
    db,
    sql<{
      sum: number;
    }>`select coalesce(sum(r.amount_minor), 0)::bigint as sum from ${linesOf(actor, query)} and ${also}`,
  );
  return row?.sum ?? 0;
}

/** The one material of the filter, and those that the search words are in. */
const ofMaterial = ({ materialId, search }: Filters): Sql => {
  const words = search ? containing(search) : null;
  return sql`(${materialId ?? null}::uuid is null or m.id = ${materialId ?? null}::uuid)
    and (${words}::text is null or m.name_en ilike ${words} or m.name_bn ilike ${words})`;
};

/** Each material over the surveys that the filters leave: of many days, so it has its name of today. */
export function materialSumList(actor: Actor, query: Filters): ListQuery {
  const surveys = { ...query, search: undefined };
  return {
    rows: sql`select m.id, m.name_en as "nameEn", m.name_en as name, m.name_bn as "nameBn", m.type, m.unit,
        trim_scale(g.quantity)::text as quantity, g.surveys, g.amount_minor as "amountMinor"
      from (
        select m.id, sum(x.quantity) as quantity, count(*) as surveys, sum(r.amount_minor)::bigint as amount_minor
        from ${linesOf(actor, surveys)} and ${ofMaterial(query)} group by m.id
      ) g join settings.materials m on m.id = g.id`,
    sorts: {
      nameEn: sql`"nameEn"`,
      nameBn: sql`"nameBn" collate "bn-x-icu"`,
      unit: sql`unit`,
      surveys: sql`surveys`,
      amountMinor: sql`"amountMinor"`,
    },
    tieBreak: sql`id`,
  };
}

export async function listMaterialSums(db: Db | Tx, actor: Actor, query: SumQuery): Promise<SumAnswer> {
  const [page, amountMinor] = await Promise.all([
    listPage<SumAnswer['items'][number]>(db, query, materialSumList(actor, query)),
    sumOf(db, actor, { ...query, search: undefined }, ofMaterial(query)),
  ]);
  return { ...page, sums: { amountMinor } };
}
