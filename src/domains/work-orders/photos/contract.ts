/** Photos of a work order as pictures (the paths are ours). They are added by a step. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { BASE, view } from '../contract.ts';

export const photoLinks = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/photo/links`,
  summary:
    'Links that show the photos of a work order for a few minutes, as pictures in its page (the path is ours)',
  access: view,
  query: z.object({ orderId: z.uuid() }),
  output: z.object({ items: z.array(z.object({ photoId: z.uuid(), url: z.string() })) }),
  refuses: [commonErrors.not_found],
});

export const openPhoto = endpoint({
  service: 'main',
  method: 'GET',
  path: `${BASE}/photo/open`,
  summary: 'A link that opens a photo of a work order for a few minutes (the path is ours)',
  access: view,
  query: z.object({ photoId: z.uuid() }),
  output: z.object({ photoId: z.uuid(), url: z.string() }),
  refuses: [commonErrors.not_found],
});
