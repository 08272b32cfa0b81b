import { codeHash } from '#domains/identity/tokens.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** What is kept of the code of an invitation to a phone. */
export const invitationHash = (secrets: Secrets, phone: string, code: string): Buffer =>
  codeHash(secrets, ['invitation', phone, code]);
