import type { Line } from '#domains/settings/web/config/dated-sheet.tsx';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { listVat } from '../../settings/contract.ts';
import type { VatRates } from '../../settings/vat.rules.ts';

type State = EndpointAnswer<typeof listVat>;

/** Rates as lines, for lists and differences. */
export function useVatLines(categories: State['categories']): (rates: Partial<VatRates>) => Line[] {
  const t = useTexts('settings');
  const language = useLanguage();
  const { digits } = useFormats();
  return (rates) => [
    ...(['waterPercent', 'fixedPercent', 'minimumPercent', 'sewerPercent'] as const).map((field) => ({
      label: t(`config.vat.${field}`),
      value: digits(String(rates[field] ?? '')),
    })),
    {
      label: t('config.vat.exempt'),
      value:
        categories
          .filter(({ code }) => rates.exemptCategories?.includes(code))
          .map(({ nameEn, nameBn }) => (language === 'bn' ? nameBn : nameEn))
          .join(', ') || t('config.vat.none_exempt'),
    },
  ];
}
