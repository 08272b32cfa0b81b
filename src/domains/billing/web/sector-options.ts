/** The choices of a filter by sector. Apart from what a bill shows, so that a household's phone does not load the calls about places. */
import { listSectors } from '#domains/settings/places/contract.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Option } from '#web/ui/list/filters/filter-bar.tsx';

/** All sectors as choices of a filter; none for people who may not see the list of sectors. */
export function useSectorOptions(enabled = true): Option[] {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const { data } = useAnswer(listSectors, { query: { limit: 200 } }, { enabled, afterActs: 'when-shown' });
  return (data?.items ?? []).map(({ id, number }) => ({
    value: id,
    label: t('lists.bills_sector_number', { number: digits(number) }),
  }));
}
