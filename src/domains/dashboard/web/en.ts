import type { staff } from './en-staff.ts';

export const en = {
  palette: {
    placeholder: 'Name, number, phone, S-12 R-5 P-9, or a page',
    results: 'Results',
    recent: 'Opened lately',
    recent_texts: 'Searched lately',
    lines: 'Go to',
    actions: 'Do',
    more_than: 'more than {{count, number}}',
    too_short: 'Type at least two letters, or four digits of a number.',
    found_one: '{{count, number}} result',
    found_other: '{{count, number}} results',
    offline: 'Records cannot be searched at the moment; you can still go to every page.',
    help: '↑ ↓ to choose, Enter to open, Esc to close. A whole number leads straight to its record.',
    sector: 'Sector {{number}}',
    road: 'Road {{number}}',
    plot: 'Plot {{number}}',
  },
  hello: 'Welcome, {{name}}',
  about: 'Your figures and what waits for you.',
  about_own: 'Your bills, your water and your applications.',
  own: {
    owe: 'You owe',
    nothing: 'All bills are paid',
    nothing_help: 'Thank you. The next bill comes with the next reading.',
    bills_one: '{{count, number}} unpaid bill',
    bills_other: '{{count, number}} unpaid bills',
    pay: 'Pay {{amount, money}}',
    pay_several: 'Choose what to pay',
    last_bill: 'Show the last bill',
    connections: 'Your connections',
    connection: 'Connection {{number}}',
    paid: 'Paid',
    reading: 'Last reading',
    read_on: 'Read on {{day}}',
    no_reading: 'Not read yet',
    used: 'Used since the reading before',
    water: 'Your water',
    water_empty: 'The bars appear with your first bill.',
    applications: 'Your applications',
    until: 'Until {{day}}',
    expected: 'Expected by {{day}}',
    apply_title: 'No water connection in this account yet',
    apply_text: 'Apply from your phone, in about fifteen minutes. Everything is saved as you type.',
    apply: 'Apply for a connection',
    claim: 'I have a connection already: add it',
    former_title: 'This connection is not in your name any more',
    former_text: 'Your bills and payments of the time before are still here.',
    former_bills: 'Show these bills',
    held_by: 'Account holder: {{name}}',
    code: 'I was sent a code for a shared connection',
    going_title: 'Your connection is on its way',
    going_text: 'Bills and readings appear here once the meter is installed.',
  },
  errors: {},
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    dashboard: typeof en & typeof staff;
  }
}
