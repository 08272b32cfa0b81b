/** The writers of numbers and dates for the current language, digits and time zone. */
import { useMemo } from 'react';
import { webConfig } from './config.ts';
import { type Formats, formats } from './format.ts';
import { usePersisted } from './persisted.ts';
import { bengaliDigits } from './preferences.ts';
import { useLanguage } from './texts.ts';

export function useFormats(): Formats {
  const language = useLanguage();
  const digits = usePersisted(bengaliDigits);
  return useMemo(
    () => formats({ language, bengaliDigits: digits }, webConfig().timeZone),
    [language, digits],
  );
}
