/** Posts what was counted less, or more, than the books say. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { ACCOUNTS } from '../../accounts.rules.ts';
import { postJournal } from '../../actions/post-journal.ts';

type Variance = { id: string; day: string; cashierId: string; varianceMinor: number; reason: string | null };

/** Short: the cash account goes down and the difference is an expense; over: the opposite. In the cashier's name. */
export async function postVariance(tx: Tx, actor: Actor, closing: Variance): Promise<void> {
  await postJournal(
    tx,
    { ...actor, userId: closing.cashierId },
    {
      kind: 'CASH_VARIANCE',
      sourceId: closing.id,
      businessDate: closing.day,
      ...(closing.reason ? { reason: closing.reason } : {}),
      entries: [
        { account: ACCOUNTS.cash, amountMinor: closing.varianceMinor },
        { account: ACCOUNTS.cashVariance, amountMinor: -closing.varianceMinor },
      ],
    },
  );
}
