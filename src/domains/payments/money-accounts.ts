import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import type { PaymentMethod } from './payment.rules.ts';

/** Where the money of each way of paying lies until the bank's statement shows it. */
export const MONEY_ACCOUNTS: Record<Exclude<PaymentMethod, 'WALLET'>, AccountCode> = {
  CASH: ACCOUNTS.cash,
  POS: ACCOUNTS.cardTerminal,
  GATEWAY: ACCOUNTS.gateway,
};
