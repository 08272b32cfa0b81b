/** Signing in, sessions, one-time codes, one's own profile (spec §5-§8); what the frame itself calls is in session/. */
import { z } from 'zod';
import { instantSchema } from '#shared/dates.ts';
import { done, endpoint, idParams } from '#shared/endpoint.ts';
import { commonErrors, errorCodes } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { passwordErrors } from '#shared/password-errors.ts';
import { phoneSchema } from '#shared/phone.ts';
import { lineSchema, passwordSchema } from '#shared/text.ts';
import { profileSchema, signInAnswer } from './sign-in-answer.rules.ts';

const ownErrors = errorCodes('identity', {
  // One text for unknown, wrong, locked and disabled: nothing is told about which accounts exist (G32).
  wrong_credentials: { status: 422 },
  wrong_password: { status: 422, field: 'oldPassword' },
  /** params: minimum, which the settings say for staff and for consumers. */
  short_password: { status: 422, field: 'password' },
  /** The second step took too long, or too many codes: the sign-in begins again. */
  challenge_over: { status: 422 },
  second_factor_on: { status: 409 },
  second_factor_off: { status: 409 },
  /** A role asks for it: it cannot be turned off. */
  second_factor_demanded: { status: 409 },
  /** The outside provider was not reached. */
  provider_away: { status: 503 },
  /** The person, or the provider, refused. */
  provider_denied: { status: 422 },
  /** Anything that does not fit: wrong state or nonce, too late, used before. */
  provider_invalid: { status: 422 },
  /** No staff account goes with it: unknown, disabled or unverified answer alike. */
  provider_no_account: { status: 422 },
  code_wrong: { status: 422, field: 'code' },
  /** Nobody has signed in yet: known and unknown numbers are told alike. A new code is wanted. */
  code_tries_over: { status: 422, field: 'code' },
  proof_invalid: { status: 422, field: 'proof' },
  email_taken: { status: 409, constraint: 'users_email_key', field: 'email' },
  phone_taken: { status: 409, constraint: 'users_phone_key', field: 'phone' },
  unknown_role: { status: 422, field: 'role' },
  /** Somebody has to be able to administer. */
  last_admin: { status: 409 },
  /** Nobody deactivates, deletes or changes the role of the account they are signed in with. */
  own_account: { status: 409 },
  /** Somebody has to be named who goes on with it. */
  open_work: { status: 409, field: 'handOverTo' },
  successor_may_not: { status: 422, field: 'handOverTo' },
  reason_required: { status: 422, field: 'reason' },
  /** Links and pictures are for people who may sign in. */
  user_inactive: { status: 409 },
  /** Used, replaced by a newer one, or too old. */
  link_invalid: { status: 422 },
});
export const errors = { ...ownErrors, ...passwordErrors };

export type Profile = z.infer<typeof profileSchema>;
/** As the database holds it: the links are made for each answer. */
export type StoredProfile = Omit<Profile, 'imageLink' | 'signatureLink'> & {
  imageFileId: string | null;
  signatureFileId: string | null;
};

/** Smallest size in pixels; larger pictures are cropped to it (spec §5). */
export const PICTURE_SIZES = {
  image: { width: 300, height: 300 },
  signature: { width: 360, height: 120 },
} as const;
export const pictureKind = z.enum(['image', 'signature']);
export type PictureKind = z.infer<typeof pictureKind>;

export const login = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/login',
  summary:
    'Sign in with e-mail or phone and password; a second factor answers with a challenge instead of tokens',
  access: { public: 'signing in' },
  openInMaintenance: 'who may work during it signs in',
  rate: 'sign-in',
  body: z.object({ login: lineSchema(254), password: z.string().min(1).max(200) }),
  output: signInAnswer,
  audit: { none: 'identity.login_log keeps it' },
  refuses: [errors.second_factor_on, errors.wrong_credentials],
});

export const editProfile = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/profile',
  summary: 'Change own name, language and theme',
  access: { signedIn: 'own data' },
  body: z.object({
    name: lineSchema(120),
    language: z.enum(['en', 'bn']),
    theme: z.enum(['light', 'dark', 'system']),
    version: z.int(),
  }),
  output: profileSchema,
  audit: 'user.profile',
});

const pictureOwner = z.object({ userId: z.uuid().optional() });

export const updateUserImage = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/image/update',
  summary: 'Own photo, or with `userId` that of a member of staff (multipart field `file`)',
  access: { signedIn: 'own picture; of another with users:edit, which the action asks' },
  kind: 'multipart',
  query: pictureOwner,
  rate: 'upload',
  output: profileSchema,
  audit: 'user.image',
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});

