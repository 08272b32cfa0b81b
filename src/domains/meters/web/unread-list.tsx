import { Button, Group } from '@mantine/core';
import { IconCalculator, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { listUnread, listUnreadDownload } from '../contract.ts';
import { downloadTemplate } from '../imports/contract.ts';
import { CaptureDialog } from './capture/capture-dialog.tsx';
import { useConsumerName, useMonthOptions, useSectorOptions, usualMonth } from './words.tsx';

type Row = EndpointAnswer<typeof listUnread>['items'][number];
const MONTHS_UNREAD = [2, 3, 6, 12];

/** The list as a file to fill in on the way, in the order of the way. */
function SheetButton() {
  const t = useTexts('meters');
  const language = useLanguage();
  const { period = usualMonth(), sectorId } = useUrlQuery();
  const query = { format: 'xlsx' as const, language, period, ...(sectorId ? { sectorId } : {}) };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => void startDownload(downloadTemplate, { query }, 'meters-to-read.xlsx')}
    >
      {t('unread.sheet')}
    </Button>
  );
}

/** To the preview of what these meters would be estimated with. */
function EstimateButton() {
  const t = useTexts('meters');
  const go = useGo();
  const { period = usualMonth(), sectorId } = useUrlQuery();
  const scope = { period, ...(sectorId ? { sectorId } : {}) };
  return (
    <Button
      variant="default"
      leftSection={<IconCalculator size={16} />}
      onClick={() => go('/unread-meter-readins/estimates', { page: 1, ...scope })}
    >
      {t('estimates.open')}
    </Button>
  );
}

export function UnreadList() {
  const t = useTexts('meters');
  const may = useMay();
  const place = usePlace();
  const consumer = useConsumerName();
  const { digits } = useFormats();
  const { period = usualMonth(), sectorId, passedOver } = useUrlQuery();
  const months = useMonthOptions();
  const sectors = useSectorOptions();
  const [taken, setTaken] = useState<Row | null>(null);
  const columns: Column<Row>[] = [
    {
      key: 'meter',
      fields: ['meterNumber'],
      title: t('meter'),
      value: (row) => digits(row.meterNumber),
      sort: 'meterNumber',
      to: (row) => ({ path: `/meter-list/${row.meterId}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('consumer'),
      value: consumer,
      sort: 'consumerName',
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('where'),
      value: place,
      sort: 'route',
    },
    {
      key: 'months',
      fields: ['monthsUnread'],
      title: t('unread.months'),
      kind: 'number',
      value: (row) => row.monthsUnread,
      sort: 'monthsUnread',
    },
    {
      key: 'last',
      fields: ['lastLitres'],
      title: t('list.last'),
      kind: 'volume',
      value: (row) => row.lastLitres,
    },
    {
      key: 'lastOn',
      fields: ['lastReadOn'],
      title: t('list.last_on'),
      kind: 'day',
      value: (row) => row.lastReadOn,
    },
  ];
  return (
    <>
      <ListPage
        endpoint={listUnread}
        exports={useExports(listUnreadDownload, 'unread-meters')}
        title={t('unread.title')}
        about={t(passedOver ? 'unread.about_passed_over' : 'unread.about')}
        searchLabel={t('search')}
        columns={columns}
        idOf={(row) => row.meterId}
        tabs={{
          name: 'passedOver',
          noAll: true,
          items: [
            { value: '', label: t('unread.still') },
            { value: 'true', label: t('unread.passed_over') },
          ],
        }}
        filters={[
          { name: 'period', label: t('month'), kind: 'month', options: months, usual: usualMonth() },
          { name: 'sectorId', label: t('sector'), options: sectors },
          {
            name: 'monthsUnread',
            label: t('unread.months_from'),
            options: MONTHS_UNREAD.map((count) => ({
              value: String(count),
              label: t('unread.months_count', { count }),
            })),
          },
        ]}
        actions={(row) =>
          may('readings:create') && !passedOver
            ? [{ label: t('reading.take'), run: () => setTaken(row) }]
            : []
        }
        primary={
          passedOver ? null : (
            <Group gap="xs">
              {may('readings:estimate') ? <EstimateButton /> : null}
              {may('readings:import') ? <SheetButton /> : null}
            </Group>
          )
        }
        empty={{ title: t(passedOver ? 'unread.none_passed_over' : 'unread.empty') }}
      />
      {taken ? (
        <CaptureDialog
          key={taken.meterId}
          connectionId={taken.connectionId}
          scope={{ period, sectorId }}
          close={() => setTaken(null)}
        />
      ) : null}
    </>
  );
}
