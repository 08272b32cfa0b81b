import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { listSectors } from '#domains/settings/places/contract.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useAnswer } from '#web/calls/use-answer.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import type { Filter } from '#web/ui/list/filters/filter-bar.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  deleteConsumer,
  type ListedConsumer,
  listConsumers,
  listConsumersDownload,
  STATES,
} from '../contract.ts';
import { ConsumerState } from './consumer-state.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import style from './customer-list.module.css';
import { recordPath } from './record-path.ts';
import { useName } from './use-name.ts';
import { useSeesIdentity } from './use-sees-identity.ts';

function useCustomerColumns(): Column<ListedConsumer>[] {
  const t = useTexts('consumers');
  const nameOf = useName();
  const { digits } = useFormats();
  const isIdentityOpen = useSeesIdentity();
  return [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: recordPath(row.id) }),
    },
    {
      key: 'name',
      fields: ['name', 'nameBn'],
      onCard: true,
      title: t('list.name'),
      value: (row) => <span className={style.name}>{nameOf(row)}</span>,
      sort: 'name',
    },
    {
      key: 'phone',
      fields: ['phone'],
      onCard: true,
      title: t('list.phone'),
      value: (row) => digits(row.phone),
    },
    { key: 'dueMinor', onCard: true, title: t('list.due'), kind: 'money', value: (row) => row.dueMinor },
    { key: 'status', title: t('list.status'), value: (row) => <ConsumerState status={row.status} /> },
    {
      key: 'address',
      onCard: false,
      title: t('list.address'),
      value: (row) => row.address,
    },
    {
      key: 'connections',
      onCard: false,
      title: t('list.connections'),
      kind: 'number',
      value: (row) => row.connections,
    },
    ...(isIdentityOpen
      ? [
          {
            key: 'nid',
            onCard: false,
            startsHidden: true,
            title: t('list.nid'),
            value: (row: ListedConsumer) => row.nid && digits(row.nid),
          },
        ]
      : []),
    { key: 'email', onCard: false, startsHidden: true, title: t('list.email'), value: (row) => row.email },
  ];
}

function useSearchLabel(): string {
  const t = useTexts('consumers');
  const search = t('list.search');
  return useSeesIdentity() ? `${t('list.nid')}, ${search.toLowerCase()}` : search;
}

function useFilters(): Filter[] {
  const t = useTexts('consumers');
  const may = useMay();
  const { digits } = useFormats();
  const sectors = useAnswer(listSectors, { query: { limit: 200 } }, { enabled: may('sectors:view') });
  const options = (sectors.data?.items ?? []).map(({ id, number }) => ({
    value: id,
    label: t('list.sector_number', { number: digits(number) }),
  }));
  return [
    {
      name: 'status',
      label: t('list.status'),
      options: STATES.map((value) => ({ value, label: t(`list.${value}`) })),
    },
    ...(may('sectors:view') ? [{ name: 'sectorId', label: t('list.sector'), options }] : []),
    {
      name: 'inArrears',
      label: t('list.in_arrears'),
      kind: 'yesNo',
    },
  ];
}

export function CustomerList() {
  const t = useTexts('consumers');
  const common = useTexts('common');
  const may = useMay();
  const go = useGo();
  const nameOf = useName();
  const [editedId, setEditedId] = useState<string | null>(null);
  const remove = useAction(deleteConsumer, { onDone: () => toast('success', t('list.deleted')) });
  const actions = (row: ListedConsumer) => {
    const isLeft = row.status !== 'merged';
    return [
      { label: t('list.open'), run: () => go(recordPath(row.id)) },
      ...(isLeft && may('consumers:edit')
        ? [{ label: common('actions.edit'), run: () => setEditedId(row.id) }]
        : []),
      ...(isLeft && may('consumers:delete')
        ? [
            { label: t('steps.merge'), run: () => go(`${recordPath(row.id)}/merge`) },
            {
              label: common('actions.delete'),
              danger: true,
              run: async () =>
                (await confirm('delete', nameOf(row))) && remove.run({ params: { id: row.id } }),
            },
          ]
        : []),
    ];
  };
  const add = may('consumers:edit') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEditedId('')}>
      {t('list.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listConsumers}
        exports={useExports(listConsumersDownload, 'consumers')}
        title={t('list.title')}
        about={t('list.about')}
        searchLabel={useSearchLabel()}
        columns={useCustomerColumns()}
        nameOf={nameOf}
        filters={useFilters()}
        actions={actions}
        primary={
          <>
            {may('consumers:import') ? (
              <Button variant="default" onClick={() => go('/customer-management/import', { page: 1 })}>
                {t('imports.open')}
              </Button>
            ) : null}
            {add}
          </>
        }
        empty={{ title: t('list.empty'), action: add }}
      />
      {editedId === null ? null : <CustomerDialog id={editedId || null} close={() => setEditedId(null)} />}
    </>
  );
}
