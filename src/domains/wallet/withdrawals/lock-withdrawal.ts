/** Lock order of a withdrawal: its row → the wallet's balance → month → number series last. Asking locks the balance alone. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { first, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { errors } from '../errors.ts';
import type { WithdrawalState } from '../wallet.rules.ts';

export type WithdrawalFacts = {
  id: string;
  consumerId: string;
  state: WithdrawalState;
  amountMinor: number;
  askedOn: string;
  askedBy: string;
};

/** @param from the states that the step begins in */
export async function lockWithdrawal(
  tx: Tx,
  actor: Actor,
  id: string,
  from: readonly WithdrawalState[],
): Promise<WithdrawalFacts> {
  const found = await first<WithdrawalFacts>(
    tx,
    sql`select f.id, f.consumer_id as "consumerId", f.state, f.amount_minor as "amountMinor", f.asked_on as "askedOn",
        f.asked_by as "askedBy"
      from wallet.withdrawals f
      where f.id = ${id} and ${actor.kind === 'consumer' ? isConsumer(sql`f.consumer_id`, actor.consumerId) : sql`true`}
      for update`,
  );
  if (!found) throw fail(commonErrors.not_found);
  if (!from.includes(found.state)) throw fail(errors.wrong_state);
  return found;
}
