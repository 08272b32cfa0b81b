/** The writers of numbers and dates for the current language, digits and time zone. */
import { useMemo } from 'react';
import { type Formats, formats } from '#shared/format.ts';
import { webConfig } from '../config.ts';
import { usePersisted } from '../state/persisted.ts';
import { bengaliDigits } from '../state/preferences.ts';
import { useLanguage } from './texts.ts';

export function useFormats(): Formats {
  const language = useLanguage();
  const digits = usePersisted(bengaliDigits);
  return useMemo(
    () => formats({ language, bengaliDigits: digits }, webConfig().timeZone),
    [language, digits],
  );
}
