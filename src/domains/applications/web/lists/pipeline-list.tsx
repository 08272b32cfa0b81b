/** The stages of the pipeline: one list, seen with the columns and filters of its stage. */
import { useMemo } from 'react';
import type { z } from 'zod';
import { useBulk } from '#domains/bulk/web/use-bulk.tsx';
import { useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import type { Tabs } from '#web/ui/list/list-tabs.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { STATE_NAMES, type State } from '../../application.rules.ts';
import { type ApplicationItem, listApplications, listApplicationsDownload } from '../../contract.ts';
import { isBoard } from '../board/view.rules.ts';
import { ApplicationViews } from '../board/view-switch.tsx';
import { OFFERS, offerOfAll, offerOfState } from '../bulk/offers.tsx';
import { type ColumnKey, useApplicationColumns } from './columns.tsx';
import { type FilterKey, useApplicationFilters } from './filters.ts';
import { StageNav } from './stages.tsx';
import { StockNote } from './stock-note.tsx';
import { useRowActions } from './use-row-actions.tsx';

const ApplicationBoard = onDemand(() => import('../board/board.tsx').then((file) => file.ApplicationBoard));

type View = {
  texts: 'new' | 'letter' | 'survey' | 'pay' | 'install' | 'all';
  state: State | null;
  columns: readonly ColumnKey[];
  /** Further ones of the specification's lists: a person shows them if they need them. */
  more?: readonly ColumnKey[];
  filters: readonly FilterKey[];
};

const VIEWS = {
  new: {
    texts: 'new',
    state: 'PENDING',
    columns: [
      ...(['number', 'applicant', 'place', 'size', 'submitted', 'documents'] as const),
      ...(['since', 'assignee', 'phone'] as const),
    ],
    more: ['source', 'noc', 'escalation'],
    filters: [
      'sectorId',
      'assignee',
      'source',
      'incomplete',
      'noc',
      'waits',
      'overdue',
      'escalation',
      'from',
      'to',
    ],
  },
  letter: {
    texts: 'letter',
    state: 'WAITING_FOR_METER_NUMBER',
    columns: [
      ...(['number', 'applicant', 'place', 'noc', 'dma', 'meter'] as const),
      ...(['since', 'size', 'assignee', 'phone'] as const),
    ],
    more: ['submitted', 'customer', 'escalation'],
    filters: ['dmaId', 'sectorId', 'assignee', 'waits', 'overdue', 'escalation', 'from', 'to'],
  },
  survey: {
    texts: 'survey',
    state: 'READY_TO_SURVEY',
    columns: ['number', 'applicant', 'place', 'visit', 'survey', 'since', 'assignee', 'phone'],
    more: [
      'submitted',
      'size',
      'visited',
      'distance',
      'road',
      'surveyType',
      'customer',
      'meter',
      'escalation',
    ],
    filters: [
      ...(['visitOn', 'assignee', 'sectorId', 'survey', 'planned', 'surveyType'] as const),
      ...(['dmaId', 'unmetered', 'waits', 'overdue', 'escalation', 'from', 'to'] as const),
    ],
  },
  pay: {
    texts: 'pay',
    state: 'READY_TO_PAY',
    columns: [
      ...(['number', 'applicant', 'note', 'receipt', 'total', 'due'] as const),
      ...(['expires', 'paid', 'place', 'phone'] as const),
    ],
    more: ['submitted', 'size', 'since', 'assignee', 'state', 'surveyType'],
    filters: [
      ...(['note', 'sectorId', 'issuedFrom', 'issuedTo'] as const),
      ...(['surveyType', 'assignee', 'overlay', 'from', 'to'] as const),
    ],
  },
  install: {
    texts: 'install',
    state: 'READY_FOR_METER_INSTALLATION',
    columns: ['number', 'applicant', 'place', 'visit', 'meter', 'since', 'assignee', 'phone'],
    more: ['submitted', 'size', 'customer', 'dma', 'plumber', 'installed', 'opening', 'seal', 'escalation'],
    filters: [
      ...(['visitOn', 'assignee', 'sectorId', 'planned'] as const),
      ...(['dmaId', 'unmetered', 'waits', 'overdue', 'escalation', 'from', 'to'] as const),
    ],
  },
  all: {
    texts: 'all',
    state: null,
    columns: ['number', 'applicant', 'place', 'submitted', 'state', 'since', 'assignee', 'phone'],
    more: ['size', 'source', 'customer', 'dma', 'meter', 'note', 'expires', 'ended', 'escalation'],
    filters: [
      'stateId',
      'open',
      'sectorId',
      'dmaId',
      'assignee',
      'source',
      'overlay',
      'incomplete',
      'noc',
      'unmetered',
      'survey',
      'note',
      'waits',
      'overdue',
      'escalation',
      'from',
      'to',
    ],
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
  return isBoard(useUrlQuery()) ? <ApplicationBoard /> : <PipelineList key="all" view={VIEWS.all} />;
}

/** Of who has own work only: what waits for their hand, as the menu counts it, and what was theirs. Others have one list. */
function useOwnWorkTabs(state: State | null): Tabs | undefined {
  const t = useTexts('applications');
  const seesAll = useMay()('applications:view-all');
  return useMemo(() => {
    if (seesAll || state === null) return undefined;
    return {
      name: 'waits',
      noAll: true,
      items: [
        { value: 'true', label: t('filters.waits') },
        { value: 'false', label: t('lists.waits_not') },
      ],
      counts: ({ counts: { states, waiting } }: ListAnswer) => {
        const own = waiting?.[state] ?? 0;
        return { true: own, false: (states[state] ?? 0) - own };
      },
    };
  }, [seesAll, state, t]);
}

type ListAnswer = z.output<(typeof listApplications)['output']>;

function PipelineList({ view }: { view: View }) {
  const t = useTexts('applications');
  const columns = useApplicationColumns()(view.columns, view.more);
  const exports = useExports(listApplicationsDownload, 'applications');
  const { stateId, note, waits } = useUrlQuery();
  const hasStock = view.texts === 'letter' || view.texts === 'install';
  const { actions, dialog: step } = useRowActions();
  // What is paid, or ended unpaid, is in a later state.
  const isOver = view.texts === 'pay' && (note === 'PAID' || note === 'EXPIRED');
  const state = isOver ? null : view.state;
  const tabs = useOwnWorkTabs(state);
  const filters = useApplicationFilters(
    view.state,
    tabs ? view.filters.filter((key) => key !== 'waits') : view.filters,
  );
  const hasTabs = tabs !== undefined;
  const fixed = useMemo(
    () => ({
      ...(state ? { stateId: state } : {}),
      ...(hasTabs && !waits ? { waits: 'true' } : {}),
    }),
    [state, hasTabs, waits],
  );
  const offer = isOver
    ? OFFERS.nothing
    : state
      ? offerOfState(state)
      : offerOfAll(STATE_NAMES.find((state) => state === stateId));
  const { bulk, dialog, running } = useBulk<ApplicationItem>(listApplications, offer);
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
        {...(tabs ? { tabs } : {})}
        exports={exports}
        actions={actions}
        bulk={bulk}
        primary={view.texts === 'all' ? <ApplicationViews /> : hasStock ? <StockNote /> : null}
        nameOf={(row) => row.number ?? row.applicantName}
        empty={{ title: t(`lists.${view.texts}.empty`), text: t(`lists.${view.texts}.empty_help`) }}
      >
        <StageNav />
        {running}
      </ListPage>
      {dialog}
      {step}
    </>
  );
}
