/** What an entry was before: who saved it, what changed, and an earlier version as a new change. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';

/** Entries whose earlier versions may be taken up again: they say nothing about money or times. */
const ENTRY_KEYS = ['utility', 'website'] as const;
export type EntryKey = (typeof ENTRY_KEYS)[number];
const key = z.enum(ENTRY_KEYS);

export const listEntryVersions = endpoint({
  service: 'main',
  method: 'GET',
  path: '/settings/history',
  summary: 'Versions of an entry with their differences, the newest first (the path is ours)',
  access: { permission: 'settings:view' },
  query: z.object({ key: key.default('utility') }),
  output: z.object({
    items: z.array(
      z.object({
        version: z.int(),
        savedAt: instantSchema,
        savedBy: z.string(),
        restores: z.int().nullable(),
        /** The fields that are not as in the version before. */
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
});

export const restoreEntry = endpoint({
  service: 'main',
  method: 'POST',
  path: '/settings/restore',
  summary: 'Save an earlier version of an entry again, as a new one (the path is ours)',
  access: { permission: 'settings:edit' },
  body: z.object({ key, restores: z.int().min(1), version: z.int() }),
  output: z.object({ version: z.int() }),
  audit: 'settings.update',
  refuses: [commonErrors.not_found],
});
