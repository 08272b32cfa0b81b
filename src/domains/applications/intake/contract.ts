/** From the first word typed to the submitted application: server-side drafts, parts, documents. */
import { z } from 'zod';
import { daySchema, instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import {
  actOn,
  errors as applicationErrors,
  optionalRemark,
  stateAnswer,
  stepRefusals,
} from '../contract.ts';
import { documentSchema } from '../detail.schema.ts';
import { DOCUMENT_KIND_NAMES } from '../documents.rules.ts';
import { applicantSchema, buildingSchema, draftParts, ownerSchema, plumberSchema } from './parts.rules.ts';

export const errors = errorCodes('applications', {
  /** One file per call. */
  file_missing: { status: 422, field: 'file' },
  // Of one household within 24 hours (household-limits.ts). params: most
  submitted_too_often: { status: 409 },
  drafts_too_often: { status: 409 },
  changed_too_often: { status: 409 },
  /** A correction named other fields of the part. */
  field_not_asked: { status: 422 },
});

/** Staff name the consumer the application is for; left out, one is made of the applicant when it is submitted. */
const forConsumer = { consumerId: z.uuid().nullish() };

export const createDraft = endpoint({
  service: 'main',
  method: 'POST',
  path: '/quick/application/create',
  summary: 'Start a draft with the parts that are known',
  access: { permission: 'applications:create' },
  body: draftParts.partial().extend({
    ...forConsumer,
    /** What the person who asks told beside; it is the first comment on the application. */
    note: optionalRemark,
  }),
  output: stateAnswer,
  audit: ['application.draft', 'application.comment'],
  refuses: [
    applicationErrors.unknown_road,
    applicationErrors.unknown_consumer,
    applicationErrors.drafts_full,
    errors.drafts_too_often,
  ],
});

export const updateDraft = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/quick/application/update',
  summary: 'Save a draft as it is typed; parts that are left out stay',
  access: { permission: 'applications:edit' },
  rate: 'save',
  body: draftParts
    .extend({
      applicant: draftParts.shape.applicant.unwrap(),
      owner: draftParts.shape.owner.unwrap(),
      plumber: draftParts.shape.plumber.unwrap(),
      building: draftParts.shape.building.unwrap(),
    })
    .partial()
    .extend({ ...actOn, ...forConsumer }),
  output: stateAnswer,
  audit: { none: 'a draft is saved every few seconds; submitting it is audited' },
  refuses: [...stepRefusals('edit'), applicationErrors.unknown_consumer, applicationErrors.unknown_road],
});

export const listDrafts = endpoint({
  service: 'main',
  method: 'GET',
  path: '/quick/application/get',
  summary: 'Drafts; with converted=true those that became applications',
  access: { permission: 'applications:view' },
  query: paging(['-savedAt', 'createdAt', 'name', 'plotNumber'], {
    id: z.uuid().optional(),
    converted: queryFlag.default(false),
    source: z.enum(['PORTAL', 'COUNTER']).optional(),
    /** When it was started. */
    from: daySchema.optional(),
    to: daySchema.optional(),
  }),
  output: listOf(
    z.object({
      id: z.uuid(),
      number: z.string().nullable(),
      source: z.enum(['PORTAL', 'COUNTER']),
      name: z.string(),
      nameBn: z.string().nullable(),
      phone: z.string(),
      sectorNumber: z.string().nullable(),
      roadNumber: z.string().nullable(),
      plotNumber: z.string(),
      parts: draftParts,
      createdAt: instantSchema,
      savedAt: instantSchema,
      /** The last comment: what was told on the telephone or at the counter. Null for the applicant. */
      note: z.string().nullable(),
      notedAt: instantSchema.nullable(),
      version: z.int(),
    }),
  ).extend({ counts: z.object({ open: z.int(), converted: z.int() }) }),
});

export const listDraftsDownload = exportOf(listDrafts);

export const deleteDraft = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/quick/application/delete/{id}',
  summary: 'Throw a draft away',
  access: { permission: 'applications:delete' },
  params: idParams,
  output: done,
  audit: 'application.delete',
  refuses: [...stepRefusals('delete')],
});

export const submitApplication = endpoint({
  service: 'main',
  method: 'POST',
  path: '/application/create',
  summary: 'Submit a draft: checks every part and document and gives the application its number',
  access: { permission: 'applications:create' },
  body: z.object({
    ...actOn,
    /** Staff only: why a second connection on the plot is right. */
    plotOverride: optionalRemark,
    /** Staff only: the entry of the register that is the applicant, of those that have their phone or national ID. */
    consumerId: z.uuid().optional(),
    /** Staff only: why the applicant is none of them. */
    newConsumer: optionalRemark,
  }),
  output: stateAnswer,
  audit: 'application.submit',
  refuses: [
    ...stepRefusals('submit'),
    errors.submitted_too_often,
    applicationErrors.plot_taken,
    applicationErrors.plot_has_other,
    applicationErrors.applicant_known,
  ],
});

export const acknowledgementPdf = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}/acknowledgement',
  summary: 'What an applicant handed in and what comes next, on one page as PDF (the path is ours)',
  access: { permission: 'applications:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
});

