export const en = {
  title: 'Statement',
  about: 'Bills and payments with what is owed after each. Below zero: kept as an advance.',
  day: 'Date',
  what: 'What',
  kinds: {
    BILL: 'Bill',
    SURCHARGE: 'Late surcharge',
    CHEQUE_FEE: 'Fee for a returned cheque',
    ADVANCE_BACK: 'Money of a returned cheque, paid out before',
    CREDIT: 'Credit note',
    REBATE: 'Rebate for payment in time',
    REBATE_TAKEN_BACK: 'Rebate taken back',
    BILL_CANCELLED: 'Cancelled',
    PAYMENT: 'Payment',
    CHEQUE_IN_CLEARING: 'Cheque, subject to clearing',
    PAYMENT_REVERSED: 'Payment taken back',
    CHEQUE_RETURNED: 'Cheque returned by the bank',
    TAKEN_OVER: 'Bills of the earlier owner, taken over',
    LEFT_TO_NEW_OWNER: 'Bills that the new owner took over',
    TAKEN_CHANGED: 'Change of what was taken over',
    OTHER: 'Paid back or moved',
  },
  number: 'Number',
  connection: 'Connection',
  owed: 'Owed',
  paid: 'Paid',
  balance: 'Balance',
  from: 'From',
  to: 'Until',
  opening: 'Owed before these days',
  closing: 'Owed after them',
  empty: 'Nothing was billed or paid in these days',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    statements: typeof en;
  }
}
