/** The second factor of staff: codes of an authenticator app, and recovery codes for the day the phone is lost. The paths are ours. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint } from '#shared/endpoint.ts';
import { commonErrors } from '#shared/errors.ts';
import { errors as identityErrors } from '../contract.ts';
import { challengeSchema, signInAnswer } from '../sign-in-answer.rules.ts';

const password = z.string().min(1).max(200);
const code = z.string().trim().min(1).max(40);

/** What an authenticator app needs; shown once. */
const enrolment = challengeSchema.shape.enrolment.unwrap();
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const completeSignIn = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/login/second-factor',
  summary: 'The second step of a sign-in: a code of the authenticator app or a recovery code',
  access: { public: 'the challenge of the first step is the credential' },
  openInMaintenance: 'who may work during it signs in',
  rate: 'sign-in',
  body: z.object({ challenge: z.string().min(1).max(100), code }),
  output: signInAnswer,
  audit: { none: 'identity.login_log keeps it' },
  refuses: [identityErrors.challenge_over, identityErrors.code_wrong],
});

export const getSignInMethods = endpoint({
  service: 'social',
  method: 'GET',
  path: '/user/sign-in-methods',
  summary: 'How the signed-in person signs in: second factor and outside provider',
  access: { signedIn: 'own sign-in' },
  output: z.object({
    secondFactor: z.object({
      /** Consumers have none. */
      isOffered: z.boolean(),
      isDemanded: z.boolean(),
      since: instantSchema.nullable(),
      recoveryCodesLeft: z.int(),
    }),
    provider: z.object({ name: z.string(), joinedAt: instantSchema.nullable() }).nullable(),
  }),
});

export const beginSecondFactor = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/second-factor/begin',
  summary: 'A new secret for the authenticator app; asks for nothing until it is confirmed',
  access: { signedIn: 'own second factor' },
  rate: 'login',
  body: z.object({ password }),
  output: enrolment,
  audit: { none: 'nothing counts before it is confirmed' },
  refuses: [commonErrors.not_permitted, identityErrors.second_factor_on, identityErrors.wrong_password],
});

export const confirmSecondFactor = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/second-factor/confirm',
  summary: 'Turn the second factor on with a first code; gives the recovery codes, ends other sessions',
  access: { signedIn: 'own second factor' },
  rate: 'login',
  body: z.object({ code }),
  output: recoveryCodes,
  audit: 'user.second-factor-on',
  refuses: [commonErrors.not_permitted, identityErrors.code_wrong],
});

export const renewRecoveryCodes = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/second-factor/recovery-codes',
  summary: 'New recovery codes; those before end',
  access: { signedIn: 'own second factor' },
  rate: 'login',
  body: z.object({ password, code }),
  output: recoveryCodes,
  audit: 'user.recovery-codes',
  refuses: [commonErrors.not_permitted, identityErrors.code_wrong, identityErrors.wrong_password],
});

export const endSecondFactor = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/second-factor/end',
  summary: 'Turn the second factor off, with password and code',
  access: { signedIn: 'own second factor' },
  rate: 'login',
  body: z.object({ password, code }),
  output: done,
  audit: 'user.second-factor-off',
  refuses: [
    commonErrors.not_permitted,
    identityErrors.code_wrong,
    identityErrors.second_factor_demanded,
    identityErrors.second_factor_off,
    identityErrors.wrong_password,
  ],
});

export const resetSecondFactor = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/second-factor/reset',
  summary: 'Take the second factor of somebody away who lost it; they are told, their sessions end',
  access: { permission: 'users:edit' },
  body: z.object({ id: z.uuid() }),
  output: done,
  audit: 'user.second-factor-reset',
  refuses: [commonErrors.not_found, identityErrors.own_account, identityErrors.second_factor_off],
});
