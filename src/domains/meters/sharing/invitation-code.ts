import { codeHash } from '#domains/identity/tokens.ts';
import type { Actor } from '#platform/actor.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { DAY_MS } from '#shared/dates.ts';

export const LIFE_DAYS = 7;
const CODE_DIGITS = 8;

/** A code for an invitation, good from now on. */
export const newCode = ({ now }: Actor) => ({
  code: digitCode(CODE_DIGITS),
  expiresAt: new Date(now.getTime() + LIFE_DAYS * DAY_MS),
});

/** What is kept of the code of an invitation to a phone. */
export const invitationHash = (secrets: Secrets, phone: string, code: string): Buffer =>
  codeHash(secrets, ['invitation', phone, code]);
