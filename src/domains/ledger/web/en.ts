export const en = {
  errors: {
    period_closed: 'The books of this month are closed. Choose a day in an open month.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    ledger: typeof en;
  }
}
