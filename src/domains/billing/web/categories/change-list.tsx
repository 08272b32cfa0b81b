/** Categories by date for the office: what waits, what is in force until when, and whose end is to be looked at. */
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
import { CHANGE_REASONS, CHANGE_STATES } from '../../categories/category.rules.ts';
import {
  type CategoryChange,
  listCategoryChanges,
  listCategoryChangesDownload,
} from '../../categories/contract.ts';
import style from '../billing.module.css';
import { useSectorOptions } from '../sector-options.ts';
import { ProposeDialog } from './propose-dialog.tsx';
import { ChangeStateChip, useCategoryNames } from './words.tsx';

function useColumns(): Column<CategoryChange>[] {
  const t = useTexts('categories');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortDay } = useFormats();
  const { nameOf, nextOf } = useCategoryNames();
  const whole = (text: string) => <span className={style.whole}>{digits(text)}</span>;
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => whole(row.number),
      to: (row) => ({ path: `/billing/categories/${row.id}` }),
    },
    {
      key: 'consumer',
      fields: ['consumerName'],
      title: t('list.consumer'),
      value: (row) => nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    { key: 'state', title: t('list.state'), value: (row) => <ChangeStateChip state={row.state} /> },
    {
      key: 'category',
      fields: ['categoryEn', 'categoryBn'],
      title: t('list.category'),
      value: nameOf,
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
    { key: 'next', fields: ['nextEn', 'nextBn'], title: t('list.next'), value: nextOf, onCard: true },
    {
      key: 'until',
      fields: ['untilDay'],
      title: t('list.until'),
      value: (row) => (
        <span className={style.whole}>
          {row.untilDay === null ? '' : shortDay(row.untilDay)}
          {row.isToCheck ? <b> · {t('list.check')}</b> : null}
        </span>
      ),
      sort: 'untilDay',
      onCard: true,
    },
    { key: 'reason', title: t('list.reason'), value: (row) => t(`reasons.${row.reason}`), onCard: false },
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

export function ChangeList() {
  const t = useTexts('categories');
  const may = useMay();
  const columns = useColumns();
  const sectors = useSectorOptions();
  const exports = useExports(listCategoryChangesDownload, 'categories-by-date');
  const [isAsking, ask] = useState(false);
  const propose = may('connection-categories:edit') ? (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => ask(true)}>
      {t('propose.open')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listCategoryChanges}
        exports={exports}
        title={t('title')}
        about={t('about')}
        primary={propose}
        searchLabel={t('list.search')}
        columns={columns}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listCategoryChanges>) => counts,
          items: CHANGE_STATES.map((value) => ({ value, label: t(`states.${value}`) })),
        }}
        filters={[
          { name: 'toCheck', label: t('list.to_check'), kind: 'yesNo' },
          {
            name: 'reason',
            label: t('list.reason'),
            options: CHANGE_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
          },
          { name: 'sectorId', label: t('list.sector'), options: sectors },
        ]}
        nameOf={(row) => row.number}
        empty={{ title: t('list.empty'), text: t('list.empty_help'), action: propose }}
      />
      {isAsking ? <ProposeDialog close={() => ask(false)} /> : null}
    </>
  );
}
