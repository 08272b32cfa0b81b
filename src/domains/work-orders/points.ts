/** What work orders need from domains to the right. */
import type { Actor } from '#platform/actor.ts';
import type { Db, Sql, Tx } from '#platform/database/db.ts';
import { point } from '#platform/face.ts';
import type { OrderDetail } from './contract.ts';
import type { OrderState } from './work-order.rules.ts';

/** The receipt of an order's charge, a payment of it that the bank has not decided, money for it that goes back; of what the actor may see. */
export type ChargePayments = (
  db: Db | Tx,
  actor: Actor,
  orderId: string,
) => Promise<Pick<OrderDetail, 'receipt' | 'atBank' | 'goesBack'>>;
export const chargePayments = point<ChargePayments>('work-orders.charge-payments');

/** Payments of the charge of an order that the bank has not decided, for who ends or changes the charge. */
export type MoneyAtBank = (tx: Tx, orderId: string) => Promise<readonly { amountMinor: number }[]>;
export const moneyAtBank = point<MoneyAtBank>('work-orders.money-at-bank');

/** The last receipt of the charge of each order of a list, of what the actor may see: id of its payment, number, method. @param orderId expression */
export type ReceiptOf = (actor: Actor, orderId: Sql) => Sql;
export const receiptOf = point<ReceiptOf>('work-orders.receipt-of');

/** An order has ended: closed, rejected or cancelled. Told in the step's transaction, under the order's lock. */
export type OrderEnded = (
  tx: Tx,
  actor: Actor,
  order: { id: string; number: string; state: OrderState },
) => Promise<void>;
export const orderEnded = point<OrderEnded>('work-orders.order-ended');

/** The crew has done the work of an order. Told in the step's transaction, under the locks of its connection and of the order. */
export type OrderDone = (
  tx: Tx,
  actor: Actor,
  /** completedAt: when the work was done; a phone without a network tells later. */
  order: { id: string; number: string; completedAt: Date },
) => Promise<void>;
export const orderDone = point<OrderDone>('work-orders.order-done');

/** An order that was done, or refused, is opened again. Told in the step's transaction, under the order's lock. */
export type OrderReopened = (
  tx: Tx,
  actor: Actor,
  order: { id: string; number: string; remark: string },
) => Promise<void>;
export const orderReopened = point<OrderReopened>('work-orders.order-reopened');

/** The ticket that an order came from, if the actor may open it. */
export type TicketOfOrder = (db: Db | Tx, actor: Actor, ticketId: string) => Promise<OrderDetail['ticket']>;
export const ticketOfOrder = point<TicketOfOrder>('work-orders.ticket-of-order');
