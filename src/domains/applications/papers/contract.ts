/** The planning authority's letter and the certificate of a connection that was made. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';

const asPaper = {
  service: 'main',
  method: 'GET',
  access: { signedIn: 'applications:view or noc:view; visibleTo limits the rows' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
  refuses: [commonErrors.not_permitted],
} as const;

export const nocLetterPdf = endpoint({
  ...asPaper,
  path: '/application/{id}/noc-letter',
  summary:
    'The letter of no objection that the last desk of the planning authority signed, as PDF (the path is ours)',
});

export const certificatePdf = endpoint({
  ...asPaper,
  path: '/application/{id}/completion-certificate',
  summary: 'The certificate of the connection that was made, as PDF (the path is ours)',
});
