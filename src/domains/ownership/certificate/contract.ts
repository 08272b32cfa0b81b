/** The paper that says that a connection has another owner. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';

export const certificatePdf = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/change_ownership_request/{id}/certificate',
  summary:
    'The certificate of an owner change that was made, as PDF: for the office and both owners (the path is ours)',
  access: { permission: 'ownership:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
  refuses: [commonErrors.not_found],
});
