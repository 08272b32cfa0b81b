/** Breaks by hand: a list on paper, of which no word is printed over another one. */
import type { Break } from '../break.ts';

const PAPER = 'test/conformance/lists-on-paper.test.ts';
const RULES = 'src/platform/exports/paper-layout.rules.ts';
const EACH = 'every list, all columns';

export const paperLists: readonly Break[] = [
  {
    what: 'a word that is wider than its column is printed over the next one',
    file: RULES,
    find: 'width(word) <= room ? word',
    replace: 'width(word) > 0 ? word',
    caughtBy: PAPER,
    test: EACH,
  },
  {
    what: 'a column is as narrow as its head, whatever its rows have',
    file: RULES,
    find: 'need.least = Math.max(need.least, least);',
    replace: 'need.least = Math.max(need.least, 0);',
    caughtBy: PAPER,
    test: 'a page is no larger',
  },
  {
    what: 'what fits on no page is put on one all the same',
    file: RULES,
    find: 'page ? [all] : inBands(needs, WIDE)',
    replace: '[all]',
    caughtBy: PAPER,
    test: 'what fits on no page',
  },
  {
    what: 'a band does not begin with the number of its rows',
    file: RULES,
    find: 'if (bands.length === fewest) return bands.map((columns) => [...keys, ...columns]);',
    replace: 'if (bands.length === fewest) return bands;',
    caughtBy: PAPER,
    test: 'what fits on no page',
  },
  {
    what: 'a name is printed in both languages',
    file: 'src/platform/exports/export-list.ts',
    find: 'if (second.has(column.key)) return [];',
    replace: '',
    caughtBy: 'test/conformance/lists-and-their-files.test.ts',
    test: 'on paper a name is one column',
  },
];
