/** The filters of the store, each choice with how many meters it has. */
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { countStock } from '../../store/contract.ts';
import { AGE_NAMES, METER_STATES } from '../../store/store.rules.ts';

type Counted = { key: string; count: number };

/** @param states those that the list has */
export function useStockFilters(states: readonly string[] = METER_STATES): Filter[] {
  const t = useTexts('meters');
  const { data } = useAnswer(countStock, {});
  const of = (counts: readonly Counted[] | undefined, key: string, name: string) => ({
    value: key,
    label:
      data && counts
        ? t('store.counted', { name, count: counts.find((counted) => counted.key === key)?.count ?? 0 })
        : name,
  });
  // Of a part of the meters only the numbers by state are known.
  const ofAll = (counts: readonly Counted[] | undefined) => (states === METER_STATES ? counts : undefined);
  return [
    {
      name: 'status',
      label: t('state'),
      options: METER_STATES.filter((value) => states.includes(value)).map((value) =>
        of(data?.states, value, t(`meter_states.${value as (typeof METER_STATES)[number]}`)),
      ),
    },
    {
      name: 'sizeMm',
      label: t('list.size'),
      options: (data?.sizes ?? []).map(({ key }) =>
        of(ofAll(data?.sizes), key, t('store.size_mm', { size: Number(key) })),
      ),
    },
    {
      name: 'age',
      label: t('store.age'),
      options: AGE_NAMES.map((value) => of(ofAll(data?.ages), value, t(`store.ages.${value}`))),
    },
    {
      name: 'scrapAsked',
      label: t('store.scrap_asked'),
      options: [of([{ key: 'true', count: data?.scrapsAsked ?? 0 }], 'true', t('store.scrap_waits'))],
    },
  ];
}
