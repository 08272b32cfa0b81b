/** The words of the rules in the language of the screen. */
import { useLanguage } from '#web/texts.ts';
import type { Words } from '../action-words.rules.ts';

/** Says one of a pair. */
export function useSaid(): (words: Words) => string {
  const at = useLanguage() === 'bn' ? 1 : 0;
  return (words) => words[at];
}
