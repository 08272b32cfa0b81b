/** What a household reads of its cheque, in English: a namespace of its own, because the page of a bill does not need it. */
export const en = {
  RECEIVED: 'Cheque, not at the bank yet: it counts when the bank has paid it.',
  DEPOSITED: 'Cheque, in clearing: it counts when the bank has paid it.',
  CLEARED: 'Cheque, paid by the bank.',
  DISHONOURED: 'The bank returned this cheque. Its bills are open again: please pay them another way.',
  GIVEN_BACK: 'Cheque, given back.',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    cheques: typeof en;
  }
}
