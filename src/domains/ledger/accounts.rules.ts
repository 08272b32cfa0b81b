/** The chart of accounts (0010_ledger.sql) by name. Accounts marked per party name a connection, an application, a work order or an ownership request. */
export const ACCOUNTS = {
  cash: '1000',
  cardTerminal: '1010',
  gateway: '1020',
  bank: '1030',
  /** Cheques in hand and in clearing. */
  cheques: '1040',
  /** Per party: the connection. */
  receivable: '1100',
  /** Per party: the application. */
  applicants: '1110',
  /** Per party: the work order. */
  workOrders: '1120',
  /** Per party: the ownership request. */
  ownershipFees: '1130',
  vat: '2100',
  /** Per party: the connection. */
  advances: '2200',
  /** Per party: the application, the connection, the work order or the ownership request. */
  refundable: '2210',
  /** Per party: the consumer. Never below zero (ledger.party_balances). */
  wallets: '2300',
  /** Per party: the consumer. What is held for withdrawals. */
  walletHolds: '2310',
  water: '4000',
  fixed: '4010',
  sewer: '4020',
  surcharge: '4030',
  /** Of cheques that banks sent back. */
  chequeFees: '4040',
  /** For payment in time: lowers income. */
  rebates: '4050',
  connectionFees: '4100',
  work: '4110',
  changesOfOwners: '4120',
  rounding: '4900',
  /** What was counted less, or more, than the books say. */
  cashVariance: '6000',
  /** What gateways keep of the payments that they pay out. */
  gatewayFees: '6010',
} as const;

export const ACCOUNT_KINDS = ['asset', 'liability', 'income', 'expense'] as const;

export type AccountCode = (typeof ACCOUNTS)[keyof typeof ACCOUNTS];

export const JOURNAL_KINDS = [
  'INVOICE',
  'DEMAND_NOTE',
  'WORK_ORDER',
  'OWNERSHIP_FEE',
  'PAYMENT',
  'ADVANCE',
  'REVERSAL',
  'WITHDRAWAL',
  'REFUND',
  'ADJUSTMENT',
  'REFUND_CLAIM',
  'CASH_VARIANCE',
  'REFUND_WITHDRAWAL',
  'REFUND_RETURN',
  'WALLET_HOLD',
  'WALLET_RELEASE',
  'WALLET_PAYOUT',
  'WALLET_MOVE',
  'BANK_FILE',
  'WALLET_RETURN',
  'CHEQUE_CLEARED',
  'REBATE',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];
