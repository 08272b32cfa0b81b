/** Guesses from a table's titles, in both languages, which column holds what. The person has the last word. */

/** Field, what its titles look like, and titles that look like it but are not. */
export type TitlePattern<F extends string> = [field: F, like: RegExp, unlike?: RegExp];

// য় and its two-part form are the same letter; only one of them is normal.
const normal = (pattern: RegExp) => new RegExp(pattern.source.normalize('NFC'), pattern.flags);

/** The first title that a pattern agrees with names its column; earlier fields choose first. */
export function guessColumns<F extends string>(
  titles: readonly string[],
  patterns: readonly TitlePattern<F>[],
): Record<F, number | null> {
  const guess = Object.fromEntries(patterns.map(([field]) => [field, null])) as Record<F, number | null>;
  const taken = new Set<number>();
  for (const [field, like, unlike] of patterns) {
    const [yes, no] = [normal(like), unlike && normal(unlike)];
    const index = titles.findIndex((title, at) => {
      const text = title.normalize('NFC').trim();
      return !taken.has(at) && yes.test(text) && !no?.test(text);
    });
    if (index === -1) continue;
    guess[field] = index;
    taken.add(index);
  }
  return guess;
}
