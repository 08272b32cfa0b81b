/** The bell: everybody's own notices. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { endpoint } from '#shared/endpoint.ts';
import { listOf, paging, queryFlag } from '#shared/paging.ts';
import type { NoticeKind } from '#shared/words.ts';

export const noticeSchema = z.object({
  id: z.uuid(),
  /** `domain.what`: the text is the domain's `notices.<what>`, filled with `params`. */
  kind: z.string() as unknown as z.ZodType<NoticeKind, string>,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Address of the record within the product. */
  path: z.string(),
  createdAt: instantSchema,
  readAt: instantSchema.nullable(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const listNotices = endpoint({
  service: 'social',
  method: 'GET',
  path: '/user/notices',
  summary: 'Own notices, the newest first (the path is ours)',
  access: { signedIn: 'own notices' },
  query: paging(['-createdAt'], { unread: queryFlag.optional() }).omit({ search: true }),
  output: listOf(noticeSchema).extend({ unread: z.int().min(0) }),
});

const marked = z.object({ marked: z.int().min(0) });

export const readNotices = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/notices/read',
  summary: 'Mark own notices as read (the path is ours)',
  access: { signedIn: 'own notices' },
  body: z.object({ ids: z.array(z.uuid()).min(1).max(200) }),
  output: marked,
  audit: { none: 'changes no fact but what the person has seen' },
});

export const readAllNotices = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/notices/read-all',
  summary: 'Mark all own notices as read (the path is ours)',
  access: { signedIn: 'own notices' },
  output: marked,
  audit: { none: 'changes no fact but what the person has seen' },
});
