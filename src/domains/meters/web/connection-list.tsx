import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import type { RowAction } from '#web/ui/list/rows/row-menu.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { CONNECTION_STATES, type Connection, listConnections, listConnectionsDownload } from '../contract.ts';
import { AskDialog } from './changes/ask-dialog.tsx';
import { CloseDialog } from './closure/close-dialog.tsx';
import { ReopenUnmeteredDialog } from './closure/reopen-dialog.tsx';
import { useConsumerName, useSectorOptions } from './words.tsx';

const TONES = { active: 'green', disconnected: 'red', closed: 'grey' } as const;

export function useConnectionColumns(): Column<Connection>[] {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const { digits } = useFormats();
  return [
    { key: 'number', title: t('connections.number'), value: (row) => digits(row.number), sort: 'number' },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('consumer'),
      value: consumer,
      sort: 'consumerName',
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      sort: 'route',
      onCard: true,
    },
    {
      key: 'pipe',
      fields: ['pipeSizeMm'],
      title: t('connections.pipe'),
      kind: 'number',
      value: (row) => row.pipeSizeMm,
    },
    {
      key: 'meter',
      fields: ['meterNumber'],
      title: t('meter'),
      value: (row) => row.meterNumber && digits(row.meterNumber),
      onCard: true,
      to: (row) => ({ path: row.meterId ? `/meter-list/${row.meterId}` : '/meter-list' }),
    },
    {
      key: 'since',
      fields: ['installedOn'],
      title: t('connections.since'),
      kind: 'day',
      value: (row) => row.installedOn,
    },
    {
      key: 'state',
      fields: ['status'],
      title: t('state'),
      value: (row) => <StateChip tone={TONES[row.status]}>{t(`connection_states.${row.status}`)}</StateChip>,
    },
  ];
}

type Asked = { what: 'change' | 'close' | 'reopen'; row: Connection };

export function ConnectionList() {
  const t = useTexts('meters');
  const may = useMay();
  const [mayClose, mayAsk] = [may('meters:close'), may('meters:ask-change')];
  const [asked, setAsked] = useState<Asked | null>(null);
  const ask = (label: string, what: Asked['what'], row: Connection): RowAction => ({
    label,
    run: () => setAsked({ what, row }),
  });
  const actions = (row: Connection): readonly RowAction[] => {
    if (row.status === 'closed')
      return row.isReopenable && mayClose ? [ask(t('closure.reopen'), 'reopen', row)] : [];
    return [
      ...(mayAsk && row.meterId ? [ask(t('changes.ask'), 'change', row)] : []),
      ...(mayClose ? [ask(t('closure.close'), 'close', row)] : []),
    ];
  };
  const dialog = asked && {
    connectionId: asked.row.id,
    connectionNumber: asked.row.number,
    close: () => setAsked(null),
  };
  const sectors = useSectorOptions();
  const columns = useConnectionColumns();
  return (
    <>
      <ListPage
        endpoint={listConnections}
        exports={useExports(listConnectionsDownload, 'connections')}
        title={t('connections.title')}
        about={t('connections.about')}
        searchLabel={t('search')}
        columns={columns}
        filters={[
          {
            name: 'status',
            label: t('state'),
            options: CONNECTION_STATES.map((value) => ({ value, label: t(`connection_states.${value}`) })),
          },
          { name: 'sectorId', label: t('sector'), options: sectors },
        ]}
        {...(mayClose || mayAsk ? { actions } : {})}
      />
      {dialog && asked.what === 'change' ? <AskDialog {...dialog} /> : null}
      {dialog && asked.what === 'close' ? <CloseDialog {...dialog} /> : null}
      {dialog && asked.what === 'reopen' ? <ReopenUnmeteredDialog {...dialog} /> : null}
    </>
  );
}
