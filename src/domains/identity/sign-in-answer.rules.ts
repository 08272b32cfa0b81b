/** What a sign-in answers: the specification's tokens, or what is still to be done. */
import { z } from 'zod';

/** The specification's answer shape (§7 Session); RefreshToken rotates with every refresh. */
export const authentication = z.object({
  response: z.object({
    AuthenticationResult: z.object({
      AccessToken: z.string(),
      IdToken: z.string(),
      RefreshToken: z.string(),
    }),
  }),
});

/** The specification's userPermission: modules and features by `match`. */
export const permissionList = z.array(
  z.object({ match: z.string(), features: z.array(z.object({ match: z.string() })) }),
);

export const profileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of a household, from the register of consumers; null if there is none. */
  nameBn: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  role: z.string(),
  roleName: z.string(),
  language: z.enum(['en', 'bn']),
  theme: z.enum(['light', 'dark', 'system']),
  /** Opens the photo without a session for a day; null if there is none. */
  imageLink: z.string().nullable(),
  /** The same for the signature, which only staff have: for a few minutes. */
  signatureLink: z.string().nullable(),
  consumerId: z.uuid().nullable(),
  version: z.int(),
});

export const signedIn = authentication.extend({
  profile: profileSchema,
  permissions: permissionList,
  /** If this sign-in turned the second factor on: shown once. */
  recoveryCodes: z.array(z.string()).optional(),
});

/**
 * The first step was right, a second one is wanted: `code` of the authenticator app; `enrol` sets the app up first,
 * because the role demands it; `join` asks for the password that joins an outside account.
 */
export const challengeSchema = z.object({
  token: z.string(),
  step: z.enum(['code', 'enrol', 'join']),
  enrolment: z.object({ secret: z.string(), address: z.string(), qr: z.string() }).nullable(),
});
export type Challenge = z.infer<typeof challengeSchema>;

export const signInAnswer = z.union([signedIn, z.object({ challenge: challengeSchema })]);
