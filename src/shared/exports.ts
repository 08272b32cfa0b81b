/** A list as a file: one declaration a list, `exportOf(listInvoices)`, with the list's own access and filters. */
import { z } from 'zod';
import { type Endpoint, endpoint } from './endpoint.ts';
import { errorCodes } from './errors.ts';
import { queryFlag } from './paging.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const exportErrors = errorCodes('exports', {
  /** Of one person: limit. */
  too_many_at_once: { status: 429 },
  /** rows, limit */
  pdf_too_long: { status: 422 },
  /** limit_mb */
  over_limit: { status: 422 },
});

const choice = {
  format: z.enum(EXPORT_FORMATS),
  language: z.enum(['en', 'bn']).default('en'),
  /** Bengali digits in a Bengali PDF. */
  digits: queryFlag.default(true),
  /** Fields of the rows, joined by commas, in the order of the screen; without it all columns. */
  columns: z
    .string()
    .max(2000)
    .regex(/^[A-Za-z][\w-]*(,[A-Za-z][\w-]*)*$/)
    .optional(),
};
type Choice = z.ZodObject<typeof choice>;

type ListEndpoint = Endpoint<z.ZodObject, z.ZodType, z.ZodType, z.ZodType>;
/** The list's query with the choice of the file; the page is left out: a file holds all rows. */
export type ExportQuery<L extends ListEndpoint> = z.ZodType<
  z.output<L['query']> & z.output<Choice>,
  Omit<z.input<L['query']>, 'limit' | 'offset' | 'startKey'> & z.input<Choice>
>;

/**
 * GET `<path of the list>/download?format=csv|xlsx|pdf`.
 * @param list an endpoint whose query is `paging(…)` or `keysetPaging(…)`
 */
export function exportOf<L extends ListEndpoint>(
  list: L,
): Endpoint<ExportQuery<L>, L['params'], z.ZodType, z.ZodNever> {
  return endpoint({
    service: list.service,
    method: 'GET',
    path: `${list.path}/download`,
    summary: `${list.summary}: all of it as CSV, XLSX or PDF`,
    access: list.access,
    kind: 'download',
    rate: 'export',
    params: list.params as L['params'],
    query: z.object({ ...list.query.shape, ...choice }) as unknown as ExportQuery<L>,
    output: z.never(),
  });
}
