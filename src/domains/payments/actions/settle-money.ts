/** Money that is certain: spreads it over what it pays, or keeps it as owed back, with its journal; the receipt comes last. */
import { lockConnections } from '#domains/billing/invoices/actions/settle-invoices.ts';
import { ACCOUNTS } from '#domains/ledger/accounts.rules.ts';
import { lockBalance } from '#domains/ledger/actions/guard-balance.ts';
import type { Actor } from '#platform/actor.ts';
import { execute, sql, type Tx } from '#platform/database/db.ts';
import { settleOrOweBack } from './owe-back.ts';
import { type CertainMoney, postMoney } from './post-money.ts';
import { settleNoteLate } from './settle-demand-note.ts';
import { settleOwnershipFeeLate } from './settle-ownership-fee.ts';
import { type Settlement, settleInvoicePayments } from './settle-payments.ts';
import { settleRecharge } from './settle-recharge.ts';
import { settleOrderLate } from './settle-work-order.ts';

export type Money = CertainMoney & {
  connectionId: string | null;
  applicationId: string | null;
  demandNoteId: string | null;
  workOrderId: string | null;
  ownershipRequestId: string | null;
  /** The wallet that is recharged. */
  walletOf: string | null;
};

/** For who asks for the month before settling: these locks are taken before the month's. */
export async function lockTarget(
  tx: Tx,
  {
    connectionId,
    applicationId,
    workOrderId,
    ownershipRequestId,
    walletOf,
  }: Pick<Money, 'connectionId' | 'applicationId' | 'workOrderId' | 'ownershipRequestId'> & {
    walletOf?: string | null;
  },
): Promise<void> {
  if (walletOf) await lockBalance(tx, { account: ACCOUNTS.wallets, partyId: walletOf });
  await lockConnections(tx, sql`select ${connectionId}::uuid`);
  await execute(tx, sql`select from applications.applications where id = ${applicationId} for update`);
  await execute(tx, sql`select from work_orders.orders where id = ${workOrderId} for no key update`);
  await execute(tx, sql`select from ownership.requests where id = ${ownershipRequestId} for no key update`);
}

/** What bills that the payer took over do not take is owed back to the payer. Other money is the connection's advance. */
export const settleBillsOrSendBack = (tx: Tx, actor: Actor, settlement: Settlement): Promise<void> =>
  settleOrOweBack(tx, actor, { money: settlement, partyId: settlement.connectionId }, () =>
    settleInvoicePayments(tx, actor, [settlement]),
  );

/** Money that a bank has taken: what a demand note, a work order, a fee or bills that the payer took over do not take is owed back, never refused. */
export async function settleMoney(tx: Tx, actor: Actor, money: Money): Promise<void> {
  const { connectionId, applicationId, demandNoteId, workOrderId, ownershipRequestId, walletOf, ...rest } =
    money;
  if (connectionId) await settleBillsOrSendBack(tx, actor, { ...rest, connectionId });
  else if (applicationId && demandNoteId)
    await settleNoteLate(tx, actor, { ...rest, applicationId, demandNoteId });
  else if (workOrderId) await settleOrderLate(tx, actor, { ...rest, workOrderId });
  else if (ownershipRequestId) await settleOwnershipFeeLate(tx, actor, { ...rest, ownershipRequestId });
  else if (walletOf) await settleRecharge(tx, actor, { ...rest, walletOf });
  else throw new Error(`payment ${money.paymentId} pays for nothing that can be settled`);
}

/** Money that goes back: all of it is owed to the connection, the applicant, the work order or the ownership request (2210), no bill is paid. */
export async function oweBack(tx: Tx, actor: Actor, money: Money): Promise<void> {
  const partyId = money.connectionId ?? money.applicationId ?? money.workOrderId ?? money.ownershipRequestId;
  if (!partyId) throw new Error(`payment ${money.paymentId} names nobody whom it is owed to`);
  await postMoney(tx, actor, money, { account: ACCOUNTS.refundable, partyId });
}
