/** Faults in money that was paid into the utility's bank account. */
import type { Break } from '../break.ts';

const caughtBy = 'src/domains/payments/bank-deposits.test.ts';

export const bankDeposits: readonly Break[] = [
  {
    what: 'a bank deposit lies in the drawer',
    file: 'src/domains/payments/money-accounts.ts',
    find: 'BANK: ACCOUNTS.bank',
    replace: 'BANK: ACCOUNTS.cash',
    caughtBy,
  },
  {
    what: "a bank's slip is taken again on another day",
    file: 'migrations/0360_bank_deposits.sql',
    find: "(case when method = 'POS' then paid_on else date '2000-01-01' end)",
    replace: 'paid_on',
    caughtBy,
  },
  {
    what: 'a household says that it paid into the bank account',
    file: 'src/domains/payments/payment.rules.ts',
    find: "isCounterMoney(taken) || taken.method === 'BANK'",
    replace: 'isCounterMoney(taken)',
    caughtBy,
  },
];
