/**
 * The one shape of lists. `offset` is the 1-based page number (the specification's limit=5000&offset=1);
 * `sort` is a whitelisted word, a leading minus turns it round; `search` is free text.
 */
import { z } from 'zod';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 200;

/** Query values are texts: turns "20" into 20 and leaves the type of the input a number for the caller. */
export const queryInt = (min: number, max: number) => z.coerce.number<number>().int().min(min).max(max);

/** Query flag: only "true" and "false". */
export const queryFlag = z.union([
  z.boolean(),
  z.enum(['true', 'false']).transform((text) => text === 'true'),
]);

/** Free text that somebody looks for. The server joins the groups of a number in it (platform/http/binder.ts). */
export const searchSchema = z.string().trim().max(200);

/**
 * Query schema of a list.
 * @param sorts words the list may be sorted by, the first is the default (prefix it with - for descending)
 * @param filters further query fields, all optional
 * @param maxLimit 200 unless the specification names more (5000 for a consumer's own applications)
 */
export function paging<S extends string, F extends z.ZodRawShape>(
  sorts: readonly [S, ...S[]],
  filters: F,
  maxLimit: number = MAX_PAGE_SIZE,
) {
  const words = sorts.flatMap((sort) => {
    const bare = sort.replace(/^-/, '');
    return [bare, `-${bare}`];
  });
  return z.object({
    limit: queryInt(1, maxLimit).default(DEFAULT_PAGE_SIZE),
    offset: queryInt(1, 1_000_000).default(1),
    search: searchSchema.optional(),
    sort: z.enum(words as [string, ...string[]]).default(sorts[0]),
    ...filters,
  });
}

/** What every list query gives a query function. */
export type Paging = { limit: number; offset: number; search?: string | undefined; sort: string };

/** Answer schema of a list of `item`. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.int().min(0),
    limit: z.int(),
    offset: z.int(),
  });
}

/** A page of a list, as query functions return it. */
export type Page<T> = { items: T[]; total: number; limit: number; offset: number };

/**
 * Query schema of a list without end (logs): the newest first, `startKey` of one answer asks for what is older.
 * The key is the place of the last row, so that rows that come meanwhile move nothing.
 */
export function keysetPaging<F extends z.ZodRawShape>(filters: F) {
  return z.object({
    limit: queryInt(1, MAX_PAGE_SIZE).default(50),
    startKey: z
      .string()
      .regex(/^[\w-]{1,100}$/)
      .optional(),
    search: searchSchema.optional(),
    ...filters,
  });
}

/** Answer schema of such a list: nextKey is null if nothing is older. */
export function keysetOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), nextKey: z.string().nullable() });
}
