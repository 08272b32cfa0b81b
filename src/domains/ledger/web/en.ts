export const en = {
  errors: {
    period_closed: 'The books of this month are closed. Choose a day in an open month.',
    already_posted: 'This is in the books already.',
    already_reversed: 'This was reversed already.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    ledger: typeof en;
  }
}
