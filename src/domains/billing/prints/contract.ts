/** The bills of a posted run on paper: what would be printed, the print, its files. Paths are ours. */
import { z } from 'zod';
import { daySchema, instantSchema, monthSchema } from '#shared/dates.ts';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { exportErrors, exportOf } from '#shared/exports.ts';
import { minorSchema } from '#shared/money.ts';
import { listOf, paging } from '#shared/paging.ts';
import { errors as runErrors } from '../bill-run/contract.ts';
import { HOUSEHOLDS, LEFT_OUT_REASONS, PART_STATES, PRINT_STATES, SHOWN_OUTCOMES } from './print.rules.ts';

export const errors = errorCodes('billing', {
  /** No bill of the run is among what was asked for, or all are cancelled or corrected. */
  nothing_to_print: { status: 409 },
  print_over: { status: 409 },
  /** Every bill of it is printed or left out. */
  nothing_to_try_again: { status: 409 },
  /** The file is not made yet, was deleted after its days, or its print was cancelled. */
  print_file_gone: { status: 409 },
  /** The run was reversed: its bills are cancelled, and nobody hands them out. */
  print_reversed: { status: 409 },
  /** No ZIP holds so much: its files are had one by one. */
  print_too_large: { status: 409 },
  print_unknown_sector: { status: 422, constraint: 'prints_sector_id_fkey', field: 'sectorId' },
  print_unknown_road: { status: 422, constraint: 'prints_road_id_fkey', field: 'roadId' },
});

const access = { permission: 'bill-runs:print' } as const;

const asked = {
  sectorId: z.uuid().nullish(),
  roadId: z.uuid().nullish(),
  households: z.enum(HOUSEHOLDS).default('ALL'),
};

const printSchema = z.object({
  id: z.uuid(),
  number: z.int(),
  state: z.enum(PRINT_STATES),
  runId: z.uuid(),
  runNumber: z.int(),
  period: monthSchema,
  issuedOn: daySchema,
  sectorNumber: z.string().nullable(),
  roadNumber: z.string().nullable(),
  households: z.enum(HOUSEHOLDS),
  askedBy: z.string(),
  askedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  filesDeletedAt: instantSchema.nullable(),
  /** Its run was reversed: the bills of its files are cancelled, so no file is given. */
  isReversed: z.boolean(),
  parts: z.int(),
  partsDone: z.int(),
  /** In the files that are made; a stopped print has none. */
  bills: z.int(),
  totalMinor: minorSchema,
  bytes: z.int(),
  leftOut: z.int(),
  failed: z.int(),
});
export type Print = z.output<typeof printSchema>;

export const previewPrint = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-run/{id}/print-preview',
  summary: 'What a print of the run would have: roads, files, bills, their sum, and what is left out',
  access,
  rate: 'preview',
  params: idParams,
  query: z.object({
    sectorId: z.uuid().optional(),
    roadId: z.uuid().optional(),
    households: z.enum(HOUSEHOLDS).default('ALL'),
  }),
  output: z.object({
    roads: z.int(),
    parts: z.int(),
    bills: z.int(),
    totalMinor: minorSchema,
    bengali: z.int(),
    leftOut: z.int(),
    /**
     * Bills of these that other prints have, which were not stopped: their households get a second paper. How many prints have some of
     * them, and the last of these prints.
     */
    earlier: z
      .object({
        id: z.uuid(),
        number: z.int(),
        askedAt: instantSchema,
        askedBy: z.string(),
        bills: z.int(),
        prints: z.int(),
      })
      .nullable(),
    /** Sectors and roads that bills of the run are on, to choose from. */
    places: z.array(
      z.object({
        sectorId: z.uuid(),
        sectorNumber: z.string(),
        roadId: z.uuid(),
        roadNumber: z.string(),
        bills: z.int(),
      }),
    ),
  }),
  refuses: [commonErrors.not_found, runErrors.run_state],
});

export const startPrint = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-run/{id}/print',
  summary:
    'Print the bills of a posted run in the background; who asks for the same while it works gets what works already',
  access,
  rate: 'preview',
  params: idParams,
  body: z.object(asked),
  output: printSchema,
  audit: ['bill-print.start', 'bill-print.join'],
  refuses: [
    commonErrors.not_found,
    runErrors.run_state,
    errors.print_unknown_sector,
    errors.print_unknown_road,
    errors.nothing_to_print,
  ],
});

export const listPrints = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print',
  summary: 'Prints of bill runs, the newest first',
  access,
  query: paging(['-askedAt', 'bills', 'totalMinor'], {
    state: z.enum(PRINT_STATES).optional(),
    runId: z.uuid().optional(),
  }),
  output: listOf(printSchema).extend({ counts: z.record(z.string(), z.int()) }),
});
export const listPrintsDownload = exportOf(listPrints);

