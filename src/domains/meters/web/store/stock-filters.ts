/** The filters of the store, each choice with how many meters it has. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { countStock } from '../../store/contract.ts';
import { AGE_NAMES, METER_STATES } from '../../store/store.rules.ts';

type Counted = { key: string; count: number };

export function useStockFilters(): Filter[] {
  const t = useTexts('meters');
  const { data } = useAnswer(countStock, {});
  const of = (counts: readonly Counted[] | undefined, key: string, name: string) => ({
    value: key,
    label: data
      ? t('store.counted', { name, count: counts?.find((counted) => counted.key === key)?.count ?? 0 })
      : name,
  });
  return [
    {
      name: 'status',
      label: t('state'),
      options: METER_STATES.map((value) =>
        of(data?.states, value, t(`meter_states.${value as (typeof METER_STATES)[number]}`)),
      ),
    },
    {
      name: 'sizeMm',
      label: t('list.size'),
      options: (data?.sizes ?? []).map(({ key }) =>
        of(data?.sizes, key, t('store.size_mm', { size: Number(key) })),
      ),
    },
    {
      name: 'age',
      label: t('store.age'),
      options: AGE_NAMES.map((value) => of(data?.ages, value, t(`store.ages.${value}`))),
    },
    {
      name: 'scrapAsked',
      label: t('store.scrap_asked'),
      options: [of([{ key: 'true', count: data?.scrapsAsked ?? 0 }], 'true', t('store.scrap_waits'))],
    },
  ];
}
