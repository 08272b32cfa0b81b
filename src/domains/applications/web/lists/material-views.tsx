/** The two views of the materials of surveys, and the filters that they share. */
import { IconList, IconStack2 } from '@tabler/icons-react';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { ViewSwitch } from '#web/ui/board/view-switch.tsx';
import type { FilterKey } from './filters.ts';

/** What narrows both views. */
export const MATERIAL_FILTERS = [
  ...(['survey', 'materialId', 'sectorId', 'visitedFrom', 'visitedTo'] as const),
  ...(['surveyType', 'stateId', 'assignee', 'from', 'to'] as const),
] as const satisfies readonly FilterKey[];

export const SUMS = 'by-material';

/** The filters go along from one view to the other; what is searched for is another thing in each. */
export function MaterialViews() {
  const t = useTexts('applications');
  const query = useUrlQuery();
  const given = MATERIAL_FILTERS.flatMap((name) => (query[name] ? [[name, query[name]] as const] : []));
  const kept = { page: 1, ...Object.fromEntries(given) };
  return (
    <ViewSwitch
      label={t('materials.views')}
      shown={query.view === SUMS ? SUMS : 'list'}
      views={[
        { id: 'list', label: t('materials.by_survey'), icon: IconList, query: kept },
        { id: SUMS, label: t('materials.by_material'), icon: IconStack2, query: { ...kept, view: SUMS } },
      ]}
    />
  );
}
