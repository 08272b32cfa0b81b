/** A household's own work orders; asking for a repair begins here. */
import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useGo, usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
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
      title: t('list.own_number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/work-order-list/${row.id}` }),
    },
    {
      key: 'state',
      title: t('list.state'),
      value: (row) => <OrderStateChip state={row.state} openMinor={row.openMinor} pausedAt={row.pausedAt} />,
    },
    {
      key: 'openMinor',
      title: t('detail.charge'),
      kind: 'money',
      value: (row) => (row.openMinor > 0 ? row.openMinor : null),
      onCard: true,
    },
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
      value: (row) => (row.openMinor > 0 ? null : row.dueAt),
      sort: 'dueAt',
    },
  ];
}

export function OwnOrders() {
  const t = useTexts('work-orders');
  const may = useMay();
  const query = useUrlQuery();
  const path = usePagePath();
  const go = useGo();
  // `?ask=true`: from the home, a repair is asked for at once.
  const [isAsking, setAsking] = useState(query.ask === 'true');
  const close = () => {
    setAsking(false);
    if (query.ask) void go(path, { ...query, ask: undefined }, { replace: true });
  };
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
        filters={[
          { name: 'open', label: t('list.open'), options: [{ value: 'true', label: t('list.only_open') }] },
        ]}
        nameOf={(row) => row.number}
        primary={ask}
        empty={{ title: t('list.own_empty'), text: t('list.own_empty_help') }}
      />
      {isAsking && ask ? <AskDialog close={close} /> : null}
    </>
  );
}
