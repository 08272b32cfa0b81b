/** Ten recovery codes at a time, shown once; a new set ends the one before. */

import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import type { Keys } from '../../actions/open-session.ts';
import { recoveryHash } from '../recovery-hash.ts';
import { newRecoveryCode } from '../totp.rules.ts';

const CODES = 10;

export async function makeRecoveryCodes(tx: Tx, keys: Keys, actor: Actor, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  const hashes = codes.map((code) => recoveryHash(keys, userId, code).toString('hex'));
  await execute(tx, sql`delete from identity.recovery_codes where user_id = ${userId}`);
  await execute(
    tx,
    sql`insert into identity.recovery_codes (code_hash, user_id, made_at)
    select decode(hash, 'hex'), ${userId}, ${actor.now} from unnest(${hashes}::text[]) as hash`,
  );
  return codes;
}
