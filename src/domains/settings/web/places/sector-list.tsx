import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { deleteSector, type ListedSector, listSectors, listSectorsDownload } from '../../places/contract.ts';
import { useNameIn } from '../in-language.ts';
import { SectorDialog } from './sector-dialog.tsx';

export function SectorList() {
  const t = useTexts('settings');
  const common = useTexts('common');
  const go = useGo();
  const may = useMay();
  const nameIn = useNameIn();
  const nameSort = useLanguage() === 'bn' ? 'nameBn' : 'name';
  const { digits } = useFormats();
  const [edited, setEdited] = useState<ListedSector | 'new' | null>(null);
  const remove = useAction(deleteSector, { onDone: () => toast('success', t('sectors.deleted')) });
  const canEdit = may('sectors:edit');
  const columns: Column<ListedSector>[] = [
    {
      key: 'name',
      fields: ['name', 'nameBn'],
      title: t('sectors.name'),
      value: (row) => nameIn(row.name, row.nameBn),
      sort: nameSort,
      to: (row) => ({ path: '/road', query: { page: 1, sectorId: row.id } }),
    },
    {
      key: 'number',
      title: t('sectors.number_column'),
      value: (row) => digits(row.number),
      sort: 'number',
    },
    {
      key: 'dma',
      fields: ['dmaNumber'],
      title: t('sectors.dma'),
      value: (row) => row.dmaNumber && digits(row.dmaNumber),
    },
    {
      key: 'roads',
      fields: ['roadCount'],
      title: t('sectors.roads'),
      kind: 'number',
      value: (row) => row.roadCount,
      sort: 'roadCount',
    },
    {
      key: 'connectionCount',
      title: t('sectors.connections'),
      kind: 'number',
      value: (row) => row.connectionCount,
    },
  ];
  const actions = (row: ListedSector) => [
    { label: t('sectors.show_roads'), run: () => go('/road', { page: 1, sectorId: row.id }) },
    ...(canEdit
      ? [
          { label: common('actions.edit'), run: () => setEdited(row) },
          {
            label: common('actions.delete'),
            danger: true,
            run: async () => {
              const name = t('sectors.sector', { number: digits(row.number) });
              if (await confirm('delete', name)) remove.run({ params: { id: row.id } });
            },
          },
        ]
      : []),
  ];
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('sectors.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listSectors}
        exports={useExports(listSectorsDownload, 'sectors')}
        title={t('sectors.title')}
        about={t('sectors.about')}
        searchLabel={t('sectors.search')}
        columns={columns}
        actions={actions}
        primary={
          <Group gap="xs">
            <Button variant="default" onClick={() => go('/dma', { page: 1 })}>
              {t('dmas.link')}
            </Button>
            {canEdit ? (
              <Button variant="default" onClick={() => go('/sector/import')}>
                {t('lists.import')}
              </Button>
            ) : null}
            {add}
          </Group>
        }
        empty={{ title: t('sectors.empty'), action: add }}
      />
      {edited ? (
        <SectorDialog sector={edited === 'new' ? null : edited} close={() => setEdited(null)} />
      ) : null}
    </>
  );
}
