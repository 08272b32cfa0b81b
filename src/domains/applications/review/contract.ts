/** The utility's review: accepting, the NoC on paper, and asking the applicant for corrections. */
import { z } from 'zod';
import { daySchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';
import {
  actOn,
  errors as applicationErrors,
  optionalRemark,
  remarkSchema,
  stateAnswer,
  stepRefusals,
} from '../contract.ts';
import { documentSchema } from '../detail.schema.ts';
import { APPLICANTS_KINDS, DOCUMENT_KIND_NAMES } from '../documents.rules.ts';
import { errors as intakeErrors } from '../intake/contract.ts';
import { PART_FIELD_NAMES, PART_NAMES } from '../intake/parts.rules.ts';

export const errors = errorCodes('applications', {
  noc_over_before: { status: 422, field: 'nocValidUntil' },
  unknown_document: { status: 422, field: 'documentId' },
  kind_missing: { status: 422, field: 'items' },
  field_of_another_part: { status: 422, field: 'items' },
  document_settled: { status: 409 },
});

export const acceptApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/connection/accept',
  summary: 'Accept a pending application and send it to the planning authority',
  access: { permission: 'applications:accept' },
  body: z.object({ ...actOn, remark: optionalRemark }),
  output: stateAnswer,
  audit: 'application.accept',
  refuses: [...stepRefusals('accept'), applicationErrors.no_desks],
});

export const checkDocument = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/document/check',
  summary: 'Accept one document, or return it with a remark for the next correction (the path is ours)',
  access: { permission: 'applications:accept' },
  body: z.object({
    ...actOn,
    documentId: z.uuid(),
    verdict: z.enum(['accept', 'return']),
    /** Required for a return; the applicant reads it when the correction is asked for. */
    remark: optionalRemark,
  }),
  output: stateAnswer,
  audit: 'application.document-check',
  refuses: [
    ...stepRefusals('check-document'),
    applicationErrors.remark_required,
    errors.unknown_document,
    errors.document_settled,
  ],
});

const commentCall = (path: string, permission: 'applications:accept' | 'noc:remark', summary: string) =>
  endpoint({
    service: 'main',
    method: 'POST',
    path,
    summary,
    access: { permission },
    body: z.object({ documentId: z.uuid(), text: remarkSchema }),
    output: z.object({ id: z.uuid() }),
    audit: 'application.document-comment',
    refuses: [commonErrors.not_found],
  });

export const commentDocument = commentCall(
  '/application/document/comment',
  'applications:accept',
  'Comment on a document for the office, without a verdict; it stays with that version (the path is ours)',
);

export const commentDocumentAtDesk = commentCall(
  '/rajuk/application/document/comment',
  'noc:remark',
  "Comment on a document for the planning authority's desks (the path is ours)",
);

export const updateNoc = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/application/update/noc',
  summary: "Note a NoC that came on paper; its scan is one of the application's documents",
  access: { permission: 'applications:accept' },
  body: z.object({
    ...actOn,
    nocNumber: lineSchema(60),
    nocDate: daySchema,
    nocValidUntil: daySchema.nullish(),
    documentId: z.uuid(),
  }),
  output: stateAnswer,
  audit: 'application.noc',
  refuses: [
    ...stepRefusals('update-noc'),
    applicationErrors.in_future,
    errors.noc_over_before,
    errors.unknown_document,
    applicationErrors.noc_number_taken,
  ],
});

export const autoApprove = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/auto/approve',
  summary: 'Go straight to the connection letter, if a valid NoC was noted',
  access: { permission: 'applications:auto-approve' },
  body: z.object({ ...actOn, remark: remarkSchema }),
  output: stateAnswer,
  audit: 'application.auto-approve',
  refuses: [...stepRefusals('auto-approve')],
});

/** What the applicant is asked to put right: each part and each kind of paper one time. */
export const correctionItems = z
  .array(
    z.object({
      part: z.enum([...PART_NAMES, 'document']),
      /** A paper of a later step is the office's: no applicant can hand it in. */
      kind: z.enum(APPLICANTS_KINDS).nullish(),
      /** What of the part is wrong; left out: the part as a whole. */
      fields: z.array(z.enum(PART_FIELD_NAMES)).max(PART_FIELD_NAMES.length).optional(),
      remark: lineSchema(500),
    }),
  )
  .min(1)
  .max(30)
  .refine(
    (items) =>
      new Set(items.map(({ part, kind }) => (part === 'document' ? kind : part))).size === items.length,
    { error: 'common.repeated' },
  );

export const askCorrection = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/recorrection/create',
  summary: 'Ask the applicant to correct named parts and documents; the application comes back to this state',
  access: { permission: 'applications:recorrect' },
  body: z.object({ ...actOn, remark: remarkSchema, items: correctionItems }),
  output: stateAnswer,
  audit: 'application.recorrection',
  refuses: [
    ...stepRefusals('recorrection'),
    errors.kind_missing,
    errors.field_of_another_part,
    applicationErrors.approved_already,
  ],
});

export const correctDocument = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/document/recorrect',
  summary: 'Upload the document that was asked for again (multipart field `file`); the old version stays',
  access: { permission: 'applications:edit' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ applicationId: z.uuid(), kind: z.enum(DOCUMENT_KIND_NAMES) }),
  output: documentSchema.extend({ version: z.int() }),
  audit: 'application.document',
  refuses: [
    ...stepRefusals('correct', 'edit'),
    intakeErrors.file_missing,
    applicationErrors.document_kind_not_yours,
    applicationErrors.document_of_another,
    applicationErrors.documents_full,
    intakeErrors.changed_too_often,
    applicationErrors.part_not_asked,
  ],
});

export const resubmitApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/resubmission/{id}',
  summary: 'Hand the corrections in; the application returns to the state that asked',
  access: { permission: 'applications:edit' },
  params: idParams,
  body: z.object({ version: z.int().min(1), remark: optionalRemark }),
  output: stateAnswer,
  audit: 'application.resubmit',
  refuses: [...stepRefusals('resubmit')],
});
