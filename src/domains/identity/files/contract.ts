/** Files of no record yet (spec §7 /file-upload): what an account has sent, until a record names it or a week is over. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { FILE_KINDS, fileErrors, UPLOAD_KINDS } from '#shared/files.ts';

export const uploadKind = z.enum(UPLOAD_KINDS);

export const uploadSchema = z.object({
  /** What a record's call names it by. */
  id: z.uuid(),
  /** Spec §5: letters, digits, hyphen and underscore, plus the extension; unique and not to be guessed. */
  filename: z.string(),
  /** As its sender called it. */
  originalName: z.string(),
  kind: z.enum(FILE_KINDS),
  mediaType: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Opens it without a session, for five minutes. */
  link: z.string(),
  linkUntil: instantSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

export const uploadFile = endpoint({
  service: 'main',
  method: 'POST',
  path: '/file-upload',
  summary: 'Send a file: multipart with the field `kind` before the field `file`',
  access: { signedIn: 'own uploads' },
  kind: 'multipart',
  rate: 'upload',
  body: z.object({ kind: uploadKind.optional() }),
  /** `kind` may be here instead; without it a file is an attachment. */
  query: z.object({ kind: uploadKind.optional() }),
  output: uploadSchema,
  audit: 'file.upload',
});

export const deleteUpload = endpoint({
  service: 'main',
  method: 'DELETE',
  path: '/file-upload',
  summary: 'Delete an own upload that no record names',
  access: { signedIn: 'own uploads' },
  query: z.object({ filename: z.string().min(1).max(200) }),
  output: done,
  audit: 'file.delete',
  refuses: [commonErrors.not_found, fileErrors.in_use],
});

export const listUploads = endpoint({
  service: 'main',
  method: 'GET',
  path: '/file-upload/own',
  summary: 'Own uploads that no record names yet, with fresh links (the path is ours)',
  access: { signedIn: 'own uploads' },
  output: z.object({ items: z.array(uploadSchema) }),
});
