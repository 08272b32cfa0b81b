/** Money that a bank has taken and that nothing needs: all of it is owed back, and its refund is asked for without anybody's press. */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { openCaseForPayment } from '../refunds/actions/open-refund.ts';
import { NOTHING_DUE } from '../refunds/message-texts.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

const NOBODY = { userId: null, name: 'system' };

/**
 * Money of a bank is never refused: what `settle` refuses is owed back.
 * @param partyId whom it is owed to: the application, the work order, the ownership request, or the connection of bills
 *   that the payer took over
 * @param passing refusals that say nothing about the money: they stay refusals
 */
export async function settleOrOweBack(
  tx: Tx,
  actor: Actor,
  { money, partyId }: { money: CertainMoney; partyId: string },
  settle: () => Promise<void>,
  passing: readonly ErrorCode[] = [],
): Promise<void> {
  await execute(tx, sql`savepoint settled`);
  try {
    await settle();
  } catch (thrown) {
    if (!(thrown instanceof AppError) || passing.includes(thrown.error)) throw thrown;
    await execute(tx, sql`rollback to savepoint settled`);
    await execute(tx, sql`update payments.payments set owed_back = true where id = ${money.paymentId}`);
    await postMoney(tx, actor, money, { account: ACCOUNTS.refundable, partyId });
    await openCaseForPayment(tx, actor, { paymentId: money.paymentId, reason: NOTHING_DUE, asker: NOBODY });
  }
}
