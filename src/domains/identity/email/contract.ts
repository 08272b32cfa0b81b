/** Another e-mail for one's own account: by its password and a link to the new address. Paths are ours. */
import { z } from 'zod';
import { done, endpoint } from '#shared/endpoint.ts';
import { emailSchema } from '#shared/text.ts';
import { errors as identityErrors } from '../contract.ts';

export const changeEmail = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/email/change',
  summary:
    'Ask for another e-mail, or for none: a link goes to the new address; the same answer whether or not it is taken',
  access: { signedIn: 'own e-mail' },
  rate: 'login',
  body: z.object({
    email: z.union([emailSchema, z.literal('').transform(() => null), z.null()]),
    password: z.string().min(1).max(200),
  }),
  output: done,
  audit: ['user.email-ask', 'user.email-remove'],
  refuses: [identityErrors.wrong_password],
});

export const confirmEmail = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/email/confirm',
  summary: 'Take the new e-mail over, by the link that was sent to it; the old address is told',
  access: { public: 'the token of the link is the credential' },
  rate: 'link',
  body: z.object({ token: z.string().min(1).max(100) }),
  output: done,
  audit: 'user.email',
  /** The address is taken by somebody at the same moment; before that the link is simply over. */
  refuses: [identityErrors.email_taken, identityErrors.link_invalid],
});
