/** A request to take a payment back that waits for the second person: who asked takes it back. */
import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { lineSchema } from '#shared/text.ts';
import { errors, paymentSchema } from '../contract.ts';

export const giveUpReversal = endpoint({
  service: 'billing',
  method: 'POST',
  path: '/payment/reversal/give-up',
  summary: 'Who asked to reverse the payment takes the request back before it is decided (the path is ours)',
  access: { permission: 'payments:reverse' },
  rate: 'money',
  body: z.object({ reversalId: z.uuid(), reason: lineSchema(300) }),
  output: paymentSchema,
  audit: 'payment.give-up-reversal',
  refuses: [commonErrors.not_found, errors.not_asker, errors.reversal_decided],
});
