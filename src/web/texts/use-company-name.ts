/** The utility's name and footer in the language of the screen, as they are now: they change while the program runs. */
import { useSyncExternalStore } from 'react';
import { companyName, onConfig, webConfig } from '../config.ts';
import { useLanguage } from './texts.ts';

export function useCompanyName(): string {
  const language = useLanguage();
  const name = () => companyName(language);
  return useSyncExternalStore(onConfig, name, name);
}

/** What comes after the © and the year. */
export function useFooterLine(): string {
  const language = useLanguage();
  return useSyncExternalStore(onConfig, () => webConfig().website?.footer[language] || companyName(language));
}
