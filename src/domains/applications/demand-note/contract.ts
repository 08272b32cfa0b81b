/** The demand note as paper. Paying it is the payments domain's call, /application/payment. */
import { z } from 'zod';
import { endpoint, idParams } from '#shared/endpoint.ts';

export const demandNotePdf = endpoint({
  service: 'main',
  method: 'GET',
  path: '/application/{id}/demand-note',
  summary: "The application's demand note as PDF, the one in force or the last (the path is ours)",
  access: { permission: 'demand-notes:view' },
  kind: 'download',
  rate: 'export',
  params: idParams,
  query: z.object({ language: z.enum(['en', 'bn']).default('bn') }),
  output: z.never(),
});
