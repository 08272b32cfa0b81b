import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#web/actions.ts';
import { confirm } from '#web/confirm.ts';
import { useMay } from '#web/session.ts';
import { useTexts } from '#web/texts.ts';
import { toast } from '#web/toast.ts';
import { FormDialog } from '#web/ui/form/form-dialog.tsx';
import { FormBody } from '#web/ui/form/form-page.tsx';
import { TextField } from '#web/ui/form/text-fields.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { addDma, type Dma, deleteDma, listDmas, updateDma } from '../places/contract.ts';

function DmaDialog({ dma, close }: { dma: Dma | null; close: () => void }) {
  const t = useTexts('settings');
  const known: object = dma ? { id: dma.id, version: dma.version } : {};
  const form = useForm(dma ? updateDma : addDma, {
    initial: { number: dma?.number, name: dma?.name },
    extra: known,
    noGuard: true,
    onDone: () => {
      close();
      return toast('success', t(dma ? 'dmas.updated' : 'dmas.added'));
    },
  });
  return (
    <FormDialog title={dma ? t('dmas.edit', { number: dma.number }) : t('dmas.add')} close={close}>
      <FormBody form={form} submit={t('dmas.save')} cancel={close}>
        <TextField form={form} name="number" label={t('dmas.number')} required autoFocus />
        <TextField form={form} name="name" label={t('dmas.name')} required />
      </FormBody>
    </FormDialog>
  );
}

export function DmaList() {
  const t = useTexts('settings');
  const common = useTexts('common');
  const canEdit = useMay()('sectors:edit');
  const [edited, setEdited] = useState<Dma | 'new' | null>(null);
  const remove = useAction(deleteDma, { onDone: () => toast('success', t('dmas.deleted')) });
  const columns: Column<Dma>[] = [
    { key: 'number', title: t('dmas.number'), value: (row) => row.number, sort: 'number' },
    { key: 'name', title: t('dmas.name'), value: (row) => row.name, sort: 'name' },
    {
      key: 'sectors',
      title: t('dmas.sectors'),
      kind: 'number',
      value: (row) => row.sectorCount,
      sort: 'sectorCount',
    },
  ];
  const actions = (row: Dma) =>
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
        actions={actions}
        primary={add}
      />
      {edited ? <DmaDialog dma={edited === 'new' ? null : edited} close={() => setEdited(null)} /> : null}
    </>
  );
}
