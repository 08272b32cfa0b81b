/** What a consumer chooses from in the header: asked on every page of a consumer, so that it comes without the pipeline's calls. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { listOf, paging } from '#shared/paging.ts';

export const listOwnerApplications = endpoint({
  service: 'main',
  method: 'GET',
  path: '/support_ticket/owners',
  summary:
    "A consumer's connections, shared and former ones too, and applications without one, for the selector",
  access: { signedIn: 'own applications' },
  query: paging(['-createdAt'], {}, 5000),
  output: listOf(
    z.object({
      /** The connection's own id if it was not made from an application of theirs. */
      applicationId: z.uuid(),
      customerId: z.string().nullable(),
      connectionId: z.uuid().nullable(),
      sectorNo: z.string(),
      smallRoadNo: z.string(),
      plotNo: z.string(),
      /** Own; shared by another account holder; another's now, with bills of the time before. */
      access: z.enum(['OWN', 'SHARED', 'FORMER']),
    }),
  ),
});
