/** A consumer's own tickets; writing one begins here. */
import { Button } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useGo, usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
import { selectedApplication, useMay } from '#web/session/session.ts';
import { usePersisted } from '#web/state/persisted.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listTickets, listTicketsDownload, type TicketItem } from '../contract.ts';
import { TicketStateChip } from './state-chip.tsx';
import style from './support.module.css';

const AskDialog = onDemand(() => import('./ask/ask-dialog.tsx').then((file) => file.AskDialog));

function useColumns(): Column<TicketItem>[] {
  const t = useTexts('support');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  return [
    {
      key: 'subject',
      title: t('list.subject'),
      value: (row) => (
        <>
          {row.isUnread ? <span className={style.unread} role="img" aria-label={t('list.unread')} /> : null}
          {row.subject}
        </>
      ),
      to: (row) => ({ path: '/support-ticket-details', query: { ticketId: row.id } }),
    },
    { key: 'state', title: t('list.state'), value: (row) => <TicketStateChip state={row.state} /> },
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
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
      key: 'lastAt',
      title: t('list.last'),
      kind: 'instant',
      value: (row) => row.lastAt,
      sort: 'lastAt',
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: (row) =>
        row.plotNumber && row.sectorNumber && row.roadNumber
          ? place({ sectorNumber: row.sectorNumber, roadNumber: row.roadNumber, plotNumber: row.plotNumber })
          : null,
    },
    { key: 'askedAt', title: t('list.asked'), kind: 'instant', value: (row) => row.askedAt, sort: 'askedAt' },
  ];
}

export function OwnTickets() {
  const t = useTexts('support');
  const may = useMay();
  const query = useUrlQuery();
  const path = usePagePath();
  const go = useGo();
  const selected = usePersisted(selectedApplication);
  // `?ask=true`: from a bill or the palette, a ticket is written at once.
  const [isAsking, setAsking] = useState(query.ask === 'true');
  const close = () => {
    setAsking(false);
    if (query.ask) void go(path, { page: 1 }, { replace: true });
  };
  const ask = may('support:create') ? (
    <Button leftSection={<IconMessagePlus size={16} />} onClick={() => setAsking(true)}>
      {t('ask.button')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listTickets}
        exports={useExports(listTicketsDownload, 'tickets')}
        title={t('list.own_title')}
        about={t('list.own_about')}
        searchLabel={t('list.own_search')}
        columns={useColumns()}
        fixed={selected ? { applicationId: selected.applicationId } : {}}
        nameOf={(row) => row.number}
        primary={ask}
        empty={{ title: t('list.own_empty'), text: t('list.own_empty_help') }}
      />
      {isAsking && ask ? <AskDialog close={close} /> : null}
    </>
  );
}
