import { signalChange } from '#web/calls/change-signals.ts';
import { startDownload } from '#web/calls/downloads.ts';
import { upload } from '#web/calls/upload.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { DropZone } from '#web/ui/import/drop-zone.tsx';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import {
  downloadTemplate,
  IMPORT_STATES,
  type Import,
  listImports,
  listImportsDownload,
  uploadImport,
} from '../../imports/contract.ts';

const TONES: Record<Import['state'], Tone> = {
  UPLOADED: 'amber',
  CHECKING: 'blue',
  CHECKED: 'amber',
  COMMITTING: 'blue',
  COMMITTED: 'green',
  UNDONE: 'grey',
};

export const importPath = (id: string) => `/customer-management/import/${id}`;

export function ImportState({ state }: { state: Import['state'] }) {
  const t = useTexts('consumers');
  return <StateChip tone={TONES[state]}>{t(`imports.states.${state}`)}</StateChip>;
}

function ConsumersDrop() {
  const frame = useTexts('frame');
  const go = useGo();
  const language = useLanguage();
  const send = async (file: File, onProgress: (share: number) => void) => {
    const { id } = await upload(uploadImport, {}, { files: { file }, onProgress });
    signalChange('changed');
    await go(importPath(id));
  };
  const templates = (['xlsx', 'csv'] as const).map((format) => ({
    label: frame('import.template', { format: format.toUpperCase() }),
    run: () => startDownload(downloadTemplate, { query: { format, language } }, `customers.${format}`),
  }));
  return <DropZone send={send} templates={templates} />;
}

export function ImportList() {
  const t = useTexts('consumers');
  const columns: Column<Import>[] = [
    {
      key: 'fileName',
      title: t('imports.file'),
      value: (row) => row.fileName,
      sort: 'fileName',
      to: (row) => ({ path: importPath(row.id) }),
    },
    {
      key: 'uploadedAt',
      title: t('imports.uploaded'),
      kind: 'instant',
      value: (row) => row.uploadedAt,
      sort: 'uploadedAt',
    },
    { key: 'uploadedBy', title: t('imports.by'), value: (row) => row.uploadedBy, onCard: false },
    { key: 'rowsTotal', title: t('imports.rows'), kind: 'number', value: (row) => row.rowsTotal || null },
    { key: 'rowsAdded', title: t('imports.added'), kind: 'number', value: (row) => row.rowsAdded },
    { key: 'rowsWrong', title: t('imports.wrong'), kind: 'number', value: (row) => row.rowsWrong },
    { key: 'state', title: t('imports.state'), value: (row) => <ImportState state={row.state} /> },
  ];
  const states = IMPORT_STATES.map((value) => ({ value, label: t(`imports.states.${value}`) }));
  return (
    <ListPage
      endpoint={listImports}
      exports={useExports(listImportsDownload, 'customer-imports')}
      title={t('imports.title')}
      about={t('imports.about')}
      columns={columns}
      filters={[{ name: 'state', label: t('imports.state'), options: states }]}
      searchLabel={t('imports.search')}
      empty={{ title: t('imports.none') }}
    >
      <ConsumersDrop />
      <h2>{t('imports.before')}</h2>
    </ListPage>
  );
}
