/** A step ends the charge of an order, or changes it, while the household pays it at the bank: that money would go back. */
import type { Tx } from '#platform/database/db.ts';
import { knowsOfPayment } from '#shared/payment-at-bank.ts';
import { errors } from './contract.ts';
import type { Subject } from './lock-order.ts';
import type { MoneyAtBank } from './points.ts';

/** Of an order whose charge is paid or waived the money goes back anyway. @returns for the log */
export async function askOfBank(
  tx: Tx,
  { id, facts }: Subject,
  input: { despitePayment?: boolean | undefined },
  atBank: MoneyAtBank,
): Promise<{ despitePayment?: true }> {
  if (facts.isSettled) return {};
  return knowsOfPayment(await atBank(tx, id), input.despitePayment, errors.payment_at_bank);
}
