import { useLanguage } from '#web/texts/texts.ts';

/** The name of an account in the language of the page. */
export function useAccountName(): (account: { nameEn: string; nameBn: string }) => string {
  const language = useLanguage();
  return ({ nameEn, nameBn }) => (language === 'bn' ? nameBn : nameEn);
}
