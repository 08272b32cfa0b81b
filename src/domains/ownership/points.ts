/** What ownership needs from domains to the right. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Sql, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { RequestDetail } from './contract.ts';

/** A change was accepted: told in its transaction, under the lock of the connection that ends. */
export type OwnerChanged = (
  tx: Tx,
  actor: Actor,
  /** `number`: of the request. `on`: the last day of the one and the first of the other. */
  change: { number: string; connectionId: string; successorNumber: string; on: string },
) => Promise<void>;
export const ownerChanged = point<OwnerChanged>('ownership.owner-changed');

/** A fee that was paid for a request that ends without a change. */
export type FeeToGiveBack = {
  requestId: string;
  feeMinor: number;
  feeVatMinor: number;
  /** Why the request ends. */
  reason: string;
};
/** What happens to the money of a fee when its request ends. */
export type FeeMoney = {
  /** Before the request is locked: a payment is locked before what it is for, by everybody. */
  lockPayments: (tx: Tx, requestId: string) => Promise<void>;
  /** Payments of the fee that the bank has not decided, started by somebody else than the actor. */
  atBank: (tx: Tx, actor: Actor, requestId: string) => Promise<readonly { amountMinor: number }[]>;
  /** Takes the fee out of the books and opens the refund of its payment, under the lock of the request. */
  giveBack: (tx: Tx, actor: Actor, fee: FeeToGiveBack) => Promise<void>;
};
export const feeMoney = point<FeeMoney>('ownership.fee-money');

/** The payment of the fee and its refund, and one of it that the bank has not decided; of what the actor may see. */
export type FeePayments = (
  db: Db | Tx,
  actor: Actor,
  requestId: string,
) => Promise<NonNullable<RequestDetail['fee']>['payments']>;
export const feePayments = point<FeePayments>('ownership.fee-payments');

/** True as long as the bank has not decided about the charge of a work order. @param orderId expression */
export type ChargeAtBank = (orderId: Sql) => Sql;
export const chargeAtBank = point<ChargeAtBank>('ownership.charge-at-bank');
