import type { Keys } from '#domains/identity/actions/open-session.ts';
import { codeHash } from '#domains/identity/tokens.ts';

/** What is stored of the code of a claim. */
export const claimCode = (keys: Keys, userId: string, entryId: string, code: string): Buffer =>
  codeHash(keys.secrets, ['claim', userId, entryId, code]);
