/** What became of the rows that a dialog is about, in English: loaded with the first refusal that needs it. */
export const en = {
  changed: 'This changed after you opened it',
  about: 'What you typed is still here, and nothing was done yet. Look at what is so now, then press again.',
  before: 'When you opened it',
  now: 'Now',
  same: 'Nothing that the list shows of it has changed.',
  gone: 'It is not in this part of the list any more: somebody decided about it or changed it.',
  left_out_one: 'For this one it is not possible any more; it is left out:',
  left_out_other: 'For these {{count, number}} it is not possible any more; they are left out:',
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    met_rows: typeof en;
  }
}
