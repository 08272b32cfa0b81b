/** Readings by file: upload, say which column is what, look at the verdicts, commit, undo (/bulk-upload; paths ours). */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { exportOf } from '#shared/exports.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import { listOf, paging } from '#shared/paging.ts';
import { errors as meterErrors } from '../contract.ts';

export const IMPORT_STATES = ['UPLOADED', 'CHECKED', 'COMMITTED', 'UNDONE'] as const;
export const VERDICTS = ['GOOD', 'FLAGGED', 'REFUSED'] as const;

/** Why a row is not taken: what is wrong with its text, its meter, its day, or its value. */
export const REASONS = [
  'NO_METER',
  'NO_MONTH',
  'BAD_MONTH',
  'BAD_DAY',
  'NO_NUMBER',
  'BAD_NUMBER',
  'UNKNOWN_METER',
  'NOT_INSTALLED',
  'BEFORE_INSTALLATION',
  'AFTER_REMOVAL',
  'FUTURE',
  'BEYOND_REGISTER',
  'DUPLICATE_IN_FILE',
  'ALREADY_READ',
  'MONTH_AFTER_READING',
  'NOT_AFTER_PREVIOUS',
  'LATER_READING_EXISTS',
  'HIGH',
  'VERY_HIGH',
  'LOW',
  'ZERO',
  'NEGATIVE',
  'ROLL_OVER',
  'GAP',
  'SAME_VALUE',
  'BELOW_ESTIMATE',
] as const;

const column = z.int().min(0).max(199);

/** Which column (counted from 0) holds what. Without month and day columns every row is of `period`. */
export const mappingSchema = z.object({
  meter: column,
  register: column,
  month: column.nullable().default(null),
  day: column.nullable().default(null),
  remark: column.nullable().default(null),
  period: monthSchema.nullable().default(null),
  unit: z.enum(['m3', 'litres']).default('m3'),
});
export type Mapping = z.output<typeof mappingSchema>;

export const importSchema = z.object({
  id: z.uuid(),
  fileName: z.string(),
  state: z.enum(IMPORT_STATES),
  mapping: mappingSchema.nullable(),
  rowsTotal: z.int(),
  rowsGood: z.int(),
  rowsFlagged: z.int(),
  rowsRefused: z.int(),
  uploadedBy: z.string().nullable(),
  uploadedAt: instantSchema,
  committedAt: instantSchema.nullable(),
  undoneAt: instantSchema.nullable(),
  version: z.int(),
  can: z.object({ check: z.boolean(), commit: z.boolean(), undo: z.boolean() }),
});
export type Import = z.infer<typeof importSchema>;

const uploaded = importSchema.extend({
  /** Titles of the columns and the first rows, to choose by. */
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** What the titles seem to say; null if it is not clear. */
  guess: z.object({
    meter: column.nullable(),
    register: column.nullable(),
    month: column.nullable(),
    day: column.nullable(),
    remark: column.nullable(),
    unit: z.enum(['m3', 'litres']),
  }),
});
export type Uploaded = z.infer<typeof uploaded>;

export const uploadImport = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/import',
  summary: 'Upload a CSV or XLSX file of readings (multipart field `file`)',
  access: { permission: 'readings:import' },
  kind: 'multipart',
  rate: 'upload',
  output: uploaded,
  audit: 'readings.upload',
  refuses: [
    meterErrors.import_not_readable,
    importErrors.broken_row,
    importErrors.empty,
    importErrors.unreadable_workbook,
  ],
});

export const listImports = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/import',
  summary: 'Files of readings',
  access: { permission: 'readings:import' },
  query: paging(['-uploadedAt', 'fileName'], { state: z.enum(IMPORT_STATES).optional() }),
  output: listOf(importSchema),
});

export const readingImportsDownload = exportOf(listImports);

export const getImport = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/import/{id}',
  summary: 'One file of readings, with what it says at its start',
  access: { permission: 'readings:import' },
  params: idParams,
  output: uploaded.extend({
    reasons: z.array(z.object({ reason: z.string(), rows: z.int() })),
  }),
});

export const checkImport = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/import/{id}/check',
  summary: 'Dry run: every row gets its verdict, nothing is taken yet',
  access: { permission: 'readings:import' },
  params: idParams,
  rate: 'upload',
  body: mappingSchema,
  output: importSchema,
  audit: 'readings.check',
  refuses: [
    meterErrors.import_column_missing,
    meterErrors.import_empty,
    meterErrors.import_wrong_state,
    // What the first rows did not show.
    importErrors.broken_row,
  ],
});

export const importRowSchema = z.object({
  rowNo: z.int(),
  meter: z.string().nullable(),
  register: z.string().nullable(),
  month: z.string().nullable(),
  day: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  reason: z.enum(REASONS).nullable(),
  flags: z.array(z.string()),
  figures: z.record(z.string(), z.number()).nullable(),
  connectionNumber: z.string().nullable(),
  consumerName: z.string().nullable(),
  consumerNameBn: z.string().nullable(),
  period: daySchema.nullable(),
  readOn: daySchema.nullable(),
  registerLitres: z.int().nullable(),
  previousLitres: z.int().nullable(),
  previousOn: daySchema.nullable(),
  consumptionLitres: z.int().nullable(),
  expectedLitres: z.int().nullable(),
  expectedFrom: z.string().nullable(),
});
export type ImportRow = z.infer<typeof importRowSchema>;

export const listImportRows = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/import/{id}/rows',
  summary: 'Rows of the file with their verdicts',
  access: { permission: 'readings:import' },
  params: idParams,
  query: paging(['rowNo', 'consumption'], {
    verdict: z.enum(VERDICTS).optional(),
    reason: z.enum(REASONS).optional(),
  }),
  output: listOf(importRowSchema),
});

const versioned = z.object({ version: z.int() });

export const commitImport = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/import/{id}/commit',
  summary: 'Take the good rows, and the flagged ones for review',
  access: { permission: 'readings:import' },
  params: idParams,
  rate: 'upload',
  body: versioned,
  output: importSchema,
  audit: 'readings.commit',
  refuses: [meterErrors.import_wrong_state],
});

export const undoImport = endpoint({
  service: 'main',
  method: 'POST',
  path: '/meter/reading/import/{id}/undo',
  summary: 'Void every reading of the file; refused once one is billed',
  access: { permission: 'readings:import' },
  params: idParams,
  body: versioned,
  output: importSchema,
  audit: 'readings.undo',
  refuses: [
    meterErrors.import_billed,
    meterErrors.import_wrong_state,
    meterErrors.later_readings_approved,
    meterErrors.last_of_closed,
    meterErrors.reading_in_posting,
  ],
});

export const downloadRefused = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/import/{id}/refused',
  summary: 'The rows that were not taken, with their reasons',
  access: { permission: 'readings:import' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({
    format: z.enum(['csv', 'xlsx']).default('csv'),
    language: z.enum(['en', 'bn']).default('en'),
  }),
  output: z.object({}),
});

export const downloadTemplate = endpoint({
  service: 'main',
  method: 'GET',
  path: '/meter/reading/template',
  summary: "A file to fill in: the month's unread meters in the order of the reader's way",
  access: { permission: 'readings:import' },
  kind: 'download',
  rate: 'export',
  query: z.object({
    format: z.enum(['csv', 'xlsx']).default('xlsx'),
    language: z.enum(['en', 'bn']).default('en'),
    period: monthSchema.optional(),
    sectorId: z.uuid().optional(),
    roadId: z.uuid().optional(),
  }),
  output: z.object({}),
});
