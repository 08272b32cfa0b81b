/** Connections that can change hands; a request begins here. */
import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useIsConsumer } from '#domains/billing/web/bill-parts.tsx';
import { useSectorOptions } from '#domains/billing/web/sector-options.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type ConnectionItem, listOwnedConnections, listOwnedConnectionsDownload } from '../contract.ts';
import { RequestStateChip } from './state-chip.tsx';

const AskingDialog = onDemand(() => import('./asking-dialog.tsx').then((file) => file.AskingDialog));

function useColumns(): Column<ConnectionItem>[] {
  const t = useTexts('ownership');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'connectionNumber',
      title: t('connections.connection'),
      value: (row) => digits(row.connectionNumber),
      sort: 'connectionNumber',
    },
    {
      key: 'application',
      fields: ['applicationNumber'],
      title: t('connections.application'),
      value: (row) => row.applicationNumber && digits(row.applicationNumber),
      onCard: false,
    },
    {
      key: 'owner',
      fields: ['ownerName'],
      title: t('connections.owner'),
      value: (row) => nameIn(row.ownerName, row.ownerNameBn),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    { key: 'dueMinor', title: t('connections.due'), kind: 'money', value: (row) => row.dueMinor },
    {
      key: 'request',
      fields: ['requestNumber'],
      title: t('connections.request'),
      value: (row) => row.requestNumber && digits(row.requestNumber),
    },
    {
      key: 'state',
      fields: ['requestState'],
      title: t('connections.state'),
      value: (row) => row.requestState && <RequestStateChip state={row.requestState} />,
    },
  ];
}

export function OwnedConnections() {
  const t = useTexts('ownership');
  const may = useMay();
  const go = useGo();
  const isConsumer = useIsConsumer();
  const sectors = useSectorOptions(!isConsumer);
  const [asked, setAsked] = useState<{ connection: ConnectionItem | null } | null>(null);
  const filters = isConsumer
    ? []
    : [
        { name: 'sectorId', label: t('connections.sector'), options: sectors },
        {
          name: 'hasDues',
          label: t('connections.has_dues'),
          options: [
            { value: 'true', label: t('connections.dues_yes') },
            { value: 'false', label: t('connections.dues_no') },
          ],
        },
      ];
  const actions = (row: ConnectionItem) => {
    const { requestId } = row;
    if (requestId)
      return [{ label: t('connections.request'), run: () => go(`/owner-change-request-list/${requestId}`) }];
    return may('ownership:request')
      ? [{ label: t('connections.start'), run: () => setAsked({ connection: row }) }]
      : [];
  };
  const askNew =
    isConsumer && may('ownership:request') ? (
      <Button leftSection={<IconKey size={16} />} onClick={() => setAsked({ connection: null })}>
        {t('connections.ask_new')}
      </Button>
    ) : null;
  return (
    <>
      <ListPage
        endpoint={listOwnedConnections}
        exports={useExports(listOwnedConnectionsDownload, 'ownership-connections')}
        title={t(isConsumer ? 'connections.own_title' : 'connections.title')}
        about={t('connections.about')}
        searchLabel={t('connections.search')}
        columns={useColumns()}
        filters={filters}
        idOf={(row) => row.connectionId}
        nameOf={(row) => row.connectionNumber}
        actions={actions}
        primary={askNew}
        empty={{ title: t('connections.empty'), text: t('connections.empty_help') }}
      />
      {asked ? <AskingDialog {...asked} close={() => setAsked(null)} /> : null}
    </>
  );
}