export const getPrint = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print/{id}',
  summary: 'One print with the proof that each bill of the run is in it one time, or named',
  access,
  params: idParams,
  output: printSchema.extend({
    /** Counted bill by bill over the run, in one statement. Null if the print was stopped: it has no files. */
    proof: z
      .object({
        runBills: z.int(),
        runMinor: minorSchema,
        printed: z.int(),
        printedMinor: minorSchema,
        leftOut: z.int(),
        leftOutMinor: minorSchema,
        failed: z.int(),
        failedMinor: minorSchema,
        waiting: z.int(),
        waitingMinor: minorSchema,
        /** Not asked for. */
        others: z.int(),
        othersMinor: minorSchema,
        /** Printed bills are those of the files, by number and sum. */
        isEqual: z.boolean(),
      })
      .nullable(),
    keptUntil: daySchema.nullable(),
    /** Why its work fails, from the third failure on. */
    failure: z.object({ reason: z.string(), since: instantSchema }).nullable(),
    can: z.object({
      cancel: z.boolean(),
      again: z.boolean(),
      tryAgain: z.boolean(),
      download: z.boolean(),
    }),
  }),
});

const partSchema = z.object({
  /** Its number in the print. */
  id: z.int(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  piece: z.int(),
  pieces: z.int(),
  state: z.enum(PART_STATES),
  bills: z.int(),
  totalMinor: minorSchema,
  pages: z.int().nullable(),
  /** Null as long as there is no file, and when it is deleted. */
  bytes: z.int().nullable(),
  firstNumber: z.string().nullable(),
  lastNumber: z.string().nullable(),
});
export type PrintPart = z.output<typeof partSchema>;

export const listPrintParts = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print/{id}/parts',
  summary: 'The files of a print in the order of the roads',
  access,
  params: idParams,
  query: paging(['part', 'bills', 'totalMinor'], { state: z.enum(PART_STATES).optional() }),
  output: listOf(partSchema),
});
export const listPrintPartsDownload = exportOf(listPrintParts);

const billSchema = z.object({
  id: z.uuid(),
  number: z.string(),
  consumerName: z.string(),
  consumerNameBn: z.string().nullable(),
  sectorNumber: z.string(),
  roadNumber: z.string(),
  plotNumber: z.string(),
  language: z.enum(['en', 'bn']),
  totalMinor: minorSchema,
  outcome: z.enum(SHOWN_OUTCOMES),
  reason: z.enum(LEFT_OUT_REASONS).nullable(),
  problem: z.string().nullable(),
  partNo: z.int().nullable(),
  place: z.int().nullable(),
});
export type PrintBill = z.output<typeof billSchema>;

export const listPrintBills = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print/{id}/bills',
  summary: 'What became of each bill of a print, in the order in which they are printed',
  access,
  params: idParams,
  query: paging(['partNo', 'number', 'totalMinor'], { outcome: z.enum(SHOWN_OUTCOMES).optional() }),
  output: listOf(billSchema),
});
export const listPrintBillsDownload = exportOf(listPrintBills);

export const cancelPrint = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-print/{id}/cancel',
  summary: 'Stop a print; its files are deleted',
  access,
  params: idParams,
  body: z.object({}),
  output: printSchema,
  audit: 'bill-print.cancel',
  refuses: [commonErrors.not_found, errors.print_over],
});

export const tryPrintAgain = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/bill-print/{id}/try-again',
  summary:
    'Write the files again in which bills are missing because they could not be written, or start a print whose work fails again',
  access,
  params: idParams,
  body: z.object({}),
  output: printSchema,
  audit: 'bill-print.try-again',
  refuses: [commonErrors.not_found, errors.nothing_to_try_again],
});

export const printPartFile = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print/{id}/parts/{part}/file',
  summary: 'One file of a print',
  access,
  kind: 'download',
  rate: 'export',
  params: idParams.extend({ part: z.coerce.number().int().min(1).max(1_000_000) }),
  output: z.never(),
  refuses: [commonErrors.not_found, commonErrors.unavailable, errors.print_file_gone, errors.print_reversed],
});

export const printFiles = endpoint({
  service: 'billing',
  method: 'GET',
  path: '/bill-print/{id}/files',
  summary: 'All files of a print that is done, as one ZIP',
  access,
  kind: 'download',
  rate: 'export',
  params: idParams,
  output: z.never(),
  refuses: [
    commonErrors.not_found,
    commonErrors.unavailable,
    exportErrors.too_many_at_once,
    errors.print_file_gone,
    errors.print_reversed,
    errors.print_too_large,
  ],
});
