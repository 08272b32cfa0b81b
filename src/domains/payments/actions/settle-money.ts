/** Money that is certain: spreads it over what it pays, or keeps it as owed back, with its journal; the receipt comes last. */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import { postJournal } from '#domains/ledger/actions/post-journal.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { settleNoteLate } from './settle-demand-note.ts';
import { settleInvoicePayments } from './settle-payments.ts';

export type Money = {
  paymentId: string;
  amountMinor: number;
  account: AccountCode;
  paidOn: string;
  connectionId: string | null;
  applicationId: string | null;
  demandNoteId: string | null;
};

/** For who asks for the month before settling: these locks are taken before the month's. */
export async function lockTarget(
  tx: Tx,
  { connectionId, applicationId }: Pick<Money, 'connectionId' | 'applicationId'>,
): Promise<void> {
  await lockConnections(tx, sql`select ${connectionId}::uuid`);
  await execute(tx, sql`select from applications.applications where id = ${applicationId} for update`);
}

/** Money that a bank has taken: what a demand note does not take is owed back, never refused. */
export async function settleMoney(tx: Tx, actor: Actor, money: Money): Promise<void> {
  const { connectionId, applicationId, demandNoteId, ...rest } = money;
  if (connectionId) await settleInvoicePayments(tx, actor, [{ ...rest, connectionId }]);
  else if (applicationId && demandNoteId)
    await settleNoteLate(tx, actor, { ...rest, applicationId, demandNoteId });
  else throw new Error(`payment ${money.paymentId} pays for nothing that can be settled`);
}

/** Money that goes back: all of it is owed to the connection or applicant (2210), no bill is paid. */
export async function oweBack(tx: Tx, actor: Actor, money: Money): Promise<void> {
  const partyId = money.connectionId ?? money.applicationId;
  if (!partyId) throw new Error(`payment ${money.paymentId} names nobody whom it is owed to`);
  await postJournal(tx, actor, {
    kind: 'PAYMENT',
    sourceId: money.paymentId,
    businessDate: money.paidOn,
    entries: [
      { account: money.account, amountMinor: money.amountMinor },
      { account: ACCOUNTS.refundable, partyId, amountMinor: -money.amountMinor },
    ],
  });
}
