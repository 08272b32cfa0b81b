/** A household's own work orders; asking for a repair begins here. */
import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listOrders, listOrdersDownload, type OrderItem } from '../contract.ts';
import { OrderStateChip } from './state-chip.tsx';

const AskDialog = onDemand(() => import('./ask/ask-dialog.tsx').then((file) => file.AskDialog));

function useColumns(): Column<OrderItem>[] {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/work-order-list/${row.id}` }),
    },
    { key: 'state', title: t('list.state'), value: (row) => <OrderStateChip state={row.state} /> },
    {
      key: 'category',
      fields: ['categoryEn', 'categoryBn'],
      title: t('list.category'),
      value: (row) => nameIn(row.categoryEn, row.categoryBn),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    {
      key: 'askedAt',
      title: t('list.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
      onCard: true,
    },
    {
      key: 'dueAt',
      title: t('list.due'),
      kind: 'instant',
      value: (row) => row.dueAt,
      sort: 'dueAt',
    },
  ];
}

export function OwnOrders() {
  const t = useTexts('work-orders');
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  const ask = may('work-orders:create') ? (
    <Button leftSection={<IconTool size={16} />} onClick={() => setAsking(true)}>
      {t('ask.button')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listOrders}
        exports={useExports(listOrdersDownload, 'work-orders')}
        title={t('list.own_title')}
        about={t('list.own_about')}
        searchLabel={t('list.own_search')}
        columns={useColumns()}
        nameOf={(row) => row.number}
        primary={ask}
        empty={{ title: t('list.own_empty'), text: t('list.own_empty_help') }}
      />
      {isAsking ? <AskDialog close={() => setAsking(false)} /> : null}
    </>
  );
}
