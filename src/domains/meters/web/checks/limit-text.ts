/** A check's limits in one sentence, and the name of whom they are for. */
import { useQuery } from '@tanstack/react-query';
import { call } from '#web/calls/call.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { type TariffCategory, wiring } from '#web/wiring.ts';
import type { ReadingCheck } from '../../checks/contract.ts';

type Limits = Pick<ReadingCheck, 'code' | 'factor' | 'litres' | 'readings'>;

export function useLimitText(): (check: Limits) => string {
  const t = useTexts('settings');
  const { digits, cubicMetres, number } = useFormats();
  return ({ code, factor, litres, readings }) => {
    if (code === 'NEGATIVE' || code === 'SAME_VALUE' || code === 'FUTURE') return '';
    if (litres === 0 && (code === 'HIGH' || code === 'VERY_HIGH' || code === 'LOW')) {
      return t(`rules.checks.limit_alone.${code}`, { factor: digits(factor ?? '–') });
    }
    return t(`rules.checks.limit.${code}`, {
      factor: digits(factor ?? '–'),
      volume: litres === null || Number.isNaN(litres) ? '–' : cubicMetres(litres),
      readings: readings === null || Number.isNaN(readings) ? '–' : number(readings),
    });
  };
}

/** Consumer categories of the tariff, which belongs to a later domain. */
export function useCategories(): { value: string; label: string }[] {
  const language = useLanguage();
  const found = useQuery<TariffCategory[]>({
    queryKey: ['tariff-categories'],
    queryFn: async () => (await call(await wiring().tariffCategories(), {}, { quiet: true })).items,
  });
  return (found.data ?? []).map(({ code, nameEn, nameBn }) => ({
    value: code,
    label: language === 'bn' ? nameBn || nameEn : nameEn,
  }));
}

export function useCategoryLabel(): (category: string) => string {
  const t = useTexts('settings');
  const categories = useCategories();
  return (category) =>
    category === '*'
      ? t('rules.checks.all')
      : t('rules.checks.own', {
          name: categories.find(({ value }) => value === category)?.label ?? category,
        });
}
