/** The name of the page that is open, as its menu line and its document title have it; none for the page of a record. */
import { useMatches } from '@tanstack/react-router';
import { useLanguage } from '../texts/texts.ts';

export function usePageName(): string | undefined {
  const language = useLanguage();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.page });
  return page && !page.path.includes('$') ? page.title[language] : undefined;
}
