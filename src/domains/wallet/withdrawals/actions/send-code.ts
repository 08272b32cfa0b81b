/**
 * A new code for a withdrawal whose code was tried too often, or never came. There is one: each is an SMS, and five more tries.
 * Who needs another takes the withdrawal back.
 */
import { type Actor, may } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { digitCode } from '#platform/secrets/digit-code.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../../errors.ts';
import { CODE_MINUTES } from '../../wallet.rules.ts';
import { hashOf, type Keys } from '../code-hash.ts';
import type { Withdrawal } from '../contract.ts';
import { lockWithdrawal } from '../lock-withdrawal.ts';
import { getWithdrawal, isFirstCode, samePhone } from '../queries.ts';
import { tellConsumer } from '../tell-consumer.ts';

export async function sendWithdrawalCode(
  tx: Tx,
  actor: Actor,
  keys: Keys,
  { withdrawalId }: { withdrawalId: string },
): Promise<Withdrawal> {
  const word = actor.kind === 'consumer' ? 'wallet:use' : 'wallet:withdraw';
  if (!may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
  await lockWithdrawal(tx, actor, withdrawalId, ['REQUESTED']);
  const text = digitCode();
  const expiresAt = new Date(actor.now.getTime() + CODE_MINUTES * 60_000);
  const sent = await first(
    tx,
    sql`update wallet.withdrawals f set code_hash = ${hashOf(keys, withdrawalId, text)}, code_expires_at = ${expiresAt}, tries = 0
      where f.id = ${withdrawalId} and ${isFirstCode()} and ${samePhone(actor)} returning f.id`,
  );
  if (!sent) throw fail(errors.no_new_code);
  await tellConsumer(tx, actor, withdrawalId, 'code', { text, expiresAt, isNew: true });
  await audit(tx, actor, {
    action: 'wallet.send-code',
    object: 'withdrawal',
    objectId: withdrawalId,
    after: { state: 'REQUESTED' },
  });
  return getWithdrawal(tx, actor, withdrawalId);
}
