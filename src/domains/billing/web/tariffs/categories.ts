/** The categories that tariffs are made for, named in the language of the screen. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useLanguage } from '#web/texts/texts.ts';
import { listTariffCategories } from '../../tariffs/categories/contract.ts';

export function useCategoryOptions(): { value: string; label: string }[] {
  const language = useLanguage();
  const { data } = useAnswer(listTariffCategories);
  return (data?.items ?? []).map(({ code, nameEn, nameBn }) => ({
    value: code,
    label: language === 'bn' ? nameBn : nameEn,
  }));
}
