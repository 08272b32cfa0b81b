/** A code of consent as it is kept: bound to its request and its side, and to the secrets of the program. */
import { codeHash } from '#domains/identity/tokens.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Side } from '../ownership.rules.ts';

/** What a code is bound by. */
export type Keys = { secrets: Secrets };
export type OfSide = { requestId: string; side: Side };

export const hashOf = (keys: Keys, { requestId, side }: OfSide, code: string): Buffer =>
  codeHash(keys.secrets, ['ownership', requestId, side, code]);
