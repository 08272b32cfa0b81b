/** The site survey: measures and materials, kept while they are filled in, then submitted. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { toLatinDigits } from '#shared/money.ts';
import { isQuantity } from '#shared/quantity.ts';
import { blankSchema, plainText } from '#shared/text.ts';
import { actOn, errors as applicationErrors, stateAnswer, stepRefusals } from '../contract.ts';
import { surveySchema } from '../detail.schema.ts';
import { PIPE_SIZES_MM } from '../intake/parts.rules.ts';
import { placeFields } from '../place.schema.ts';

const decimal = (isRight: (text: string) => boolean) =>
  z
    .string()
    .transform((text) => toLatinDigits(text).trim())
    .refine(isRight, { error: 'common.number_invalid' });

/** FIXED: only the materials that every connection needs; EXTRA: also others, road cuts among them. */
export const surveyType = z.enum(['FIXED', 'EXTRA']);

/** @param isRight what a quantity may be: while it is typed also zero */
const materialLines = (isRight: (text: string) => boolean) =>
  z
    .array(z.object({ materialId: z.uuid(), quantity: decimal(isRight) }))
    .max(200)
    .refine((lines) => new Set(lines.map((line) => line.materialId)).size === lines.length, {
      error: 'common.repeated',
    });

const measures = {
  visitedOn: daySchema,
  distanceM: decimal(isQuantity),
  roadType: z.string().overwrite(plainText).trim().max(60),
  pipeSizeMm: z.literal(PIPE_SIZES_MM),
  ...placeFields,
  note: blankSchema(2000),
  materials: materialLines(isQuantity),
};

export const saveSurvey = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/survey_materials/temp',
  summary: "Keep a survey's measures and materials while it is being filled in; answers the live total",
  access: { permission: 'applications:survey' },
  body: z.object({
    ...actOn,
    ...z.object(measures).partial().shape,
    distanceM: measures.distanceM.nullish(),
    visitedOn: measures.visitedOn.nullish(),
    pipeSizeMm: measures.pipeSizeMm.nullish(),
  }),
  output: stateAnswer.extend({ survey: surveySchema }),
  audit: { none: 'a survey is saved while it is typed; submitting it is audited' },
  refuses: [...stepRefusals('survey'), applicationErrors.unknown_material],
});

export const submitSurvey = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/add/survey',
  summary: 'Submit the survey for approval; ?type says whether it needs extra materials',
  access: { permission: 'applications:survey' },
  query: z.object({ type: surveyType }),
  body: z.object({
    ...actOn,
    ...measures,
    materials: materialLines((text) => isQuantity(text) && Number(text) > 0),
    /** "Yes, it is so": asked for by `unusual_length` and `unusual_quantity`. */
    unusual: z.boolean().default(false),
  }),
  output: stateAnswer.extend({ survey: surveySchema }),
  audit: 'application.survey',
  refuses: [
    ...stepRefusals('survey'),
    applicationErrors.not_assigned_to_you,
    applicationErrors.survey_submitted_already,
    applicationErrors.in_future,
    applicationErrors.unknown_material,
    applicationErrors.no_rate,
    applicationErrors.fixed_survey_only,
    applicationErrors.visit_before_letter,
    applicationErrors.unusual_length,
    applicationErrors.unusual_quantity,
    applicationErrors.whole_pieces,
  ],
});
