import { Button, Group } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { acted } from '#web/acted.ts';
import { startDownload } from '#web/downloads.ts';
import { useGo } from '#web/go.tsx';
import { useLanguage, useTexts } from '#web/texts.ts';
import { showError } from '#web/toast.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { StateChip } from '#web/ui/state-chip.tsx';
import { upload } from '#web/upload.ts';
import { useFormats } from '#web/use-formats.ts';
import { downloadTemplate, type Import, listImports, uploadImport } from '../../imports/contract.ts';
import style from '../meters.module.css';
import { thisMonth } from '../words.tsx';

/** Sends the file and goes on to its columns. */
function useUpload() {
  const go = useGo();
  const [share, setShare] = useState<number | null>(null);
  const send = async (file: File) => {
    setShare(0);
    try {
      const { id } = await upload(uploadImport, {}, { files: { file }, onProgress: setShare });
      acted('changed');
      await go(`/bulk-upload/${id}`);
    } catch (error) {
      await showError(error);
    } finally {
      setShare(null);
    }
  };
  return { share, send };
}

function DropZone() {
  const t = useTexts('meters');
  const { percent } = useFormats();
  const language = useLanguage();
  const { share, send } = useUpload();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (file: File | undefined) => (file && share === null ? void send(file) : undefined);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  const template = () =>
    startDownload(
      downloadTemplate,
      { query: { format: 'xlsx', language, period: thisMonth() } },
      'meters-to-read.xlsx',
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra for the mouse; the button beside it does the same
    <div
      className={style.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconUpload size={28} aria-hidden="true" />
      <span>{share === null ? t('bulk.drop') : t('bulk.uploading', { share: percent(share) })}</span>
      <span className={style.quiet}>{t('bulk.limit')}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx,.txt"
        aria-label={t('bulk.choose')}
        onChange={(event) => {
          take(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Group gap="xs" justify="center">
        <Button loading={share !== null} onClick={() => input.current?.click()}>
          {t('bulk.choose')}
        </Button>
        <Button variant="default" leftSection={<IconDownload size={16} />} onClick={() => void template()}>
          {t('bulk.template')}
        </Button>
      </Group>
    </div>
  );
}

const TONES = { UPLOADED: 'amber', CHECKED: 'amber', COMMITTED: 'green', UNDONE: 'grey' } as const;

export function ImportState({ state }: { state: Import['state'] }) {
  const t = useTexts('meters');
  return <StateChip tone={TONES[state]}>{t(`bulk.states.${state}`)}</StateChip>;
}

export function BulkUpload() {
  const t = useTexts('meters');
  const columns: Column<Import>[] = [
    {
      key: 'file',
      title: t('bulk.file'),
      value: (row) => row.fileName,
      sort: 'fileName',
      to: (row) => ({ path: `/bulk-upload/${row.id}` }),
    },
    {
      key: 'uploaded',
      title: t('bulk.uploaded'),
      kind: 'instant',
      value: (row) => row.uploadedAt,
      sort: 'uploadedAt',
    },
    { key: 'rows', title: t('bulk.rows'), kind: 'number', value: (row) => row.rowsTotal || null },
    { key: 'good', title: t('bulk.good'), kind: 'number', value: (row) => row.rowsGood },
    { key: 'flagged', title: t('bulk.flagged'), kind: 'number', value: (row) => row.rowsFlagged },
    { key: 'refused', title: t('bulk.refused'), kind: 'number', value: (row) => row.rowsRefused },
    { key: 'state', title: t('state'), value: (row) => <ImportState state={row.state} /> },
  ];
  return (
    <ListPage
      endpoint={listImports}
      title={t('bulk.title')}
      about={t('bulk.about')}
      columns={columns}
      searchable={false}
      empty={{ title: t('bulk.none') }}
    >
      <DropZone />
      <h2>{t('bulk.before')}</h2>
    </ListPage>
  );
}
