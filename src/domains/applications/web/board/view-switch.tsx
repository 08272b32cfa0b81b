import { IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { ViewSwitch } from '#web/ui/board/view-switch.tsx';
import { isBoard, queryOf } from './view.rules.ts';

export function ApplicationViews() {
  const t = useTexts('applications');
  const query = useUrlQuery();
  return (
    <ViewSwitch
      label={t('board.views')}
      shown={isBoard(query) ? 'board' : 'list'}
      views={[
        { id: 'list', label: t('board.list'), icon: IconList, query: queryOf('list', query) },
        { id: 'board', label: t('board.board'), icon: IconLayoutKanban, query: queryOf('board', query) },
      ]}
    />
  );
}
