import { Button } from '@mantine/core';
import { IconRoute, IconUpload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { carriedFilters } from '#web/session/access.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { countRoute, listRoute, type RouteRow } from '../readings/contract.ts';
import { CaptureDialog } from './capture/capture-dialog.tsx';
import style from './meters.module.css';
import { ChooseRoad } from './route/choose-road.tsx';
import {
  FlagChips,
  ReadingState,
  useConsumerName,
  useMonthOptions,
  useSectorOptions,
  usualMonth,
} from './words.tsx';

function useColumns(take: (row: RouteRow) => void): Column<RouteRow>[] {
  const t = useTexts('meters');
  const place = usePlace();
  const consumer = useConsumerName();
  const canTake = useMay()('readings:create');
  const { digits } = useFormats();
  return [
    {
      key: 'meter',
      title: t('meter'),
      value: (row) => digits(row.meterNumber),
      sort: 'meterNumber',
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
    },
    { key: 'consumer', title: t('consumer'), value: consumer, sort: 'consumerName', onCard: true },
    { key: 'place', title: t('where'), value: place, sort: 'route', onCard: true },
    { key: 'previous', title: t('previous'), kind: 'volume', value: (row) => row.previousLitres },
    {
      key: 'register',
      title: t('register'),
      kind: 'volume',
      onCard: true,
      value: (row) =>
        row.reading?.registerLitres ??
        (row.notToRead ? (
          <span className={style.quiet}>{t(`reading.not_to_read.${row.notToRead}`)}</span>
        ) : canTake ? (
          <Button size="compact-sm" variant="light" onClick={() => take(row)}>
            {t('reading.take')}
          </Button>
        ) : null),
    },
    { key: 'used', title: t('used'), kind: 'volume', value: (row) => row.reading?.consumptionLitres },
    {
      key: 'state',
      title: t('state'),
      value: (row) =>
        row.reading && row.reading.flags.length > 0 && row.reading.state === 'FLAGGED' ? (
          <FlagChips flags={row.reading.flags} />
        ) : (
          <ReadingState state={row.reading?.state ?? 'unread'} />
        ),
    },
  ];
}

export function MeterReading() {
  const t = useTexts('meters');
  const go = useGo();
  const may = useMay();
  const query = useUrlQuery();
  const months = useMonthOptions();
  const sectors = useSectorOptions();
  const [taken, setTaken] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const columns = useColumns((row) => setTaken(row.connectionId));
  const { period, sectorId, search } = query;
  const { data: counts } = useAnswer(
    countRoute,
    {
      query: {
        period: period ?? usualMonth(),
        ...(sectorId ? { sectorId } : {}),
        ...(search ? { search } : {}),
      },
    },
    { placeholderData: keepPreviousData },
  );
  // The address may name a meter: the home leads to the next one.
  const capturing = taken ?? query.take;
  const close = () => {
    setTaken(null);
    if (!query.take) return;
    const kept = { ...carriedFilters(query), take: undefined };
    void go('/meter-reading', { page: 1, ...kept }, { replace: true });
  };
  const alongRoad = may('readings:create') ? (
    <Button leftSection={<IconRoute size={16} />} onClick={() => setChoosing(true)}>
      {t('route.start')}
    </Button>
  ) : null;
  const byFile = may('readings:import') ? (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} />}
      onClick={() => go('/bulk-upload', { page: 1 })}
    >
      {t('reading.by_file')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listRoute}
        title={t('reading.title')}
        about={t('reading.about')}
        searchLabel={t('search')}
        columns={columns}
        idOf={(row) => row.connectionId}
        nameOf={(row) => row.meterNumber}
        keys={(row) =>
          row.reading || row.notToRead || !may('readings:create')
            ? []
            : [{ label: t('reading.take'), shortcut: 't', run: () => setTaken(row.connectionId) }]
        }
        tabs={{
          name: 'read',
          all: counts?.all,
          items: [
            { value: 'no', label: t('reading.read_no'), count: counts?.no },
            { value: 'yes', label: t('reading.read_yes'), count: counts?.yes },
          ],
        }}
        filters={[
          { name: 'period', label: t('month'), kind: 'month', options: months, usual: usualMonth() },
          { name: 'sectorId', label: t('sector'), options: sectors },
        ]}
        primary={
          <>
            {alongRoad}
            {byFile}
          </>
        }
        empty={{ title: t('reading.empty'), text: t('reading.empty_text') }}
      />
      {isChoosing ? (
        <ChooseRoad
          period={query.period ?? usualMonth()}
          sectorId={query.sectorId}
          close={() => setChoosing(false)}
        />
      ) : null}
      {capturing ? (
        <CaptureDialog
          key={capturing}
          connectionId={capturing}
          scope={{ period: query.period ?? usualMonth(), sectorId: query.sectorId }}
          close={close}
        />
      ) : null}
    </>
  );
}
