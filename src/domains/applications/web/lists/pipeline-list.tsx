/** The stages of the pipeline: one list, seen with the columns and filters of its stage. */
import { IconExternalLink } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type GoQuery, useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { OPEN_STATES, type State } from '../../application.rules.ts';
import { type ApplicationItem, listApplications, listApplicationsDownload } from '../../contract.ts';
import { AssignDialog } from '../record/assign-dialog.tsx';
import { type ColumnKey, recordPath, useApplicationColumns } from './columns.tsx';
import { type FilterKey, useApplicationFilters } from './filters.ts';
import { StageNav } from './stages.tsx';

type View = {
  texts: 'new' | 'letter' | 'survey' | 'pay' | 'install' | 'all' | 'materials';
  state: State | null;
  columns: readonly ColumnKey[];
  filters: readonly FilterKey[];
};

const VIEWS = {
  new: {
    texts: 'new',
    state: 'PENDING',
    columns: ['number', 'applicant', 'place', 'documents', 'since', 'assignee', 'phone'],
    filters: ['sectorId', 'assignee', 'source', 'incomplete', 'waits', 'overdue', 'from', 'to'],
  },
  letter: {
    texts: 'letter',
    state: 'WAITING_FOR_METER_NUMBER',
    columns: ['number', 'applicant', 'place', 'size', 'noc', 'since', 'assignee', 'phone'],
    filters: ['sectorId', 'assignee', 'waits', 'overdue', 'from', 'to'],
  },
  survey: {
    texts: 'survey',
    state: 'READY_TO_SURVEY',
    columns: ['number', 'applicant', 'place', 'size', 'survey', 'since', 'assignee', 'phone'],
    filters: ['sectorId', 'assignee', 'survey', 'waits', 'overdue', 'from', 'to'],
  },
  pay: {
    texts: 'pay',
    state: 'READY_TO_PAY',
    columns: ['number', 'applicant', 'place', 'note', 'total', 'paid', 'due', 'expires', 'phone'],
    filters: ['sectorId', 'assignee', 'overlay', 'from', 'to'],
  },
  install: {
    texts: 'install',
    state: 'READY_FOR_METER_INSTALLATION',
    columns: ['number', 'applicant', 'place', 'customer', 'meter', 'since', 'assignee', 'phone'],
    filters: ['sectorId', 'assignee', 'waits', 'overdue', 'from', 'to'],
  },
  all: {
    texts: 'all',
    state: null,
    columns: ['number', 'applicant', 'place', 'submitted', 'state', 'since', 'assignee', 'phone'],
    filters: [
      'stateId',
      'open',
      'sectorId',
      'assignee',
      'source',
      'overlay',
      'waits',
      'overdue',
      'from',
      'to',
    ],
  },
  materials: {
    texts: 'materials',
    state: null,
    columns: ['number', 'applicant', 'place', 'survey', 'note', 'total', 'assignee'],
    filters: ['survey', 'sectorId', 'assignee', 'from', 'to'],
  },
} as const satisfies Record<string, View>;

export function NewConnections() {
  return <PipelineList key="new" view={VIEWS.new} />;
}
export function ConnectionLetters() {
  return <PipelineList key="letter" view={VIEWS.letter} />;
}
export function SiteSurveys() {
  return <PipelineList key="survey" view={VIEWS.survey} />;
}
export function DemandNotes() {
  return <PipelineList key="pay" view={VIEWS.pay} />;
}
export function MeterInstallations() {
  return <PipelineList key="install" view={VIEWS.install} />;
}
export function AllApplications() {
  return <PipelineList key="all" view={VIEWS.all} />;
}
export function SurveyMaterials() {
  return <PipelineList key="materials" view={VIEWS.materials} />;
}

/** The tab in which the work on a record begins. */
const START: Partial<Record<State, GoQuery>> = {
  PENDING: { tab: 'documents' },
  WAITING_FOR_REVIEW: { tab: 'noc' },
  READY_TO_SURVEY: { tab: 'survey' },
  READY_TO_PAY: { tab: 'note' },
  READY_FOR_METER_INSTALLATION: { tab: 'connection' },
};

function PipelineList({ view }: { view: View }) {
  const t = useTexts('applications');
  const go = useGo();
  const may = useMay();
  const columns = useApplicationColumns()(view.columns);
  const filters = useApplicationFilters(view.state, view.filters);
  const exports = useExports(listApplicationsDownload, 'applications');
  const [assigned, setAssigned] = useState<ApplicationItem | null>(null);
  const { survey } = useUrlQuery();
  const isMaterials = view.texts === 'materials';
  const fixed = useMemo(
    () => ({
      ...(view.state ? { stateId: view.state } : {}),
      ...(isMaterials && !survey ? { survey: 'ANY' } : {}),
    }),
    [view.state, isMaterials, survey],
  );
  const actions = (row: ApplicationItem) => [
    ...(may('demand-notes:pay-counter') && row.state === 'READY_TO_PAY'
      ? [{ label: t('actions.pay'), run: () => go('/take-payment', { applicationId: row.id }) }]
      : []),
    {
      label: t(isMaterials ? 'lists.work.READY_TO_SURVEY' : `lists.work.${row.state}`),
      icon: <IconExternalLink size={16} />,
      run: () => go(recordPath(row).path, isMaterials ? { tab: 'survey' } : START[row.state]),
    },
    ...(may('applications:assign') && OPEN_STATES.includes(row.state)
      ? [{ label: t('actions.assign'), run: () => setAssigned(row) }]
      : []),
  ];
  return (
    <>
      <ListPage
        endpoint={listApplications}
        title={t(`lists.${view.texts}.title`)}
        about={t(`lists.${view.texts}.about`)}
        searchLabel={t('words.search')}
        columns={columns}
        filters={filters}
        fixed={fixed}
        exports={exports}
        actions={actions}
        nameOf={(row) => row.number ?? row.applicantName}
        empty={{ title: t(`lists.${view.texts}.empty`), text: t(`lists.${view.texts}.empty_help`) }}
      >
        <StageNav />
      </ListPage>
      {assigned ? <AssignDialog application={assigned} close={() => setAssigned(null)} /> : null}
    </>
  );
}
