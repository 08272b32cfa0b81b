/** A code of a withdrawal as it is kept: bound to its withdrawal, and to the secrets of the program. */
import { codeHash } from '#domains/identity/tokens.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type Keys = { secrets: Secrets };
export const hashOf = ({ secrets }: Keys, withdrawalId: string, code: string): Buffer =>
  codeHash(secrets, ['wallet withdrawal', withdrawalId, code]);
