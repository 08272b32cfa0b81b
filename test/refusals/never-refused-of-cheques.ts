/** Codes that calls about cheques mention and never refuse with (never-refused.ts). */
import type { NeverRefused } from './reachable-refusals.ts';

const room = 'src/domains/payments/cheques/actions';

export const NEVER_REFUSED_OF_CHEQUES: readonly NeverRefused[] = [
  {
    code: 'billing.advance_gone',
    through: 'src/domains/billing/invoices/actions/ensure-not-overdrawn.ts ensureNotOverdrawn',
    calls: / billing\/cheques\/\{id\}\/dishonour$/,
    why: 'What was paid out is charged by a bill instead (chargeOverdrawn).',
  },
  ...['deposit-cheques.ts depositCheques', 'deposit-cheques.ts takeOffSlip'].map((through) => ({
    code: 'payments.cheque_taker',
    through: `${room}/${through}`,
    calls: / billing\/cheques\//,
    why: 'Two persons are asked for only if a cheque came back: here it goes to the bank, or stays in hand.',
  })),
  {
    code: 'payments.cheque_taker',
    through: `${room}/clear-cheques.ts clearCheques`,
    calls: / billing\/cheques\/clear$/,
    why: 'Two persons are asked for only if a cheque came back: here the bank has paid it.',
  },
  {
    code: 'payments.cheque_taker',
    through: `${room}/give-back-cheque.ts giveBackCheque`,
    calls: / billing\/payment\/revers/,
    why: 'Two persons are asked for only if a cheque came back: here the office gives it back.',
  },
  ...['postJournal', 'postJournals', 'reverseJournal', 'reverseJournals'].map((name) => ({
    code: 'ledger.day_closed',
    through: `src/domains/ledger/actions/post-journal.ts ${name}`,
    calls: / billing\/cheques\//,
    why: 'A cheque belongs to the counted day of who took it only when it comes in; what the bank answers is no money of a counter.',
  })),
  {
    code: 'payments.not_reversible',
    through: 'src/domains/payments/actions/reverse-payment.ts reverseOfBills',
    calls: / billing\/cheques\/\{id\}\/dishonour$/,
    why: 'Only bills are paid by cheque (payments_cheque_check), and bills have a connection.',
  },
  {
    code: 'payments.cheque_taken',
    through: `${room}/keep-cheque.ts keepCheque`,
    calls: / (main\/application\/|billing\/proposals\/|wallet\/account\/recharge$)/,
    why: 'Only the call that pays bills takes a cheque.',
  },
  {
    code: 'payments.cheque_above_due',
    through: 'src/domains/payments/refuse-unasked.ts refuseUnasked',
    calls: / billing\/proposals\/backdate$/,
    why: 'A cheque is recorded on the day it is taken: nobody proposes one.',
  },
];
