import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/actions.ts';
import { confirm } from '#web/confirm.ts';
import { useMay } from '#web/session.ts';
import { useLanguage, useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { useFormats } from '#web/use-formats.ts';
import { type Consumer, deleteConsumer, listConsumers, listConsumersDownload } from '../contract.ts';
import { CustomerDialog } from './customer-dialog.tsx';

function useCustomerColumns(nameOf: (row: Consumer) => string): Column<Consumer>[] {
  const t = useTexts('consumers');
  const { digits } = useFormats();
  return [
    { key: 'number', title: t('list.number'), value: (row) => digits(row.number), sort: 'number' },
    {
      key: 'name',
      fields: ['name', 'nameBn'],
      onCard: true,
      title: t('list.name'),
      value: nameOf,
      sort: 'name',
    },
    { key: 'phone', onCard: true, title: t('list.phone'), value: (row) => digits(row.phone) },
    { key: 'email', title: t('list.email'), value: (row) => row.email },
    { key: 'nid', onCard: true, title: t('list.nid'), value: (row) => row.nid && digits(row.nid) },
    {
      key: 'status',
      title: t('list.status'),
      value: (row) => (
        <StateChip tone={row.status === 'active' ? 'green' : 'grey'}>{t(`list.${row.status}`)}</StateChip>
      ),
    },
    {
      key: 'createdAt',
      title: t('list.since'),
      kind: 'instant',
      value: (row) => row.createdAt,
      sort: 'createdAt',
    },
  ];
}

export function CustomerList() {
  const t = useTexts('consumers');
  const common = useTexts('common');
  const may = useMay();
  const language = useLanguage();
  const nameOf = (row: Consumer) => (language === 'bn' && row.nameBn ? row.nameBn : row.name);
  const columns = useCustomerColumns(nameOf);
  const [editedId, setEditedId] = useState<string | null>(null);
  const remove = useAction(deleteConsumer, { onDone: () => toast('success', t('list.deleted')) });
  const actions = (row: Consumer) => [
    ...(may('consumers:edit') ? [{ label: common('actions.edit'), run: () => setEditedId(row.id) }] : []),
    ...(may('consumers:delete')
      ? [
          {
            label: common('actions.delete'),
            danger: true,
            run: async () => (await confirm('delete', nameOf(row))) && remove.run({ params: { id: row.id } }),
          },
        ]
      : []),
  ];
  const states = [
    { value: 'active', label: t('list.active') },
    { value: 'inactive', label: t('list.inactive') },
  ];
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
        searchLabel={t('list.search')}
        columns={columns}
        nameOf={nameOf}
        filters={[{ name: 'status', label: t('list.status'), options: states }]}
        actions={actions}
        primary={add}
        empty={{ title: t('list.empty'), action: add }}
      />
      {editedId === null ? null : <CustomerDialog id={editedId || null} close={() => setEditedId(null)} />}
    </>
  );
}
