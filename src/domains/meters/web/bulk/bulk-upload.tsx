import { signalChange } from '#web/calls/change-signals.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { upload } from '#web/calls/upload.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  downloadTemplate,
  type Import,
  listImports,
  readingImportsDownload,
  uploadImport,
} from '../../imports/contract.ts';
import { usualMonth } from '../words.tsx';

function ReadingsDrop() {
  const t = useTexts('meters');
  const go = useGo();
  const language = useLanguage();
  const send = async (file: File, onProgress: (share: number) => void) => {
    const { id } = await upload(uploadImport, {}, { files: { file }, onProgress });
    signalChange('changed');
    await go(`/bulk-upload/${id}`);
  };
  const template = () =>
    startDownload(
      downloadTemplate,
      { query: { format: 'xlsx', language, period: usualMonth() } },
      'meters-to-read.xlsx',
    );
  return <DropZone send={send} templates={[{ label: t('bulk.template'), run: template }]} />;
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
      fields: ['fileName'],
      title: t('bulk.file'),
      value: (row) => row.fileName,
      sort: 'fileName',
      to: (row) => ({ path: `/bulk-upload/${row.id}` }),
    },
    {
      key: 'uploaded',
      fields: ['uploadedAt'],
      title: t('bulk.uploaded'),
      kind: 'instant',
      value: (row) => row.uploadedAt,
      sort: 'uploadedAt',
    },
    {
      key: 'rows',
      fields: ['rowsTotal'],
      title: t('bulk.rows'),
      kind: 'number',
      value: (row) => row.rowsTotal || null,
    },
    {
      key: 'good',
      fields: ['rowsGood'],
      title: t('bulk.good'),
      kind: 'number',
      value: (row) => row.rowsGood,
    },
    {
      key: 'flagged',
      fields: ['rowsFlagged'],
      title: t('bulk.flagged'),
      kind: 'number',
      value: (row) => row.rowsFlagged,
    },
    {
      key: 'refused',
      fields: ['rowsRefused'],
      title: t('bulk.refused'),
      kind: 'number',
      value: (row) => row.rowsRefused,
    },
    { key: 'state', title: t('state'), value: (row) => <ImportState state={row.state} /> },
  ];
  return (
    <ListPage
      endpoint={listImports}
      exports={useExports(readingImportsDownload, 'reading-imports')}
      title={t('bulk.title')}
      about={t('bulk.about')}
      columns={columns}
      searchable={false}
      empty={{ title: t('bulk.none') }}
    >
      <ReadingsDrop />
      <h2>{t('bulk.before')}</h2>
    </ListPage>
  );
}
