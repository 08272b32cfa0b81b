import type { Keys } from '../actions/open-session.ts';
import { codeHash } from '../tokens.ts';
import { plainRecoveryCode } from './totp.rules.ts';

export function recoveryHash(keys: Keys, userId: string, code: string): Buffer {
  return codeHash(keys.secrets, ['recovery', userId, plainRecoveryCode(code)]);
}
