export const en = {
  list: {
    title: 'Ownership',
    name: 'Name',
    created: 'Added on',
    search: 'Name',
    empty: 'There are no ownership yet.',
    add: 'Add ownership',
    save: 'Save ownership',
    added: 'Ownership Added Successfully',
  },
  errors: {
    name_taken: 'This name is taken. Choose another one.',
  },
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    ownership: typeof en;
  }
}
