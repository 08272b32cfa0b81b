/** Which tests ask a guarantee: those whose title, or the title above it, names it in brackets, as "(G5, G15)". */
import { readSource, sourceFiles } from '#tools/source-files.ts';

/** Those of money and the books. */
export const MONEY = Array.from({ length: 18 }, (_, index) => `G${index + 1}`);
/** Too long for every run of the tests; `npm run chaos -- guarantees` has them. */
export const FULL_SIZE: Record<string, readonly string[]> = {
  'bill-run': ['G6', 'G7', 'G15'],
  payments: ['G7', 'G14', 'G15'],
};

const MARK = /\(((?:G\d+(?:, )?)+)\)/g;

/** The guarantees that a title names. */
export const namedIn = (title: string): string[] =>
  [...title.matchAll(MARK)].flatMap(([, names = '']) => names.split(', '));

/** Test files by guarantee. */
export function askedBy(): Map<string, Set<string>> {
  const asked = new Map<string, Set<string>>();
  for (const file of sourceFiles(/\.test\.ts$/)) {
    const titles = readSource(file)
      .split('\n')
      .filter((line) => /^\s*(?:test|describe)\b|^\s*['"`]/.test(line));
    for (const name of titles.flatMap(namedIn)) asked.set(name, (asked.get(name) ?? new Set()).add(file));
  }
  return asked;
}
