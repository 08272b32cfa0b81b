import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useMay, useProfile, whoIs } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { listArchived, listArchivedDownload, updateState } from '../../contract.ts';
import { OFFERS } from '../bulk/offers.tsx';
import { StateOf } from '../words.tsx';
import { recordPath, Whole } from './columns.tsx';
import { useApplicationFilters } from './filters.ts';

type Row = RowOf<typeof listArchived>;

/** Closed applications that were put away; reading stays possible, restoring brings them back. */
export function ArchivedList() {
  const t = useTexts('applications');
  const place = usePlace();
  const nameIn = useNameIn();
  const may = useMay();
  const profile = useProfile();
  const isConsumer = profile !== null && whoIs(profile.role) === 'consumer';
  const given = useApplicationFilters(
    null,
    isConsumer ? ['stateId', 'from', 'to'] : ['stateId', 'sectorId', 'from', 'to'],
  );
  const [state, ...others] = given.map((filter) =>
    filter.name === 'from' || filter.name === 'to'
      ? { ...filter, label: t(`archived.${filter.name}`) }
      : filter,
  );
  const how = {
    name: 'archived',
    label: t('archived.reason'),
    options: (['AGE', 'HAND'] as const).map((value) => ({ value, label: t(`archived.how.${value}`) })),
  };
  const filters = [...(state ? [state] : []), ...(isConsumer ? [] : [how]), ...others];
  const exports = useExports(listArchivedDownload, 'archived-applications');
  const { bulk, dialog, running } = useBulk<Row>(listArchived, OFFERS.archived);
  const restore = useAction(updateState, { onDone: () => toast('success', t('archived.restored')) });
  const to = (row: Row) => (isConsumer ? { path: `/customer/new-connections/${row.id}` } : recordPath(row));
  const columns: Column<Row>[] = [
    {
      key: 'number',
      title: t('columns.number'),
      value: (row) => <Whole text={row.number ?? t('states.DRAFT')} />,
      sort: 'number',
      to,
    },
    {
      key: 'applicant',
      fields: ['applicantName'],
      title: t('columns.applicant'),
      value: (row) => nameIn(row.applicantName, row.applicantNameBn),
      sort: 'applicantName',
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
      key: 'origin',
      fields: ['originState'],
      title: t('archived.origin'),
      value: (row) => row.originState && t(`states.${row.originState}`),
    },
    {
      key: 'ended',
      fields: ['closedReason'],
      title: t('archived.ended'),
      value: (row) => row.closedReason,
      startsHidden: true,
      onCard: false,
    },
    {
      key: 'at',
      fields: ['archivedAt'],
      title: t('archived.at'),
      kind: 'day',
      value: (row) => row.archivedAt,
      sort: 'archivedAt',
    },
    {
      key: 'reason',
      fields: ['archiveReason'],
      title: t('archived.reason'),
      value: (row) => row.archiveReason,
    },
    {
      key: 'by',
      fields: ['archivedBy'],
      title: t('archived.by'),
      value: (row) => (row.archivedByProgram ? t('archived.by_program') : row.archivedBy),
      onCard: false,
    },
  ];
  const actions = (row: Row) =>
    may('applications:archive')
      ? [
          {
            label: t('actions.restore'),
            run: () =>
              restore.run({ body: { applicationId: row.id, version: row.version, action: 'restore' } }),
          },
        ]
      : [];
  return (
    <>
      <ListPage
        endpoint={listArchived}
        title={t('archived.title')}
        about={t('archived.about')}
        searchLabel={t('words.search')}
        columns={columns}
        filters={filters}
        exports={exports}
        actions={actions}
        bulk={bulk}
        nameOf={(row) => row.number ?? row.applicantName}
        empty={{ title: t('archived.empty'), text: t('archived.empty_help') }}
      >
        {running}
      </ListPage>
      {dialog}
    </>
  );
}
