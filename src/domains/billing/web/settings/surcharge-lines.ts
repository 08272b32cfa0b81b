import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import {
  BASES,
  MONTHLY_MODES,
  ONCE_MODES,
  ROUNDINGS,
  type SurchargeRules,
} from '../../surcharges/surcharge.rules.ts';

export type Categories = readonly { code: string; nameEn: string; nameBn: string }[];

const known = <T extends string>(list: readonly T[], value: unknown): T | undefined =>
  list.find((choice) => choice === value);
const isNumber = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value);

/** Rules of surcharges as lines, for lists and differences. What does not count is left empty. */
export function useSurchargeLines(categories: Categories): (rules: Partial<SurchargeRules>) => Line[] {
  const t = useTexts('settings');
  const language = useLanguage();
  const { digits, money } = useFormats();
  const days = (value: unknown) => (isNumber(value) ? t('config.surcharge.days', { count: value }) : '');
  const percent = (value: unknown) => (value === undefined ? '' : digits(`${String(value)}%`));
  return (rules) => {
    const [once, monthly] = [known(ONCE_MODES, rules.onceMode), known(MONTHLY_MODES, rules.monthlyMode)];
    const [basis, rounding] = [known(BASES, rules.onceBasis), known(ROUNDINGS, rules.rounding)];
    const flat = isNumber(rules.onceFlatMinor) ? money(rules.onceFlatMinor) : '';
    const grace = categories
      .filter(({ code }) => (rules.graceDays?.[code] ?? 0) > 0)
      .map(
        ({ code, nameEn, nameBn }) =>
          `${language === 'bn' ? nameBn : nameEn}: ${days(rules.graceDays?.[code])}`,
      );
    return [
      { label: t('config.surcharge.once'), value: once ? t(`config.surcharge.onceModes.${once}`) : '' },
      {
        label: t('config.surcharge.oncePercent'),
        value: once === 'percent' ? percent(rules.oncePercent) : '',
      },
      { label: t('config.surcharge.onceFlatMinor'), value: once === 'flat' ? flat : '' },
      {
        label: t('config.surcharge.onceBasis'),
        value: once === 'percent' && basis ? t(`config.surcharge.bases.${basis}`) : '',
      },
      { label: t('config.surcharge.onceAfterDays'), value: once === 'none' ? '' : days(rules.onceAfterDays) },
      {
        label: t('config.surcharge.monthly'),
        value: monthly ? t(`config.surcharge.monthlyModes.${monthly}`) : '',
      },
      {
        label: t('config.surcharge.monthlyPercent'),
        value: monthly === 'none' ? '' : percent(rules.monthlyPercent),
      },
      {
        label: t('config.surcharge.monthlyAfterDays'),
        value: monthly === 'none' ? '' : days(rules.monthlyAfterDays),
      },
      {
        label: t('config.surcharge.rounding'),
        value: rounding ? t(`config.surcharge.roundings.${rounding}`) : '',
      },
      { label: t('config.surcharge.grace'), value: grace.join(', ') || t('config.surcharge.none_grace') },
    ];
  };
}
