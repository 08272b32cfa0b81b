/** The list of what surveys need, with the sum of all its pages. */
import { listSurveyMaterials } from '#domains/applications/materials/contract.ts';
import { listSurveyMaterials as listMaterialsOf } from '#domains/applications/materials/queries.ts';
import { type Sql, sql } from '#platform/database/db.ts';
import { type Case, LIVING, page, REAL, shown } from './case.ts';

/** Surveys with what they need, and the sum of it on all pages. */
export const materials = (list: string, sort: string, order: Sql, inner = order): Case => ({
  ...{ list, kind: 'first', role: 'engineer', endpoint: listSurveyMaterials, query: { sort } },
  ask: listMaterialsOf,
  bare: (actor) => ({
    rows: sql`select i.*, l.materials from (${shown(
      actor,
      sql`select a.*, s.id as survey_id, s.visited_on from applications.surveys s join applications.applications a on a.id = s.application_id
        where s.state <> 'REVISED' and ${LIVING} and ${REAL} ${page(inner)}`,
      order,
    )}) i left join lateral (select jsonb_agg(to_jsonb(x)) as materials from applications.surveys s
        join applications.survey_materials x on x.survey_id = s.id where s.application_id = i.id and s.state <> 'REVISED') l on true`,
    counts: sql`select count(distinct s.id), sum(round(x.quantity * x.rate_minor)) from applications.surveys s
      join applications.applications a on a.id = s.application_id left join applications.survey_materials x on x.survey_id = s.id
      where s.state <> 'REVISED' and ${LIVING} and ${REAL}`,
  }),
});
