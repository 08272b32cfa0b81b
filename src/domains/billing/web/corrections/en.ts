/** Texts of corrections, a namespace of its own: few bills are corrected, so no other page loads them. */
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
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    corrections: typeof en;
  }
}
