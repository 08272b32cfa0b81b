/** Opening one document. Apart from the other calls, because the pages of consumers do without it. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';

export const openDocument = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/document/open',
  summary:
    'A link that opens one document for five minutes; the audit log says who opened it (the path is ours)',
  access: { signedIn: 'applications:view or noc:view; documentsOpenTo limits the rows' },
  query: z.object({ documentId: z.uuid() }),
  output: z.object({ documentId: z.uuid(), url: z.string() }),
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});
