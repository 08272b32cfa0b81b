/** Papers of a consumer's applications, as a tab of their page; each opens at the place in which it is checked. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { listDocuments } from '../../intake/contract.ts';
import { recordPath, Whole } from '../lists/columns.tsx';
import { DocumentState } from '../papers/document-state.tsx';

type Row = RowOf<typeof listDocuments>;

export function ConsumerDocuments({ consumerId }: { consumerId: string }) {
  const t = useTexts('applications');
  const { fileSize } = useFormats();
  const columns: Column<Row>[] = [
    {
      key: 'kind',
      title: t('consumer.kind'),
      value: (row) => t(`kinds.${row.kind}`),
      sort: 'kind',
      to: (row) => ({ ...recordPath({ id: row.applicationId }), query: { tab: 'documents' } }),
    },
    {
      key: 'application',
      fields: ['applicationNumber'],
      title: t('columns.number'),
      value: (row) => <Whole text={row.applicationNumber ?? ''} />,
      onCard: true,
    },
    { key: 'state', title: t('archived.state'), value: (row) => <DocumentState state={row.state} /> },
    { key: 'bytes', title: t('consumer.size'), value: (row) => fileSize(row.bytes), onCard: false },
    {
      key: 'uploadedAt',
      title: t('consumer.uploaded'),
      kind: 'instant',
      value: (row) => row.uploadedAt,
      sort: 'uploadedAt',
    },
  ];
  return (
    <ListPage
      endpoint={listDocuments}
      isPart
      title={t('consumer.documents')}
      columns={columns}
      nameOf={(row) => t(`kinds.${row.kind}`)}
      fixed={{ consumerId }}
      searchable={false}
      empty={{ title: t('consumer.no_documents') }}
    />
  );
}
