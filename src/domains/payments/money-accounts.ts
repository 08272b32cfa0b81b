import { ACCOUNTS, type AccountCode } from '#domains/ledger/accounts.rules.ts';
import type { PaymentMethod } from './payment.rules.ts';

/** The account that holds the money of each way of paying until the bank's statement shows it. */
export const MONEY_ACCOUNTS: Record<PaymentMethod, AccountCode> = {
  CASH: ACCOUNTS.cash,
  POS: ACCOUNTS.cardTerminal,
  BANK: ACCOUNTS.bank,
  /** Until the bank has paid it. */
  CHEQUE: ACCOUNTS.cheques,
  GATEWAY: ACCOUNTS.gateway,
  /** Per party: whose wallet it is. */
  WALLET: ACCOUNTS.wallets,
};
