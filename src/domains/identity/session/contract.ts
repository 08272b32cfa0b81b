/**
 * What the frame of every signed-in page calls: refresh, sign out, one's own profile, language and theme (spec §5, §8). Apart
 * from the other calls of identity, so that no page loads what it does not use.
 */
import { z } from 'zod';
import { done, endpoint } from '#shared/endpoint.ts';
import { errorCodes } from '#shared/errors.ts';
import { authentication, permissionList, profileSchema } from '../sign-in-answer.rules.ts';

export const errors = errorCodes('identity', {
  // Outside the 403 interceptor: a failed refresh must not be refreshed.
  session_over: { status: 400 },
});

export const newToken = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/new/token',
  summary: 'Refresh the session; the refresh token is used once',
  access: { public: 'the refresh token is the credential' },
  openInMaintenance: 'who may work during it stays signed in',
  rate: 'refresh',
  body: z.object({ refreshToken: z.string().min(1).max(200) }),
  output: authentication,
  audit: { none: 'changes no fact but the session itself' },
  refuses: [errors.session_over],
});

export const logout = endpoint({
  service: 'social',
  method: 'POST',
  path: '/user/logout',
  summary: 'End the session',
  access: { public: 'must also work when the Id-token has expired; the access token names the session' },
  openInMaintenance: 'who may not work leaves',
  body: z.object({ accessToken: z.string().min(1).max(4096) }),
  output: done,
  audit: { none: 'identity.login_log keeps it' },
});

export const getProfile = endpoint({
  service: 'social',
  method: 'GET',
  path: '/user/profile',
  summary: 'The signed-in person, with permissions',
  access: { signedIn: 'own data' },
  output: z.object({ profile: profileSchema, permissions: permissionList }),
});

export const saveAppearance = endpoint({
  service: 'social',
  method: 'PUT',
  path: '/user/appearance',
  summary: 'Remember one’s own language or theme (the path is ours)',
  access: { signedIn: 'own data' },
  body: profileSchema.pick({ language: true, theme: true }).partial(),
  output: done,
  audit: 'user.profile',
});
