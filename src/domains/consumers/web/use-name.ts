import { useLanguage } from '#web/texts/texts.ts';

/** The name in the language of the screen, if there is one. */
export function useName(): (consumer: { name: string; nameBn?: string | null }) => string {
  const language = useLanguage();
  return ({ name, nameBn }) => (language === 'bn' && nameBn ? nameBn : name);
}
