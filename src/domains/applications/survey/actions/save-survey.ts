/**
 * The assigned surveyor's survey: kept while it is filled in, then submitted with rates that do not change any more. What nobody
 * has is taken by the surveyor who begins it; the lock of the step lets one of two have it.
 */
import type { Actor } from '#platform/actor.ts';
import { all, execute, first, one, sql, type Tx } from '#platform/database/db.ts';
import { AppError, commonErrors, fail } from '#shared/errors.ts';
import { isPartOfPiece } from '#shared/quantity.ts';
import { errors, type StateAnswer } from '../../contract.ts';
import type { Subject } from '../../pipeline/load-facts.ts';
import { noticeSurveyor } from '../../pipeline/notices.ts';
import { readSettings } from '../../pipeline/read-settings.ts';
import { beginStep, finishStep, type StepInput } from '../../pipeline/take-step.ts';
import { hasWorker } from '../../pipeline/visible.ts';
import { unusualOf } from '../../settings/unusual-amounts.rules.ts';
import { type Survey, surveyOf } from '../queries.ts';

type Line = { materialId: string; quantity: string };
type Measures = {
  visitedOn?: string | null | undefined;
  distanceM?: string | null | undefined;
  roadType?: string | undefined;
  pipeSizeMm?: number | null | undefined;
  latitude?: string | null | undefined;
  longitude?: string | null | undefined;
  note?: string | undefined;
  materials?: Line[] | undefined;
};
type SurveyAnswer = StateAnswer & { survey: Survey };

/**
 * Two people open a survey that nobody has, and one of them saves first. The other does not see the application any more,
 * and is told who has it instead of "not found".
 */
async function beginSurvey(tx: Tx, actor: Actor, input: StepInput): Promise<Subject> {
  try {
    return await beginStep(tx, actor, 'survey', input);
  } catch (error) {
    const code = error instanceof AppError ? error.error.code : undefined;
    if (code !== commonErrors.not_found.code && code !== errors.not_assigned_to_you.code) throw error;
    const other = await first<{ name: string }>(
      tx,
      sql`select u.name from applications.applications a join identity.users u on u.id = a.assignee_id
        where a.id = ${input.applicationId} and a.state = 'READY_TO_SURVEY' and a.archived_at is null
          and a.assignee_id is distinct from ${actor.userId}::uuid and ${hasWorker('applications:survey')}`,
    );
    throw other ? fail(errors.not_assigned_to_you, other) : error;
  }
}

/** Keeps what is known so far; only taking it is audited. */
export async function saveSurvey(tx: Tx, actor: Actor, input: StepInput & Measures): Promise<SurveyAnswer> {
  const subject = await beginSurvey(tx, actor, input);
  await writeSurvey(tx, actor, subject.id, input);
  const isTaken = subject.assigneeId !== actor.userId;
  const answer = isTaken ? await takeSurvey(tx, actor, subject) : await keep(tx, subject);
  return { ...answer, survey: await surveyOf(tx, actor, subject.id) };
}

const keep = (tx: Tx, { id }: Subject): Promise<StateAnswer> =>
  one(
    tx,
    sql<StateAnswer>`update applications.applications set version = version + 1 where id = ${id}
      returning id, number, state, version`,
  );

const takeSurvey = (tx: Tx, actor: Actor, subject: Subject): Promise<StateAnswer> =>
  finishStep(tx, actor, subject, {
    action: 'assign',
    audit: 'application.assign',
    details: { assignee: actor.name },
    sets: [sql`assignee_id = ${actor.userId}::uuid`],
    shared: false,
  });

/** The rates of the day of the visit are the price: it is not before the letter that sends the surveyor. */
async function refuseBeforeLetter(tx: Tx, applicationId: string, visitedOn: string): Promise<void> {
  const letter = await first<{ day: string }>(
    tx,
    sql`select letter_issued_on as day from applications.applications
      where id = ${applicationId} and letter_issued_on > ${visitedOn}::date`,
  );
  if (letter) throw fail(errors.visit_before_letter, letter);
}

