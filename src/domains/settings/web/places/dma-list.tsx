import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#web/calls/call.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { confirm } from '#web/state/confirm.ts';
import { toast } from '#web/state/toast.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import {
  addDma,
  deleteDma,
  type ListedDma,
  listDmas,
  listDmasDownload,
  updateDma,
  validateDma,
} from '../../places/contract.ts';
import { useNameIn } from '../in-language.ts';

function DmaDialog({ dma, close }: { dma: ListedDma | null; close: () => void }) {
  const t = useTexts('settings');
  const known: object = dma ? { id: dma.id } : {};
  const form = useForm(dma ? updateDma : addDma, {
    initial: { number: dma?.number, name: dma?.name, nameBn: dma?.nameBn },
    version: dma?.version,
    extra: known,
    onDone: () => {
      close();
      return toast('success', t(dma ? 'dmas.updated' : 'dmas.added'));
    },
  }).asking(async (name, value) => {
    if (name !== 'number') return undefined;
    const body = { number: String(value), ...(dma ? { id: dma.id } : {}) };
    return (await call(validateDma, { body }, { quiet: true })).free
      ? undefined
      : 'settings.dma_number_taken';
  });
  return (
    <FormDialog title={dma ? t('dmas.edit', { number: dma.number }) : t('dmas.add')} close={close}>
      <FormBody form={form} submit={t('dmas.save')} cancel={close}>
        <TextField form={form} name="number" label={t('dmas.number')} required autoFocus />
        <TextField form={form} name="name" label={t('dmas.name')} required />
        <TextField form={form} name="nameBn" label={t('dmas.name_bn')} />
      </FormBody>
    </FormDialog>
  );
}

export function DmaList() {
  const t = useTexts('settings');
  const common = useTexts('common');
  const canEdit = useMay()('sectors:edit');
  const go = useGo();
  const nameIn = useNameIn();
  const nameSort = useLanguage() === 'bn' ? 'nameBn' : 'name';
  const { digits } = useFormats();
  const [edited, setEdited] = useState<ListedDma | 'new' | null>(null);
  const remove = useAction(deleteDma, { onDone: () => toast('success', t('dmas.deleted')) });
  const columns: Column<ListedDma>[] = [
    { key: 'number', title: t('dmas.number'), value: (row) => digits(row.number), sort: 'number' },
    {
      key: 'name',
      fields: ['name', 'nameBn'],
      title: t('dmas.name'),
      value: (row) => nameIn(row.name, row.nameBn),
      sort: nameSort,
      onCard: true,
    },
    {
      key: 'sectors',
      fields: ['sectorCount'],
      title: t('dmas.sectors'),
      kind: 'number',
      value: (row) => row.sectorCount,
      sort: 'sectorCount',
    },
    {
      key: 'connectionCount',
      title: t('sectors.connections'),
      kind: 'number',
      value: (row) => row.connectionCount,
    },
  ];
  const actions = (row: ListedDma) =>
    canEdit
      ? [
          { label: common('actions.edit'), run: () => setEdited(row) },
          {
            label: common('actions.delete'),
            danger: true,
            run: async () => (await confirm('delete', row.number)) && remove.run({ params: { id: row.id } }),
          },
        ]
      : [];
  const add = canEdit ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
      {t('dmas.add')}
    </Button>
  ) : null;
  return (
    <>
      <ListPage
        endpoint={listDmas}
        title={t('dmas.title')}
        about={t('dmas.about')}
        columns={columns}
        exports={useExports(listDmasDownload, 'metered-areas')}
        searchLabel={t('dmas.search')}
        actions={actions}
        primary={
          <>
            {canEdit ? (
              <Button variant="default" onClick={() => go('/dma/import')}>
                {t('lists.import')}
              </Button>
            ) : null}
            {add}
          </>
        }
        empty={{ title: t('dmas.empty'), action: add }}
      />
      {edited ? <DmaDialog dma={edited === 'new' ? null : edited} close={() => setEdited(null)} /> : null}
    </>
  );
}
