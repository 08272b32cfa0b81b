import { IconCalendarWeek, IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { ViewSwitch } from '#web/ui/board/view-switch.tsx';
import { queryOf, VIEWS, viewOf } from './view.rules.ts';

const ICONS = { list: IconList, board: IconLayoutKanban, calendar: IconCalendarWeek };

export function OrderViews() {
  const t = useTexts('work-orders');
  const query = useUrlQuery();
  return (
    <ViewSwitch
      label={t('plan.views')}
      shown={viewOf(query)}
      views={VIEWS.map((id) => ({ id, label: t(`plan.${id}`), icon: ICONS[id], query: queryOf(id, query) }))}
    />
  );
}
