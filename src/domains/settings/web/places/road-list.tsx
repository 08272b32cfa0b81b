import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Choice } from '#web/ui/form/choice.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  deleteRoad,
  type ListedRoad,
  listRoads,
  listRoadsDownload,
  listSectors,
} from '../../places/contract.ts';
import { useNameIn } from '../in-language.ts';
import { RoadDialog } from './road-dialog.tsx';

/** All sectors as choices, in number order. */
function useSectorChoices(): Choice[] {
  const t = useTexts('settings');
  const { digits } = useFormats();
  const sectors = useAnswer(listSectors, { query: { limit: 200 } });
  return (sectors.data?.items ?? []).map(({ id, number }) => ({
    value: id,
    label: t('sectors.sector', { number: digits(number) }),
  }));
}

export function RoadList() {
  const t = useTexts('settings');
  const common = useTexts('common');
  const may = useMay();
  const go = useGo();
  const nameIn = useNameIn();
  const nameSort = useLanguage() === 'bn' ? 'nameBn' : 'name';
  const { digits } = useFormats();
  const { sectorId } = useUrlQuery();
  const sectors = useSectorChoices();
  const [edited, setEdited] = useState<ListedRoad | 'new' | null>(null);
  const remove = useAction(deleteRoad, { onDone: () => toast('success', t('roads.deleted')) });
  const canEdit = may('roads:edit');
  const columns: Column<ListedRoad>[] = [
    {
      key: 'name',
      fields: ['name', 'nameBn'],
      title: t('roads.name'),
      value: (row) => nameIn(row.name, row.nameBn),
      sort: nameSort,
    },
    { key: 'number', title: t('roads.number_column'), value: (row) => digits(row.number), sort: 'number' },
    {
      key: 'sector',
      fields: ['sectorNumber'],
      title: t('roads.sector'),
      value: (row) => t('sectors.sector', { number: digits(row.sectorNumber) }),
      sort: 'sector',
    },
    {
      key: 'routeOrder',
      title: t('roads.route_order'),
      kind: 'number',
      value: (row) => row.routeOrder,
      sort: 'routeOrder',
    },
    {
      key: 'connectionCount',
      title: t('sectors.connections'),
      kind: 'number',
      value: (row) => row.connectionCount,
    },
  ];
  const actions = (row: ListedRoad) =>
    canEdit
      ? [
          { label: common('actions.edit'), run: () => setEdited(row) },
          {
            label: common('actions.delete'),
            danger: true,
            run: async () => {
              const name = t('roads.road', { number: digits(row.number) });
              if (await confirm('delete', name)) remove.run({ params: { id: row.id } });
            },
          },
        ]
      : [];
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('roads.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listRoads}
        exports={useExports(listRoadsDownload, 'roads')}
        title={t('roads.title')}
        about={t('roads.about')}
        searchLabel={t('roads.search')}
        columns={columns}
        filters={[{ name: 'sectorId', label: t('roads.sector'), options: sectors }]}
        actions={actions}
        primary={
          <>
            {canEdit ? (
              <Button variant="default" onClick={() => go('/road/import')}>
                {t('lists.import')}
              </Button>
            ) : null}
            {add}
          </>
        }
        empty={{ title: t('roads.empty'), action: add }}
      />
      {edited ? (
        <RoadDialog
          road={edited === 'new' ? null : edited}
          sectors={sectors}
          sectorId={sectorId}
          close={() => setEdited(null)}
        />
      ) : null}
    </>
  );
}
