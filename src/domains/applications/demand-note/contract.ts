/** The demand note as paper, and the way out after paying it. Paying is the payments domain's call, /application/payment. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { minorSchema } from '#shared/money.ts';
import { actOn, errors as applicationErrors, remarkSchema, stateAnswer, stepRefusals } from '../contract.ts';
import { noteLineSchema } from '../detail.schema.ts';

export const demandNotePdf = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}/demand-note',
  summary:
    "The application's demand note as PDF: a version of it, or the one in force or the last (the path is ours)",
  access: { permission: 'demand-notes:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({
    language: z.enum(['en', 'bn']).default('bn'),
    /** Of the notes of this application; the newest if it is left out. */
    versionNo: z.coerce.number<number>().int().min(1).max(32_767).optional(),
  }),
  output: z.never(),
});

export const demandNotePreview = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}/demand-note/preview',
  summary: 'What the demand note of a submitted survey would hold today (the path is ours)',
  access: { permission: 'applications:approve-survey' },
  params: idParams,
  output: z.object({
    lines: z.array(noteLineSchema),
    totalMinor: minorSchema,
    dueOn: daySchema,
    /** Millimetres: what was applied for, what was surveyed, and the reserved meter's. */
    sizes: z.object({ asked: z.int().nullable(), surveyed: z.int().nullable(), meter: z.int().nullable() }),
  }),
  refuses: [applicationErrors.survey_not_submitted],
});

/** Declared here, beside its button; bound by payments, which opens the refund case in the same transaction. */
export const withdrawAfterPayment = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/withdraw',
  summary: 'Withdraw an application that money was paid for, and ask for the money back (the path is ours)',
  access: { permission: 'applications:withdraw' },
  rate: 'money',
  body: z.object({ ...actOn, remark: remarkSchema }),
  output: stateAnswer,
  audit: 'application.withdraw',
  refuses: [...stepRefusals('withdraw-paid')],
});
