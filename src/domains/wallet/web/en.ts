export const en = {
  list: {
    title: 'Wallet',
    name: 'Name',
    created: 'Added on',
    search: 'Name',
    empty: 'There are no wallet yet.',
    add: 'Add wallet',
    save: 'Save wallet',
    added: 'Wallet Added Successfully',
  },
  errors: {
    name_taken: 'This name is taken. Choose another one.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    wallet: typeof en;
  }
}
