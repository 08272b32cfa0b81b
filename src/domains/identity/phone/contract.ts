/** Another phone for one's own account: by its password and a code that is sent to the new number. Paths are ours. */
import { z } from 'zod';
import { done, endpoint } from '#shared/endpoint.ts';
import { phoneSchema } from '#shared/phone.ts';
import { codeSent, errors as identityErrors, sixDigits } from '../contract.ts';

export const changePhone = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/phone/change',
  summary: 'Ask for another phone: a code goes to the new number; the same answer whether or not it is taken',
  access: { signedIn: 'own phone' },
  rate: 'login',
  body: z.object({ phone: phoneSchema, password: z.string().min(1).max(200) }),
  output: codeSent,
  audit: 'user.phone-ask',
  refuses: [identityErrors.wrong_password],
});

export const confirmPhone = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/phone/confirm',
  summary: 'Take the new phone over, by the code that was sent to it; the old number is told',
  access: { signedIn: 'own phone' },
  rate: 'otp',
  body: z.object({ phone: phoneSchema, code: sixDigits }),
  output: done,
  audit: 'user.phone',
  /** The number is taken by somebody at the same moment; before that the code is simply wrong. */
  refuses: [identityErrors.phone_taken, identityErrors.code_wrong, identityErrors.code_tries_over],
});
