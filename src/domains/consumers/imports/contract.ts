/** Consumers by file: upload, say which column is what, look at the verdicts, commit, undo (the paths are ours). */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { listOf, paging } from '#shared/paging.ts';

export const errors = errorCodes('consumers', {
  import_file_missing: { status: 422 },
  /** Phone, and a name in one of the two scripts. */
  import_columns_needed: { status: 422 },
  import_column_missing: { status: 422 },
  /** params: state */
  import_wrong_state: { status: 409 },
  import_empty: { status: 422 },
  /** Applications, connections or accounts belong to consumers of the file. */
  import_in_use: { status: 409 },
  /** Somebody changed consumers of the file since. params: count */
  import_changed: { status: 409 },
});

export const IMPORT_STATES = [
  'UPLOADED',
  'CHECKING',
  'CHECKED',
  'COMMITTING',
  'COMMITTED',
  'UNDONE',
] as const;
/** In this order in `raw`. */
export const FIELDS = [
  'name',
  'nameBn',
  'phone',
  'email',
  'nid',
  'dateOfBirth',
  'address',
  'legacyNumber',
] as const;
export type Field = (typeof FIELDS)[number];

/**
 * READY: new. EXISTS: the register has the same national ID, old number, or phone and name. DUPLICATE: a row further
 * up says the same person. WRONG: see its problems.
 */
export const VERDICTS = ['READY', 'EXISTS', 'DUPLICATE', 'WRONG'] as const;
export type Verdict = (typeof VERDICTS)[number];

export const PROBLEMS = [
  'NAME_MISSING',
  'NAME_LONG',
  'NAME_BN_LONG',
  'PHONE_MISSING',
  'PHONE_WRONG',
  'EMAIL_WRONG',
  'NID_WRONG',
  'NID_ROUNDED',
  'BIRTH_WRONG',
  'BIRTH_FUTURE',
  'ADDRESS_LONG',
  'LEGACY_LONG',
  'OTHER_NID',
  'SEVERAL_MATCHES',
  /** Somebody of another name signs in with this phone: known by it, so no second entry is made of the row. */
  'PHONE_OF_ACCOUNT',
] as const;
export type Problem = (typeof PROBLEMS)[number];

const column = z.int().min(0).max(199).nullable().default(null);

/** Which column (counted from 0) holds what. */
export const mappingSchema = z
  .object({
    name: column,
    nameBn: column,
    phone: column,
    email: column,
    nid: column,
    dateOfBirth: column,
    address: column,
    legacyNumber: column,
  })
  .refine(({ name, nameBn, phone }) => phone !== null && (name !== null || nameBn !== null), {
    error: 'consumers.import_columns_needed',
  });
export type Mapping = z.output<typeof mappingSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  mapping: z.record(z.enum(FIELDS), z.int().nullable()).nullable(),
  rowsTotal: z.int(),
  rowsReady: z.int(),
  rowsExisting: z.int(),
  /** Of the existing ones, those of whom the file says something else. */
  rowsDiffering: z.int(),
  rowsDuplicate: z.int(),
  rowsWrong: z.int(),
  rowsAdded: z.int(),
  rowsUpdated: z.int(),
  /** While a job works: what it does, and the rows it has read. */
  step: z.enum(['READING', 'JUDGING', 'SAVING']).nullable(),
  rowsDone: z.int(),
  /** Why the last job gave up, as an error code. */
  problem: z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .nullable(),
  uploadedBy: z.string().nullable(),
  uploadedAt: instantSchema,
  committedAt: instantSchema.nullable(),
  undoneAt: instantSchema.nullable(),
  version: z.int(),
  can: z.object({ check: z.boolean(), commit: z.boolean(), cancel: z.boolean(), undo: z.boolean() }),
});
export type Import = z.infer<typeof importSchema>;

const access = { permission: 'consumers:import' } as const;
const one = { service: 'main', access, params: idParams, output: importSchema } as const;

