/** The journal of a payment: the account that has the money, and what it is credited to. */
import type { AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';

/** Money that is certain. @property amountMinor poisha @property paidOn business day */
export type CertainMoney = {
  paymentId: string;
  account: AccountCode;
  /** Whose wallet pays. */
  accountPartyId?: string | undefined;
  amountMinor: number;
  paidOn: string;
};

/** @param credit an account that is kept per party, and the connection, application, work order or ownership request */
export async function postMoney(
  tx: Tx,
  actor: Actor,
  { paymentId, account, accountPartyId, amountMinor, paidOn }: CertainMoney,
  credit: { account: AccountCode; partyId: string },
): Promise<void> {
  await postJournal(tx, actor, {
    kind: 'PAYMENT',
    sourceId: paymentId,
    businessDate: paidOn,
    entries: [
      { account, partyId: accountPartyId, amountMinor },
      { ...credit, amountMinor: -amountMinor },
    ],
  });
}
