/** Texts of corrections and of reversals of runs, a namespace of its own: they are seldom, so no other page loads them. */
export const en = {
  before: 'Before',
  after: 'Corrected',
  difference: 'Difference',
  credit_title: 'Credit note {{number}}',
  debit_title: 'Correction {{number}}',
  on_because: '{{day}}: {{reason}}',
  credited: '{{amount}} was credited to the account. It pays what is open, this bill first.',
  no_change: 'The amount stays the same.',
  supplemented: 'The difference is billed on the supplementary bill',
  supplements: 'This bill asks only for the difference to the bill',
  how: 'How the corrected amounts came about',
  refuse_title: 'Refuse the correction',
  refuse_help: 'The bill stays as it is. {{name}} is told why. Somebody may ask again.',
  why_refused: 'Why',
  withdraw: 'Take the request back',
  withdraw_help: 'The bill stays as it is. Somebody may ask again.',
  withdrawn: 'The request is taken back. The bill stays as it is.',
  was_refused: '{{name}} refused a correction of this bill ({{asked}}): “{{reason}}”, {{when}}',
  was_withdrawn: '{{name}} took the request to correct this bill ({{asked}}) back: “{{reason}}”, {{when}}',
  leak_with_bill: 'The credit of leak {{number}}, {{amount, money}}, is cancelled with the bill.',
  reversal_refuse: 'Refuse the reversal',
  reversal_refuse_help: 'The bills stay as they are. {{name}} is told why. Somebody may ask again.',
  reversal_withdraw: 'Take the request back',
  reversal_withdraw_help: 'The bills stay as they are. Somebody may ask again.',
  reversal_withdrawn: 'The request is taken back. The bills stay as they are.',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    corrections: typeof en;
  }
}