export const getApplicant = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application_applicant',
  summary: "An application's applicant, owner, plumber and building, as typed",
  access: { permission: 'applications:view' },
  query: z.object({ applicationId: z.uuid() }),
  output: draftParts.extend({ version: z.int() }),
  refuses: [commonErrors.not_found],
});

type Part = 'applicant' | 'owner' | 'plumber' | 'building';

const partCall = <P extends string, S extends z.ZodType>(path: P, part: Part, schema: S) =>
  endpoint({
    service: 'main',
    method: 'PUT',
    path,
    summary: `Change the ${part} of an application, by staff before the review or as an asked correction`,
    access: { permission: 'applications:edit' },
    body: z.object({
      ...actOn,
      part: schema,
      /** In a correction: why that what was named and stays is right as it is. */
      remark: optionalRemark,
    }),
    output: stateAnswer,
    audit: `application.${part}`,
    refuses: [
      ...stepRefusals('edit', 'correct'),
      applicationErrors.part_not_asked,
      applicationErrors.nothing_corrected,
      errors.field_not_asked,
      errors.changed_too_often,
      ...(part === 'plumber' ? [] : [applicationErrors.approved_already]),
      ...(part === 'building'
        ? [applicationErrors.plot_taken, applicationErrors.plot_has_other, applicationErrors.unknown_road]
        : []),
    ],
  });

export const updateApplicant = partCall('/application_applicant/update', 'applicant', applicantSchema);
export const updateOwner = partCall('/application_owner/update', 'owner', ownerSchema);
export const updatePlumber = partCall('/application_plumber/update', 'plumber', plumberSchema);
export const updateBuilding = partCall('/building/update', 'building', buildingSchema);

export const editDocument = endpoint({
  service: 'main',
  method: 'PUT',
  path: '/document/edit',
  summary: 'Upload a document (multipart field `file`); a new one of the same kind replaces the old version',
  access: { permission: 'applications:view' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ applicationId: z.uuid(), kind: z.enum(DOCUMENT_KIND_NAMES) }),
  output: documentSchema.extend({ version: z.int() }),
  audit: 'application.document',
  refuses: [
    ...stepRefusals('attach', 'edit', 'correct'),
    errors.file_missing,
    applicationErrors.document_kind_not_yours,
    applicationErrors.document_of_another,
    applicationErrors.documents_full,
    applicationErrors.part_not_asked,
    errors.changed_too_often,
  ],
});

export const removeDocument = endpoint({
  service: 'main',
  method: 'POST',
  path: '/document/remove',
  summary: 'Take a paper out of a draft again; its file is deleted (the path is ours)',
  access: { permission: 'applications:edit' },
  body: z.object({ ...actOn, documentId: z.uuid() }),
  output: stateAnswer,
  audit: 'application.document-remove',
  refuses: [...stepRefusals('edit'), errors.changed_too_often],
});

export const listDocuments = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/documents',
  summary: 'Papers of all applications of a consumer, without replaced versions (the path is ours)',
  access: { permission: 'applications:documents' },
  query: paging(['-uploadedAt', 'kind'], { consumerId: z.uuid() }),
  output: listOf(
    z.object({
      id: z.uuid(),
      applicationId: z.uuid(),
      applicationNumber: z.string().nullable(),
      kind: z.enum(DOCUMENT_KIND_NAMES),
      state: z.enum(['SUBMITTED', 'ACCEPTED', 'RETURNED']),
      fileName: z.string(),
      bytes: z.int(),
      uploadedAt: instantSchema,
    }),
  ),
});

export const documentLinks = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/document/links',
  summary:
    "Links that open the documents of a consumer's own application for five minutes (the path is ours)",
  access: { signedIn: 'consumers, of their own applications' },
  query: z.object({ applicationId: z.uuid() }),
  output: z.object({ items: z.array(z.object({ documentId: z.uuid(), url: z.string() })) }),
  refuses: [commonErrors.not_found],
});

export const consumerInfo = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/info/consumer',
  summary: 'A consumer as an applicant, to fill the form in; consumers get themselves',
  access: { permission: 'applications:create' },
  query: z.object({ consumerId: z.uuid().optional() }),
  output: z.object({
    id: z.uuid(),
    number: z.string(),
    name: z.string(),
    nameBn: z.string().nullable(),
    phone: z.string(),
    email: z.string().nullable(),
    nid: z.string().nullable(),
    dateOfBirth: z.string().nullable(),
    address: z.string(),
    applications: z.int(),
    connections: z.int(),
  }),
  refuses: [commonErrors.not_found],
});

export const listApplicationSectors = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/sectors',
  summary: 'Sectors with their roads, for the application form',
  access: { signedIn: 'places are no secret of anybody' },
  output: z.object({
    items: z.array(
      z.object({
        id: z.uuid(),
        number: z.string(),
        name: z.string(),
        nameBn: z.string().nullable(),
        roads: z.array(
          z.object({ id: z.uuid(), number: z.string(), name: z.string(), nameBn: z.string().nullable() }),
        ),
      }),
    ),
  }),
});
