/**
 * Sectors, roads, metered areas and materials from a file: shown first with what it would change, then saved as it was
 * shown; taken whole or refused with every bad cell (the paths are ours).
 */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { importErrors } from '#shared/imports/import-errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { errors as settingsErrors } from '../contract.ts';

export const LISTS = ['sectors', 'roads', 'dmas', 'materials'] as const;
export type ListKind = (typeof LISTS)[number];

/** Columns of each file, the needed ones first; see titles.rules.ts for their names. */
export const COLUMNS = {
  sectors: ['number', 'name', 'nameBn', 'dma'],
  roads: ['sector', 'number', 'name', 'nameBn', 'routeOrder'],
  dmas: ['number', 'name', 'nameBn'],
  materials: ['type', 'nameEn', 'nameBn', 'unit', 'rate', 'effectiveFrom', 'defaultQuantity', 'active'],
} as const;
export type ListColumn = (typeof COLUMNS)[ListKind][number];

const text = z.string().nullable();

const preview = z.object({
  /** Sent back with `save`: what is saved is what was shown. */
  mark: z.string(),
  saved: z.boolean(),
  rows: z.int(),
  added: z.int(),
  changed: z.int(),
  same: z.int(),
  /** The first of them. */
  changes: z.array(
    z.object({
      row: z.int(),
      what: z.enum(['add', 'change']),
      name: z.string(),
      fields: z.array(z.object({ field: z.string(), before: text, after: text })),
    }),
  ),
  problemCount: z.int(),
  problems: z.array(
    z.object({
      row: z.int(),
      field: z.string(),
      value: z.string(),
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});
export type ListPreview = z.infer<typeof preview>;

const importQuery = z.object({
  /** The mark of the preview that is to be saved; without one nothing is. */
  save: z.string().max(100).optional(),
});
const templateQuery = z.object({
  format: z.enum(['csv', 'xlsx']).default('xlsx'),
  language: z.enum(['en', 'bn']).default('en'),
});

const importOf = (path: string, what: string, permission: Permission) =>
  endpoint({
    service: 'main',
    method: 'POST',
    path: `/${path}/import`,
    summary: `${what} from a CSV or XLSX file (multipart field \`file\`): what it would change, or with \`save\` do so`,
    access: { permission },
    kind: 'multipart',
    rate: 'upload',
    query: importQuery,
    output: preview,
    audit: 'list.import',
    refuses: [
      ...Object.values(importErrors),
      settingsErrors.import_column_missing,
      settingsErrors.import_file_missing,
      settingsErrors.import_invalid,
      settingsErrors.import_outdated,
    ],
  });

const templateOf = (path: string, what: string, permission: Permission) =>
  endpoint({
    service: 'main',
    method: 'GET',
    path: `/${path}/import-template`,
    summary: `${what} as they are, as a file to change and to import`,
    access: { permission },
    kind: 'download',
    rate: 'export',
    query: templateQuery,
    output: z.object({}),
  });

export const importSectors = importOf('sector', 'Sectors', 'sectors:edit');
export const importRoads = importOf('road', 'Roads', 'roads:edit');
export const importDmas = importOf('dma', 'Metered areas', 'sectors:edit');
export const importMaterials = importOf('material', 'Materials with their rates', 'materials:edit');
export const sectorTemplate = templateOf('sector', 'Sectors', 'sectors:edit');
export const roadTemplate = templateOf('road', 'Roads', 'roads:edit');
export const dmaTemplate = templateOf('dma', 'Metered areas', 'sectors:edit');
export const materialTemplate = templateOf('material', 'Materials', 'materials:edit');
