import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay, useProfile, whoIs } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { deleteDraft, listDrafts, listDraftsDownload } from '../../intake/contract.ts';
import { OFFERS } from '../bulk/offers.tsx';
import { recordPath } from './columns.tsx';

// A form's fields are no part of a list: they come when somebody writes a request.
const QuickDialog = lazy(() => import('./quick-dialog.tsx').then((file) => ({ default: file.QuickDialog })));
const NoteDialog = lazy(() => import('./note-dialog.tsx').then((file) => ({ default: file.NoteDialog })));

type Row = RowOf<typeof listDrafts>;

/** Requests in short form: drafts that become applications without anything being typed again. */
export function QuickList() {
  const t = useTexts('applications');
  const common = useTexts('common');
  const go = useGo();
  const may = useMay();
  const place = usePlace();
  const nameIn = useNameIn();
  const profile = useProfile();
  const { digits } = useFormats();
  const { converted } = useUrlQuery();
  const files = useExports(listDraftsDownload, 'quick-applications');
  // A household has one or two: its pages show all of them.
  const exports = profile !== null && whoIs(profile.role) === 'consumer' ? [] : files;
  const [isAdding, setIsAdding] = useState(false);
  const [noted, setNoted] = useState<Row | null>(null);
  const isConsumer = profile !== null && whoIs(profile.role) === 'consumer';
  const draftPath = (row: { id: string }) =>
    isConsumer ? `/customer/new-connections/${row.id}` : `/quick-application-list/${row.id}`;
  const to = (row: Row) => (row.number && !isConsumer ? recordPath(row) : { path: draftPath(row) });
  const offer = converted === 'true' ? OFFERS.nothing : OFFERS.drafts;
  const { bulk, dialog, running } = useBulk<Row>(listDrafts, offer);
  const remove = useAction(deleteDraft, { onDone: () => toast('success', t('quick.deleted')) });
  const filters: Filter[] = isConsumer
    ? []
    : [
        {
          name: 'source',
          label: t('filters.source'),
          options: (['COUNTER', 'PORTAL'] as const).map((value) => ({ value, label: t(`sources.${value}`) })),
        },
        { name: 'from', label: t('quick.from'), kind: 'day' },
        { name: 'to', label: t('quick.to'), kind: 'day' },
      ];
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t('quick.name'),
      value: (row) => nameIn(row.name, row.nameBn) || t('quick.nameless'),
      sort: 'name',
      to,
    },
    { key: 'phone', title: t('quick.phone'), value: (row) => digits(row.phone) },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('columns.place'),
      value: place,
      sort: 'plotNumber',
    },
    { key: 'source', title: t('columns.source'), value: (row) => t(`sources.${row.source}`), onCard: false },
    ...(isConsumer
      ? []
      : [
          { key: 'note', title: t('quick.note'), value: (row: Row) => row.note },
          {
            key: 'notedAt',
            title: t('quick.noted_at'),
            kind: 'day' as const,
            value: (row: Row) => row.notedAt,
            startsHidden: true,
            onCard: false,
          },
        ]),
    {
      key: 'created',
      fields: ['createdAt'],
      title: t('quick.created'),
      kind: 'day',
      value: (row) => row.createdAt,
      sort: 'createdAt',
    },
    {
      key: 'saved',
      fields: ['savedAt'],
      title: t('quick.saved'),
      kind: 'instant',
      value: (row) => row.savedAt,
      sort: 'savedAt',
    },
    ...(converted === 'true'
      ? [{ key: 'number', title: t('columns.number'), value: (row: Row) => row.number && digits(row.number) }]
      : []),
  ];
  const actions = (row: Row) => [
    { label: row.number ? t('words.open') : t('quick.complete'), run: () => go(to(row).path) },
    ...(isConsumer || row.number ? [] : [{ label: t('quick.add_note'), run: () => setNoted(row) }]),
    ...(may('applications:delete') && !row.number
      ? [
          {
            label: common('actions.delete'),
            danger: true,
            run: async () =>
              (await confirm('delete', nameIn(row.name, row.nameBn))) &&
              remove.run({ params: { id: row.id } }),
          },
        ]
      : []),
  ];
  const add = may('applications:create') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsAdding(true)}>
      {t('quick.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listDrafts}
        exports={exports}
        title={t('quick.title')}
        about={t('quick.about')}
        searchLabel={t('quick.search')}
        columns={columns}
        filters={filters}
        tabs={{
          name: 'converted',
          noAll: true,
          counts: ({ counts }: EndpointAnswer<typeof listDrafts>) => ({
            false: counts.open,
            true: counts.converted,
          }),
          items: [
            { value: 'false', label: t('quick.open') },
            { value: 'true', label: t('quick.converted') },
          ],
        }}
        actions={actions}
        bulk={bulk}
        primary={add}
        nameOf={(row) => nameIn(row.name, row.nameBn) || row.id}
        empty={{ title: t('quick.empty'), text: t('quick.empty_help'), action: add }}
      >
        {running}
      </ListPage>
      {dialog}
      {noted ? (
        <Suspense>
          <NoteDialog draft={noted} columns={columns} close={() => setNoted(null)} />
        </Suspense>
      ) : null}
      {isAdding ? (
        <Suspense>
          <QuickDialog close={() => setIsAdding(false)} open={(id) => go(draftPath({ id }))} />
        </Suspense>
      ) : null}
    </>
  );
}
