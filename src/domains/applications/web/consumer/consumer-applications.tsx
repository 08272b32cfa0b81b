/** A consumer's applications, as a tab of their page. */
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { type ApplicationItem, listApplications } from '../../contract.ts';
import { recordPath, Whole } from '../lists/columns.tsx';
import { StateOf } from '../words.tsx';

type Row = ApplicationItem;

export function ConsumerApplications({ consumerId }: { consumerId: string }) {
  const t = useTexts('applications');
  const place = usePlace();
  const columns: Column<Row>[] = [
    {
      key: 'number',
      title: t('columns.number'),
      value: (row) => <Whole text={row.number ?? t('states.DRAFT')} />,
      sort: 'number',
      to: recordPath,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('columns.place'),
      value: place,
      sort: 'sectorNumber',
    },
    { key: 'state', title: t('archived.state'), value: (row) => <StateOf row={row} />, sort: 'state' },
    {
      key: 'submitted',
      fields: ['submittedAt'],
      title: t('columns.submitted'),
      kind: 'day',
      value: (row) => row.submittedAt,
      sort: 'submittedAt',
    },
  ];
  return (
    <ListPage
      endpoint={listApplications}
      isPart
      title={t('consumer.applications')}
      columns={columns}
      fixed={{ consumerId }}
      searchable={false}
      empty={{ title: t('consumer.no_applications') }}
    />
  );
}
