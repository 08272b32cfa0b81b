/** Empty houses for the office: what waits, what counts until when, and what ended. */
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { type EmptyHouse, listEmptyHouses, listEmptyHousesDownload } from '../../empty-houses/contract.ts';
import { EMPTY_REASONS, EMPTY_STATES } from '../../empty-houses/empty-house.rules.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { NoteDialog } from './note-dialog.tsx';
import { EmptyStateChip } from './words.tsx';

function useColumns(): Column<EmptyHouse>[] {
  const t = useTexts('empty_houses');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay } = useFormats();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => whole(row.number),
      to: (row) => ({ path: `/billing/empty-houses/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('list.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    {
      key: 'from',
      fields: ['fromDay'],
      title: t('list.from'),
      kind: 'day',
      value: (row) => row.fromDay,
      sort: 'fromDay',
      onCard: true,
    },
    {
      key: 'until',
      fields: ['untilDay', 'notedUntilDay'],
      title: t('list.until'),
      value: (row) => (
        <span className={style.whole}>
          {shortDay(row.untilDay)}
          {row.openEnd && row.state === 'APPROVED' ? ` (${t('list.open')})` : ''}
          {row.untilDay === row.notedUntilDay
            ? ''
            : ` (${t('list.noted', { day: shortDay(row.notedUntilDay) })})`}
        </span>
      ),
      sort: 'untilDay',
      onCard: true,
    },
    { key: 'reason', title: t('list.reason'), value: (row) => t(`reasons.${row.reason}`), onCard: false },
    { key: 'state', title: t('list.state'), value: (row) => <EmptyStateChip state={row.state} /> },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('list.connection'),
      value: (row) => whole(row.connectionNumber),
      to: (row) => ({ path: '/billing/invoice-list', query: { page: 1, search: row.connectionNumber } }),
      onCard: false,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('list.place'),
      value: place,
      onCard: false,
    },
    {
      key: 'proposed',
      fields: ['proposedAt'],
      title: t('list.proposed'),
      kind: 'instant',
      value: (row) => row.proposedAt,
      sort: 'proposedAt',
      onCard: false,
    },
  ];
}

export function HouseList() {
  const t = useTexts('empty_houses');
  const may = useMay();
  const columns = useColumns();
  const sectors = useSectorOptions();
  const exports = useExports(listEmptyHousesDownload, 'empty-houses');
  const [isAsking, ask] = useState(false);
  const note = may('empty-houses:note') ? (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => ask(true)}>
      {t('note.open')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listEmptyHouses}
        exports={exports}
        title={t('title')}
        about={t('about')}
        primary={note}
        searchLabel={t('list.search')}
        columns={columns}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listEmptyHouses>) => counts,
          items: EMPTY_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        }}
        filters={[
          {
            name: 'reason',
            label: t('list.reason'),
            options: EMPTY_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
          },
          { name: 'sectorId', label: t('list.sector'), options: sectors },
        ]}
        nameOf={(row) => row.number}
        empty={{ title: t('list.empty'), text: t('list.empty_help'), action: note }}
      />
      {isAsking ? <NoteDialog close={() => ask(false)} /> : null}
    </>
  );
}
