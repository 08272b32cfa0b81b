/** What the office answers to the household that asked, and a closed request that is opened again (the paths are ours). */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';
import { BASE, errors } from '../contract.ts';
import { act, answer, refusesStep } from '../steps/contract.ts';
import { remark } from '../steps/fields.ts';

export const replyToRequest = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/reply`,
  summary: 'Answer the household that asked: it reads the answer on its page (the path is ours)',
  access: { permission: 'work-orders:review' },
  body: z.object({ ...act, text: lineSchema(1000) }),
  output: answer,
  audit: 'work-order.reply',
  // In any state.
  refuses: [commonErrors.not_found, errors.no_household],
});

export const reopenRequest = endpoint({
  service: 'main',
  method: 'POST',
  path: `${BASE}/request/reopen`,
  summary:
    'A request that was closed is looked at again, within 15 days; by who asked or who reviews (the path is ours)',
  access: { permission: 'work-orders:create' },
  body: z.object({ ...act, remark }),
  output: answer,
  audit: 'work-order.reopen-request',
  refuses: [...refusesStep, errors.request_too_late],
});
