/** What is at the planning authority, as the utility sees it: which desk has it, and for how long. */
import { useRoleName } from '#domains/roles/web/role-name.ts';
import { PLANNING_ROLES } from '#shared/permissions.ts';
import { useAnswer } from '#web/answers.ts';
import { useTexts } from '#web/texts.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import type { RowOf } from '#web/ui/list/use-list.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { STATE_NAMES } from '../../application.rules.ts';
import { listNoc } from '../../noc/contract.ts';
import { daysSince, StateOf } from '../words.tsx';
import { PlaceCell, recordPath, Whole, Words } from './columns.tsx';
import { StageNav } from './stages.tsx';

export type NocRow = RowOf<typeof listNoc>;

/** Days at the present desk; red where the desk is late. */
export function AtDesk({ row }: { row: NocRow }) {
  const t = useTexts('applications');
  if (!row.deskSince) return '—';
  const days = t('lists.days', { count: daysSince(row.deskSince) });
  return row.overdue ? <StateChip tone="red">{t('lists.overdue', { days })}</StateChip> : days;
}

export function useNocColumns(to: (row: NocRow) => { path: string; query?: Record<string, string> }) {
  const t = useTexts('applications');
  const roleName = useRoleName();
  const columns: Column<NocRow>[] = [
    {
      key: 'number',
      title: t('columns.number'),
      value: (row) => <Whole text={row.number} />,
      sort: 'number',
      to,
    },
    { key: 'noc', title: t('noc.code'), value: (row) => row.nocNumber && <Whole text={row.nocNumber} /> },
    {
      key: 'applicant',
      title: t('columns.applicant'),
      value: (row) => <Words text={row.applicantName} />,
      sort: 'applicantName',
    },
    { key: 'place', title: t('columns.place'), value: (row) => <PlaceCell row={row} />, sort: 'plotNumber' },
    {
      key: 'submitted',
      title: t('columns.submitted'),
      kind: 'day',
      value: (row) => row.submittedAt,
      sort: 'submittedAt',
    },
    { key: 'state', title: t('columns.state'), value: (row) => <StateOf row={row} />, sort: 'state' },
    {
      key: 'desk',
      title: t('columns.desk'),
      value: (row) => row.deskRole && <Words text={roleName(row.deskRole, row.deskRole)} />,
    },
    { key: 'at', title: t('noc.at_desk'), value: (row) => <AtDesk row={row} />, sort: 'deskSince' },
    {
      key: 'remarks',
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
  const counts = useAnswer(listNoc, { query: { limit: 1 } }).data?.counts;
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
  ];
  return (
    <ListPage
      endpoint={listNoc}
      title={t('lists.noc.title')}
      about={t('lists.noc.about')}
      searchLabel={t('words.search')}
      columns={columns}
      tabs={{ name: 'desk', items: [{ value: 'chain', label: t('noc.tabs.chain'), count: counts?.chain }] }}
      filters={filters}
      empty={{ title: t('lists.noc.empty'), text: t('lists.noc.empty_help') }}
    >
      <StageNav />
    </ListPage>
  );
}
