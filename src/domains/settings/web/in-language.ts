/** Names that are kept in both languages; the Bengali one may be missing. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';

/** Picks the name for the language of the screen. */
export function useNameIn(): (english: string, bengali: string | null) => string {
  const language = useLanguage();
  return (english, bengali) => (language === 'bn' && bengali ? bengali : english);
}

const UNITS = ['m', 'm²', 'pcs', 'set', 'kg', 'bag'] as const;

/** A unit of materials in the language of the screen if it is a usual one, if not as it was written. */
export function useUnit(): (unit: string) => string {
  const t = useTexts('common');
  return (unit) => {
    const usual = UNITS.find((name) => name === unit);
    return usual ? t(`units.${usual}`) : unit;
  };
}
