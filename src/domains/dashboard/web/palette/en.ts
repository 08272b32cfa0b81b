/** Texts of the palette: loaded with it, because nobody reads them on a first page. */
export const en = {
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
};

declare module '#web/texts/texts.ts' {
  interface TextNamespaces {
    palette: typeof en;
  }
}