type Submission = StepInput &
  Measures & { type: 'FIXED' | 'EXTRA'; visitedOn: string; unusual?: boolean | undefined };

export async function submitSurvey(tx: Tx, actor: Actor, input: Submission): Promise<SurveyAnswer> {
  const subject = await beginSurvey(tx, actor, input);
  if (input.visitedOn > actor.today)
    throw fail(errors.in_future, {}, [{ path: 'visitedOn', code: errors.in_future.code }]);
  await refuseBeforeLetter(tx, subject.id, input.visitedOn);
  const id = await writeSurvey(tx, actor, subject.id, input);
  await freezeRates(tx, id, input);
  await execute(
    tx,
    sql`update applications.surveys set state = 'SUBMITTED', type = ${input.type}, submitted_at = ${actor.now},
      returned_at = null, returned_by_name = null, return_remark = null
    where id = ${id}`,
  );
  const survey = await surveyOf(tx, actor, subject.id);
  const unusual = await refuseUnusual(tx, survey, input.unusual === true);
  const answer = await finishStep(tx, actor, subject, {
    action: 'survey',
    audit: 'application.survey',
    details: {
      type: input.type,
      materials: survey.materials.length,
      totalMinor: survey.totalMinor,
      ...unusual,
    },
    // The visit has been; if it is returned, another day is planned.
    sets: [sql`assignee_id = ${actor.userId}::uuid`, sql`visit_on = null`],
    shared: false,
  });
  return { ...answer, survey };
}

/** @returns what the log keeps of figures that somebody confirmed */
async function refuseUnusual(
  tx: Tx,
  survey: Survey,
  isConfirmed: boolean,
): Promise<{ unusualLength?: boolean; unusualQuantity?: boolean }> {
  const usual = await readSettings(tx);
  const found = unusualOf(survey, usual);
  const [first] = found;
  if (first && !isConfirmed) {
    if (first.what === 'length')
      throw fail(errors.unusual_length, { metres: first.metres, usual: usual.usualDistanceM });
    const { nameEn: name = '', quantity = '' } = survey.materials[first.index] ?? {};
    throw fail(errors.unusual_quantity, { name, quantity, usual: usual.usualQuantity });
  }
  return {
    ...(found.some(({ what }) => what === 'length') ? { unusualLength: true } : {}),
    ...(found.some(({ what }) => what === 'quantity') ? { unusualQuantity: true } : {}),
  };
}

async function writeSurvey(tx: Tx, actor: Actor, applicationId: string, input: Measures): Promise<string> {
  const { id } = await one<{ id: string }>(
    tx,
    sql`insert into applications.surveys as s (application_id, version_no, surveyor_id)
      select ${applicationId}, coalesce(max(version_no), 0) + 1, ${actor.userId}::uuid
      from applications.surveys where application_id = ${applicationId}
      on conflict (application_id) where state <> 'REVISED' do update set surveyor_id = excluded.surveyor_id
      returning id`,
  );
  await execute(
    tx,
    sql`update applications.surveys set visited_on = ${input.visitedOn ?? null}::date,
      distance_m = ${input.distanceM ?? null}::numeric, road_type = ${input.roadType ?? ''},
      pipe_size_mm = ${input.pipeSizeMm ?? null}::int, latitude = ${input.latitude ?? null}::numeric,
      longitude = ${input.longitude ?? null}::numeric, note = ${input.note ?? ''}
    where id = ${id}`,
  );
  if (input.materials) {
    await execute(tx, sql`delete from applications.survey_materials where survey_id = ${id}`);
    await execute(
      tx,
      sql`insert into applications.survey_materials (survey_id, line_no, material_id, quantity)
      select ${id}, l.no, (l.line ->> 'materialId')::uuid, (l.line ->> 'quantity')::numeric
      from jsonb_array_elements(${JSON.stringify(input.materials)}::jsonb) with ordinality as l (line, no)`,
    );
  }
  return id;
}

