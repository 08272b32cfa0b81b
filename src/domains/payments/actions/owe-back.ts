/** Money that a bank has taken and that nothing needs: all of it is owed back, and its refund is asked for without anybody's press. */
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { openCaseForPayment } from '../refunds/actions/open-refund.ts';

const REASON = 'Nothing was due any more when the money came. / টাকা আসার সময় আর কিছু বাকি ছিল না।';
const NOBODY = { userId: null, name: 'system' };

type Late = { paymentId: string; account: AccountCode; amountMinor: number; paidOn: string };

/** @param partyId whom it is owed to: the application or the work order */
export async function oweBackLate(tx: Tx, actor: Actor, money: Late, partyId: string): Promise<void> {
  const { paymentId, account, amountMinor, paidOn } = money;
  await execute(
    tx,
    sql`update payments.payments set owed_back = true where id = ${paymentId} and not owed_back`,
  );
  await postJournal(tx, actor, {
    kind: 'PAYMENT',
    sourceId: paymentId,
    businessDate: paidOn,
    entries: [
      { account, amountMinor },
      { account: ACCOUNTS.refundable, partyId, amountMinor: -amountMinor },
    ],
  });
  await openCaseForPayment(tx, actor, { paymentId, reason: REASON, asker: NOBODY });
}
