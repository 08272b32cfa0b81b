/** What a new password has to be for this person: long enough by the settings, not easily guessed (G34). */
import type { Db, Tx } from '#platform/database/db.ts';
import { fail } from '#shared/errors.ts';
import { errors } from '../contract.ts';
import { isWeak } from '../passwords.rules.ts';
import { passwordLengths } from '../security/security-settings.ts';

type Whose = { role: string; about: readonly (string | null | undefined)[] };

export async function requireGoodPassword(db: Db | Tx, password: string, whose: Whose): Promise<void> {
  const lengths = await passwordLengths(db);
  const minimum = whose.role === 'consumer' ? lengths.consumer : lengths.staff;
  if ([...password.normalize('NFC')].length < minimum) throw fail(errors.short_password, { minimum });
  if (isWeak(password, whose.about)) throw fail(errors.weak_password);
}
