/** What is at the planning authority, as the utility sees it: which desk has it, and for how long. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useTexts } from '#web/texts/texts.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { STATE_NAMES } from '../../application.rules.ts';
import { listNoc, listNocDownload } from '../../noc/contract.ts';
import { Clock } from '../clock.tsx';
import { StateOf } from '../words.tsx';
import { recordPath, Whole, Words } from './columns.tsx';
import { StageNav } from './stages.tsx';

export type NocRow = RowOf<typeof listNoc>;

export function useNocColumns(to: (row: NocRow) => { path: string; query?: Record<string, string> }) {
  const t = useTexts('applications');
  const place = usePlace();
  const nameIn = useNameIn();
  const roleName = useRoleName();
  const columns: Column<NocRow>[] = [
    {
      key: 'number',
      title: t('columns.number'),
      value: (row) => <Whole text={row.number} />,
      sort: 'number',
      to,
    },
    {
      key: 'applicant',
      fields: ['applicantName'],
      title: t('columns.applicant'),
      value: (row) => <Words text={nameIn(row.applicantName, row.applicantNameBn)} />,
      sort: 'applicantName',
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: t('columns.place'),
      value: place,
      sort: 'plotNumber',
    },
    {
      key: 'submitted',
      fields: ['submittedAt'],
      title: t('columns.submitted'),
      kind: 'day',
      value: (row) => row.submittedAt,
      sort: 'submittedAt',
    },
    { key: 'state', title: t('columns.state'), value: (row) => <StateOf row={row} />, sort: 'state' },
    {
      key: 'desk',
      fields: ['deskRole'],
      title: t('columns.desk'),
      value: (row) => row.deskRole && <Words text={roleName(row.deskRole, row.deskRole)} />,
    },
    {
      key: 'at',
      fields: ['deskSince'],
      title: t('noc.at_desk'),
      value: (row) =>
        row.deskSince && <Clock since={row.deskSince} dueAt={row.deskDueAt} overdue={row.overdue} />,
      sort: 'deskSince',
      onCard: true,
    },
    {
      key: 'noc',
      fields: ['nocNumber'],
      title: t('columns.noc'),
      value: (row) => row.nocNumber && <Whole text={row.nocNumber} />,
      onCard: false,
    },
    {
      key: 'remarks',
      fields: ['remarkCount'],
      title: t('noc.remarks'),
      kind: 'number',
      value: (row) => row.remarkCount,
      onCard: false,
    },
  ];
  return columns;
}

export function NocList() {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const { desk } = useUrlQuery();
  const columns = useNocColumns(recordPath);
  const filters = [
    {
      name: 'roleCode',
      label: t('columns.desk'),
      options: PLANNING_ROLES.map((code) => ({ value: code, label: roleName(code, code) })),
    },
    {
      name: 'stateId',
      label: t('columns.state'),
      options: STATE_NAMES.map((state) => ({ value: state, label: t(`states.${state}`) })),
    },
    { name: 'desk', label: t('noc.decided'), options: [{ value: 'any', label: t('noc.also_decided') }] },
  ];
  return (
    <ListPage
      endpoint={listNoc}
      title={t('lists.noc.title')}
      about={t('lists.noc.about')}
      searchLabel={t('words.search')}
      columns={columns}
      fixed={desk ? {} : { desk: 'chain' }}
      filters={filters}
      exports={useExports(listNocDownload, 'noc')}
      empty={{ title: t('lists.noc.empty'), text: t('lists.noc.empty_help') }}
    >
      <StageNav />
    </ListPage>
  );
}
