/** The survey in force: words and rates do not change after it is submitted, before that they are those of today and of the visit's day. */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { type Db, first, type Sql, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { surveySchema } from '../detail.schema.ts';

/** A draft that was sent back is shown as such. @param survey the table's name in the query */
export const shownSurveyState = (survey: string): Sql =>
  sql`case when ${sql.ref(`${survey}.returned_at`)} is null then ${sql.ref(`${survey}.state`)} else 'RETURNED' end`;

/** Words, rate and amount of a line `x` of the survey `s` with the material `m`: kept since the submission, before it those of today and of the visit. */
export const ratedLine = (actor: Actor): Sql => sql`(
  select coalesce(x.name_en, m.name_en) as name_en, coalesce(x.name_bn, m.name_bn) as name_bn, coalesce(x.unit, m.unit) as unit,
    rate_minor, round(x.quantity * rate_minor)::bigint as amount_minor from (
    select coalesce(x.rate_minor,
      settings.material_rate(m.id, coalesce(s.visited_on, ${actor.today}::date))) as rate_minor) rated)`;

export type Survey = z.input<typeof surveySchema>;

export function findSurvey(db: Db | Tx, actor: Actor, applicationId: string): Promise<Survey | undefined> {
  // What the surveyor wrote is for the people of the office, as remarks between them are.
  const office = (column: Sql) => sql`case when ${actor.kind !== 'consumer'}::boolean then ${column} end`;
  return first(
    db,
    sql`select s.id, s.version_no as "versionNo", ${shownSurveyState('s')} as state, s.type, ${office(sql`s.surveyor_id`)} as "surveyorId",
        s.visited_on as "visitedOn", trim_scale(s.distance_m)::text as "distanceM", s.road_type as "roadType",
        s.pipe_size_mm as "pipeSizeMm", ${office(sql`s.latitude::text`)} as latitude,
        ${office(sql`s.longitude::text`)} as longitude, coalesce(${office(sql`s.note`)}, '') as note,
        case when s.returned_at is not null then jsonb_build_object('at', s.returned_at, 'by', s.returned_by_name,
          'remark', s.return_remark) end as returned,
        coalesce(l.materials, '[]') as materials, coalesce(l.total_minor, 0)::bigint as "totalMinor"
      from applications.surveys s
      left join lateral (
        select jsonb_agg(jsonb_build_object('materialId', m.id, 'type', m.type, 'nameEn', r.name_en,
            'nameBn', r.name_bn, 'unit', r.unit, 'quantity', trim_scale(x.quantity)::text,
            'rateMinor', r.rate_minor, 'amountMinor', r.amount_minor) order by x.line_no) as materials,
          sum(r.amount_minor) as total_minor
        from applications.survey_materials x join settings.materials m on m.id = x.material_id
        cross join lateral ${ratedLine(actor)} r
        where x.survey_id = s.id
      ) l on true
      where s.application_id = ${applicationId} and s.state <> 'REVISED'`,
  );
}

export async function surveyOf(db: Db | Tx, actor: Actor, applicationId: string): Promise<Survey> {
  const survey = await findSurvey(db, actor, applicationId);
  if (!survey) throw fail(commonErrors.not_found);
  return survey;
}
