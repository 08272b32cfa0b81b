/** Names that are kept in both languages; the Bengali one may be missing. */
import { useLanguage } from '#web/texts.ts';

/** Picks the name for the language of the screen. */
export function useNameIn(): (english: string, bengali: string | null) => string {
  const language = useLanguage();
  return (english, bengali) => (language === 'bn' && bengali ? bengali : english);
}
