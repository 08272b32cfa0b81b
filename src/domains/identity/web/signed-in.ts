/** From a login's answer to the stored session (spec §3 keys) and the person's appearance. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { saveSession } from '#web/session.ts';
import type { login } from '../contract.ts';

/** Mantine's name of a theme choice. */
export function colourScheme(theme: 'light' | 'dark' | 'system') {
  return theme === 'system' ? 'auto' : theme;
}

/** Stores the session of a login answer. */
export function keepSession(answer: EndpointAnswer<typeof login>) {
  saveSession({
    tokens: answer.response.AuthenticationResult,
    profile: answer.profile,
    permissions: answer.permissions,
  });
}

/** Where to go after signing in: the page that was asked for, never another site. */
export function nextAddress(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/dashboard';
}
