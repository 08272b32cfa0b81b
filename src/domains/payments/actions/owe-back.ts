/**
 * Money that is there and that nothing needs (a bank took it, or two people agree to it): all of it is owed back, and its refund is asked
 * for without anybody's press.
 */
import { errors as noteErrors } from '#domains/applications/contract.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { errors as ownershipErrors } from '#domains/ownership/contract.ts';
import { errors as orderErrors } from '#domains/work-orders/contract.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { openCaseForPayment } from '../refunds/actions/open-refund.ts';
import { NOTHING_DUE, OTHER_SUM } from '../refunds/message-texts.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

/** Refusals of a sum: what the money was for is still asked for, with another one. */
const OTHER_SUMS: readonly ErrorCode[] = [
  ...[noteErrors.amount_above_balance, noteErrors.partial_payment, orderErrors.charge_whole],
  ...[ownershipErrors.fee_whole],
];
const isOtherSum = ({ error }: AppError): boolean => OTHER_SUMS.includes(error);

const NOBODY = { userId: null, name: 'system' };

/**
 * Such money is never refused: what `settle` refuses is owed back.
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
    await openCaseForPayment(tx, actor, {
      paymentId: money.paymentId,
      reason: isOtherSum(thrown) ? OTHER_SUM : NOTHING_DUE,
      asker: NOBODY,
    });
  }
}