/** Rates of the day of the visit and words of today, from now on; refuses a material that is out of use or had none, parts of pieces, and extras in a survey without extras. */
async function freezeRates(tx: Tx, surveyId: string, input: Submission): Promise<void> {
  await execute(
    tx,
    sql`update applications.survey_materials l
    set rate_minor = r.rate, name_en = r.name_en, name_bn = r.name_bn, unit = r.unit
    from (select m.id, m.name_en, m.name_bn, m.unit, settings.material_rate(m.id, ${input.visitedOn}::date) as rate
      from settings.materials m) r
    where l.survey_id = ${surveyId} and r.id = l.material_id and r.rate is not null`,
  );
  const lines = await all<{
    type: string;
    name: string;
    unit: string;
    quantity: string;
    rate_minor: number | null;
    active: boolean;
  }>(
    tx,
    sql`select m.type, m.name_en as name, m.unit, l.quantity::text, l.rate_minor, m.active
      from applications.survey_materials l join settings.materials m on m.id = l.material_id
      where l.survey_id = ${surveyId}`,
  );
  if (lines.some(({ active }) => !active)) throw fail(errors.unknown_material);
  const unrated = lines.find((line) => line.rate_minor === null);
  if (unrated) throw fail(errors.no_rate, { name: unrated.name });
  const divided = lines.find(({ unit, quantity }) => isPartOfPiece(unit, quantity));
  if (divided) throw fail(errors.whole_pieces, { name: divided.name });
  if (input.type === 'FIXED' && lines.some((line) => line.type === 'EXTRA')) {
    throw fail(errors.fixed_survey_only);
  }
}

/** The engineer sends a submitted survey back to the surveyor. */
export async function returnSurvey(tx: Tx, actor: Actor, input: StepInput): Promise<StateAnswer> {
  const subject = await beginStep(tx, actor, 'return-survey', input);
  await execute(
    tx,
    sql`update applications.surveys set state = 'DRAFT', returned_at = ${actor.now}, returned_by_name = ${actor.name},
      return_remark = ${input.remark ?? ''} where id = ${subject.surveyId}`,
  );
  await execute(
    tx,
    sql`update applications.survey_materials set rate_minor = null, name_en = null, name_bn = null, unit = null
    where survey_id = ${subject.surveyId}`,
  );
  const answer = await finishStep(tx, actor, subject, {
    action: 'return-survey',
    audit: 'application.return-survey',
    was: { survey: 'SUBMITTED' },
    is: { survey: 'DRAFT' },
    remark: input.remark,
    shared: false,
  });
  await noticeSurveyor(tx, actor, answer);
  return answer;
}

/** A revised survey stays as it was; the next version starts as its copy, which its surveyor gets back with the reason. */
export async function copySurvey(tx: Tx, actor: Actor, surveyId: string, remark: string): Promise<void> {
  await execute(tx, sql`update applications.surveys set state = 'REVISED' where id = ${surveyId}`);
  const copy = await first<{ id: string }>(
    tx,
    sql`insert into applications.surveys
      (application_id, version_no, type, surveyor_id, visited_on, distance_m, road_type, pipe_size_mm, latitude, longitude, note,
        returned_at, returned_by_name, return_remark)
      select application_id, version_no + 1, type, surveyor_id, visited_on, distance_m, road_type, pipe_size_mm,
        latitude, longitude, note, ${actor.now}::timestamptz, ${actor.name}, ${remark}
      from applications.surveys where id = ${surveyId} returning id`,
  );
  await execute(
    tx,
    sql`insert into applications.survey_materials (survey_id, line_no, material_id, quantity)
    select ${copy?.id}::uuid, line_no, material_id, quantity from applications.survey_materials
    where survey_id = ${surveyId}`,
  );
}
