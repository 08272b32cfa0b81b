/** Signing in through an outside OpenID Connect provider, for staff who have an account already. The paths are ours. */
import { z } from 'zod';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { errors as identityErrors } from '../contract.ts';
import { signInAnswer } from '../sign-in-answer.rules.ts';

/** The address to which the provider sends the browser back; the answer is in its query. */
export const RETURN_PATH = '/login/provider';

export const beginProvider = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/provider/begin',
  summary: 'The address of the provider, and a secret that this browser keeps for the way back',
  access: { public: 'signing in' },
  openInMaintenance: 'who may work during it signs in',
  rate: 'begin',
  output: z.object({ address: z.string(), flow: z.string() }),
  audit: { none: 'nothing has happened yet' },
  refuses: [commonErrors.not_found, identityErrors.provider_away],
});

export const finishProvider = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/provider/finish',
  summary: 'Sign in with what the provider sent back, once',
  access: { public: 'the flow and the code of the provider are the credential' },
  openInMaintenance: 'who may work during it signs in',
  rate: 'link',
  body: z.object({
    flow: z.string().min(1).max(100),
    /** The query of the return address as it came: code, state, iss or error. */
    answer: z.string().max(4000),
  }),
  output: signInAnswer,
  audit: { none: 'identity.login_log keeps it' },
  refuses: [
    commonErrors.not_found,
    identityErrors.provider_denied,
    identityErrors.provider_invalid,
    identityErrors.provider_no_account,
    identityErrors.second_factor_on,
  ],
});

export const joinProvider = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/provider/join',
  summary: 'Join the outside account with one’s own, by its password, once',
  access: { public: 'the challenge and the password are the credential' },
  openInMaintenance: 'who may work during it signs in',
  rate: 'sign-in',
  body: z.object({ challenge: z.string().min(1).max(100), password: z.string().min(1).max(200) }),
  output: signInAnswer,
  audit: { none: 'identity.login_log keeps it, and an audit row user.provider-join' },
  refuses: [identityErrors.challenge_over, identityErrors.second_factor_on, identityErrors.wrong_credentials],
});

export const leaveProvider = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/provider/leave',
  summary: 'Take the outside account away from one’s own',
  access: { signedIn: 'own sign-in' },
  output: done,
  audit: 'user.provider-leave',
  refuses: [commonErrors.not_found],
});
