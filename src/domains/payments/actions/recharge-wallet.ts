/** A wallet gets money: at the counter, or through the bank. The wallet's own rules were asked by who calls. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Payment, Tender } from '../contract.ts';
import { refuseDay } from '../counter-day.rules.ts';
import type { Target } from '../payment-target.ts';
import { getPaymentSettings } from '../settings/queries.ts';
import { begin } from './begin-payment.ts';
import { takeForWallet } from './take-counter-money.ts';

type Recharge = {
  amountMinor: number;
  tender: Exclude<Tender, { method: 'WALLET' }>;
  dateReason?: string | undefined;
};

export async function rechargeWallet(
  tx: Tx,
  actor: Actor,
  target: Target & { walletOf: string },
  { amountMinor, tender, dateReason }: Recharge,
): Promise<Payment> {
  if (tender.method === 'GATEWAY') return begin(tx, actor, target, amountMinor);
  const { settings } = await getPaymentSettings(tx);
  refuseDay(actor, { paidOn: tender.paidOn ?? actor.today, dateReason }, settings.backdateDays);
  return takeForWallet(tx, actor, target, { amountMinor, tender, dateReason });
}
