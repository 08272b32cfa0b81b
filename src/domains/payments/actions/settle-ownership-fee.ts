/**
 * Money for the fee of an ownership change has come. The fee is billed in the books with its payment (Dr 1130, Cr fees and VAT): before
 * that nobody owes it. A request that was returned while its money was on the way keeps it. Money that the request does not take (paid
 * meanwhile, ended) is never refused if a bank has taken it: it is owed back (2210).
 */
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import { settleFee } from '#domains/ownership/fee/actions/settle-fee.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { settleOrOweBack } from './owe-back.ts';
import { type CertainMoney, postMoney } from './post-money.ts';

export type FeeSettlement = CertainMoney & { ownershipRequestId: string };

/** Settles a fee with money at the counter: what the request does not take is refused before anything is posted. */
export async function settleOwnershipFee(
  tx: Tx,
  actor: Actor,
  settlement: FeeSettlement,
  { isThere = false } = {},
): Promise<void> {
  const { ownershipRequestId: requestId, amountMinor, paidOn } = settlement;
  const { feeVatMinor: vat } = await settleFee(tx, actor, { requestId, amountMinor, isThere });
  await execute(
    tx,
    sql`update payments.payments set vat_minor = ${vat} where id = ${settlement.paymentId} and vat_minor <> ${vat}`,
  );
  await postJournal(tx, actor, {
    kind: 'OWNERSHIP_FEE',
    sourceId: requestId,
    // After its money was taken back it is paid again.
    again: true,
    businessDate: paidOn,
    entries: [
      { account: ACCOUNTS.ownershipFees, partyId: requestId, amountMinor },
      { account: ACCOUNTS.changesOfOwners, amountMinor: vat - amountMinor },
      { account: ACCOUNTS.vat, amountMinor: -vat },
    ],
  });
  await postMoney(tx, actor, settlement, { account: ACCOUNTS.ownershipFees, partyId: requestId });
}

/** Settles a fee with money that is there already: a bank took it, or two people agree to it. */
export const settleOwnershipFeeLate = (tx: Tx, actor: Actor, settlement: FeeSettlement): Promise<void> =>
  settleOrOweBack(tx, actor, { money: settlement, partyId: settlement.ownershipRequestId }, () =>
    settleOwnershipFee(tx, actor, settlement, { isThere: true }),
  );