export const updateConsumerImage = endpoint({
  service: 'main',
  method: 'POST',
  path: '/consumer/image/update',
  summary: "A consumer's photo (multipart field `file`): one’s own, or by staff who keep the register",
  access: { signedIn: 'own picture of a consumer; of any consumer with consumers:edit' },
  kind: 'multipart',
  rate: 'upload',
  query: z.object({ consumerId: z.uuid().optional() }),
  output: profileSchema,
  audit: 'user.image',
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});

export const updateUserSignature = endpoint({
  service: 'role',
  method: 'POST',
  path: '/user/signature/update',
  summary: 'Own signature, or with `userId` that of a member of staff (multipart field `file`); staff only',
  access: { signedIn: 'own picture; of another with users:edit, which the action asks' },
  kind: 'multipart',
  query: pictureOwner,
  rate: 'upload',
  output: profileSchema,
  audit: 'user.signature',
  refuses: [commonErrors.not_found, commonErrors.not_permitted],
});

export const removePicture = endpoint({
  service: 'role',
  method: 'DELETE',
  path: '/user/picture/{kind}',
  summary:
    'Take one’s own photo or signature away, or with `userId` that of a member of staff (the path is ours)',
  access: { signedIn: 'own picture; of another with users:edit, which the action asks' },
  params: z.object({ kind: pictureKind }),
  query: pictureOwner,
  output: profileSchema,
  audit: 'user.image',
  refuses: [commonErrors.not_permitted],
});

export const changePassword = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/password/change',
  summary: 'Change own password; ends all other sessions',
  access: { signedIn: 'own password' },
  rate: 'login',
  body: z.object({ oldPassword: z.string().min(1).max(200), password: passwordSchema }),
  output: done,
  audit: 'user.password',
  refuses: [errors.short_password, errors.weak_password, errors.wrong_password],
});

export const sessionSchema = z.object({
  id: z.uuid(),
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema,
  current: z.boolean(),
});

export const listSessions = endpoint({
  service: 'social',
  method: 'GET',
  path: '/user/sessions',
  summary: 'Own sessions that are signed in',
  access: { signedIn: 'own sessions' },
  output: z.object({ items: z.array(sessionSchema) }),
});

export const endSession = endpoint({
  service: 'social',
  method: 'DELETE',
  path: '/user/sessions/{id}',
  summary: 'Sign one’s own session out',
  access: { signedIn: 'own sessions' },
  params: idParams,
  output: done,
  audit: 'session.end',
});

export const endSessions = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/sessions/end',
  summary: 'Sign out everywhere: all other sessions, or this one too',
  access: { signedIn: 'own sessions' },
  body: z.object({ which: z.enum(['others', 'all']) }),
  output: z.object({ ended: z.int() }),
  audit: 'session.end',
});

/** What a one-time code may be used for. */
export const codePurpose = z.enum(['registration', 'password-reset']);
export type CodePurpose = z.infer<typeof codePurpose>;

/** How long a code that was sent is good, and after what time another one may be asked for. */
export const codeSent = z.object({ expiresInSeconds: z.int(), resendAfterSeconds: z.int() });

export const requestCode = endpoint({
  service: 'social',
  method: 'POST',
  path: '/consumer/otp_request',
  summary: 'Send a one-time code by SMS; the same answer whether or not the number is known',
  access: { public: 'before an account exists' },
  rate: 'otp',
  body: z.object({ phone: phoneSchema, purpose: codePurpose, language: z.enum(['en', 'bn']).optional() }),
  output: codeSent,
  audit: { none: 'platform.outbox keeps what was sent' },
});

/** Six digits, Bengali or Latin, with the blanks that people and their phones put in. */
export const sixDigits = z
  .string()
  .max(20)
  .transform((text) => toLatinDigits(text).replace(/[\s-]/g, ''))
  .refine((text) => /^\d{6}$/.test(text), { error: 'identity.code_digits' });

export const verifyCode = endpoint({
  service: 'social',
  method: 'POST',
  path: '/consumer/otp_verify',
  summary: 'Exchange a right code for a proof, once',
  access: { public: 'before an account exists' },
  rate: 'otp',
  body: z.object({ phone: phoneSchema, purpose: codePurpose, code: sixDigits }),
  output: z.object({ proof: z.string() }),
  audit: { none: 'proves a phone, changes nothing' },
  refuses: [errors.code_wrong, errors.code_tries_over],
});

export const resetConsumerPassword = endpoint({
  service: 'social',
  method: 'POST',
  path: '/consumer/password/reset',
  summary: 'Set a new password with the proof of a one-time code; ends all sessions',
  access: { public: 'the proof of the phone is the credential' },
  rate: 'otp',
  body: z.object({ phone: phoneSchema, proof: z.string().max(1000), password: passwordSchema }),
  output: done,
  audit: 'user.password',
  refuses: [errors.proof_invalid, errors.short_password, errors.weak_password],
});
