/** The ownership of the utility. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { exportOf } from '#shared/exports.ts';
import { listOf, paging } from '#shared/paging.ts';
import { lineSchema } from '#shared/text.ts';

export const errors = errorCodes('ownership', {
  name_taken: { status: 409, constraint: 'ownership_name_key', field: 'name' },
});

const ownershipSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instantSchema,
});
export type Ownership = z.infer<typeof ownershipSchema>;

const ownershipBody = z.object({ name: lineSchema(100) });
export type OwnershipFields = z.output<typeof ownershipBody>;

export const listOwnership = endpoint({
  service: 'main',
  method: 'GET',
  path: '/ownership',
  summary: 'Ownership (the path is ours)',
  access: { permission: 'ownership:view' },
  query: paging(['name', 'createdAt'], {}),
  output: listOf(ownershipSchema),
});

export const listOwnershipDownload = exportOf(listOwnership);

export const addOwnership = endpoint({
  service: 'main',
  method: 'POST',
  path: '/ownership/add',
  summary: 'Add an ownership (the path is ours)',
  access: { permission: 'ownership:edit' },
  body: ownershipBody,
  output: ownershipSchema,
  audit: 'ownership.add',
  refuses: [errors.name_taken],
});
