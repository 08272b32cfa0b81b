/** Which options the search of the application selector shows. */
import { toLatinDigits } from '#shared/money.ts';

export type SearchOption = { value: string; label: string };

/** Options whose text holds every word; Bengali and Latin digits are the same. */
export function narrowed(options: readonly SearchOption[], text: string): readonly SearchOption[] {
  const plain = (words: string) => toLatinDigits(words.normalize('NFC')).toLowerCase();
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}
