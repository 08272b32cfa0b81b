import type { staff } from './en-staff.ts';

/** What everybody reads; en-staff.ts is loaded beside it for everybody but consumers. */
export const en = {
  notices: {
    reopen_waiting:
      '{{name}} asks to open the closed day {{day, day}} of {{cashier}} again. A second person decides.',
    reopen_refused:
      '{{name}} did not open the closed day {{day, day}} of {{cashier}} again: “{{reason}}”. It stays closed.',
    reopen_done: '{{name}} opened the day {{day, day}} of {{cashier}} again. It has to be closed again.',
    variance_waiting:
      'The cash of {{name}} of {{day, day}} differs by {{minor, money}} from the books. A second person decides.',
    variance_posted:
      'The cash of {{name}} of {{day, day}} differs by {{minor, money}}. It is within the limit and is posted.',
    variance_accepted: 'The variance of {{minor, money}} of {{day, day}} was accepted. The day is closed.',
    variance_refused: 'The variance of {{minor, money}} of {{day, day}} was refused. Count the day again.',
  },
  errors: {
    days_turned: 'The last day is before the first one.',
    balance_short: 'There is not so much in the wallet.',
    balance_frozen: 'The wallet is frozen. Please ask our office.',
    period_closed: 'The books of this month are closed. Choose a day in an open month.',
    day_closed: 'This day of the counter is closed. Take the money today, or have the day opened again.',
    day_in_future: 'The day is in the future.',
    day_closed_already: 'This day is closed already.',
    cash_moved: 'Something changed since you looked: {{amount, money}} have to be there now. Count again.',
    kept_counted: 'No more than was counted can stay in the drawer.',
    kept_is_other:
      'A later day begins with {{amount, money}} in this drawer: keep this amount. If it is wrong, have that day or its float put right first.',
    float_negative: 'The float cannot be below zero.',
    float_lowered:
      'There is more in your drawer by the last count. Somebody who closes the days of others records a smaller float.',
    float_day_closed: 'This day is closed: its float stays.',
    variance_reason: 'Say why the count differs from the books.',
    day_before_books: 'The books begin later than this day.',
    no_counter_money: 'No cash or POS money was taken on this day. There is nothing to close.',
    cashier_unknown: 'This person has never taken money at the counter.',
    count_not_own: 'Only who counted may take the count back, and only while it waits.',
    closing_decided: 'This variance was decided already.',
    refusal_reason: 'Say why you refuse it.',
    day_not_closed: 'This day is not closed: its variance waits or was refused.',
    variance_decider: 'Somebody else has to decide: you counted it, or it is your own drawer.',
    counted_negative: 'The count cannot be below zero.',
    day_reopened: 'This day was opened again already.',
    reopen_asked: 'Somebody has asked for it already.',
    reopen_not_asked: 'No request to open this day again waits: it was opened, refused or taken back.',
    reopen_not_own: 'Only who asked may take the request back.',
    reopen_asker: 'Somebody else has to decide: you asked for it.',
    month_not_over: 'The month is not over yet.',
    month_closed: 'The month is closed already.',
    month_hindered: 'Something of this month is not finished. Look at the list.',
    earlier_month_open: '{{month, month}} is open still. Close the months in their order.',
    month_before_books: 'The books begin later than this month.',
    books_disagree:
      'The last proof of the books failed. Find the cause; then it is run again from the failed jobs.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    ledger: typeof en & typeof staff;
  }
}