export const uploadImport = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/import',
  summary: 'Upload a CSV or XLSX file of consumers (multipart field `file`)',
  access,
  kind: 'multipart',
  rate: 'upload',
  output: importSchema,
  audit: 'consumer-import.upload',
  refuses: [
    errors.import_file_missing,
    importErrors.broken_row,
    importErrors.empty,
    importErrors.unreadable_workbook,
  ],
});

export const listImports = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/import',
  summary: 'Files of consumers',
  access,
  query: paging(['-uploadedAt', 'fileName'], { state: z.enum(IMPORT_STATES).optional() }),
  output: listOf(importSchema),
});

export const listImportsDownload = exportOf(listImports);

export const getImport = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/import/{id}',
  summary: 'One file of consumers: its titles and first rows, how far its work is, what is wrong how often',
  access,
  params: idParams,
  output: importSchema.extend({
    columns: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    /** What the titles seem to say, or what was chosen last for a file with the same ones. */
    guess: z.record(z.enum(FIELDS), z.int().nullable()),
    problems: z.array(z.object({ problem: z.enum(PROBLEMS), rows: z.int() })),
  }),
});

export const checkImport = endpoint({
  ...one,
  method: 'POST',
  path: '/consumer/import/{id}/check',
  summary: 'Begin the dry run, a job: every row gets its verdict, nothing is taken yet',
  rate: 'upload',
  body: mappingSchema,
  audit: 'consumer-import.check',
  refuses: [errors.import_column_missing, errors.import_wrong_state],
});

const versioned = z.object({ version: z.int() });

export const commitImport = endpoint({
  ...one,
  method: 'POST',
  path: '/consumer/import/{id}/commit',
  summary: 'Begin to take the ready rows, a job; those who exist are skipped or updated',
  rate: 'upload',
  body: versioned.extend({ existing: z.enum(['skip', 'update']).default('skip') }),
  audit: 'consumer-import.commit',
  refuses: [errors.import_wrong_state],
});

export const cancelImport = endpoint({
  ...one,
  method: 'POST',
  path: '/consumer/import/{id}/cancel',
  summary: 'Stop the work on a file; nothing of it stays',
  audit: 'consumer-import.cancel',
  refuses: [errors.import_wrong_state],
});

export const undoImport = endpoint({
  ...one,
  method: 'POST',
  path: '/consumer/import/{id}/undo',
  summary:
    'Delete the consumers of a file and restore the updated ones; refused once something refers to them',
  body: versioned,
  audit: 'consumer-import.undo',
  refuses: [errors.import_changed, errors.import_in_use, errors.import_wrong_state],
});

export const importRowSchema = z.object({
  rowNo: z.int(),
  /** As the file has it. */
  raw: z.record(z.enum(FIELDS), z.string().nullable()),
  verdict: z.enum(VERDICTS),
  problems: z.array(z.enum(PROBLEMS)),
  /** The row further up that says the same person. */
  sameRow: z.int().nullable(),
  consumerId: z.uuid().nullable(),
  consumerNumber: z.string().nullable(),
  differs: z.boolean(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const listImportRows = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/import/{id}/rows',
  summary: 'Rows of the file with their verdicts',
  access,
  params: idParams,
  query: paging(['rowNo'], {
    verdict: z.enum(VERDICTS).optional(),
    problem: z.enum(PROBLEMS).optional(),
  }),
  output: listOf(importRowSchema),
});

const fileQuery = z.object({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  language: z.enum(['en', 'bn']).default('en'),
});

export const downloadBadRows = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/import/{id}/bad-rows',
  summary: 'The rows that are wrong or doubled, with their reasons, to mend and upload again',
  access,
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: fileQuery,
  output: z.object({}),
});

export const downloadTemplate = endpoint({
  service: 'main',
  method: 'GET',
  path: '/consumer/import-template',
  summary: 'A file of consumers to fill in',
  access,
  kind: 'download',
  rate: 'export',
  query: fileQuery,
  output: z.object({}),
});
