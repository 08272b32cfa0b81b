/** Applications on the first page of those whose step is next: one queue a stage, its list narrowed to what waits for them. */
import { listPage } from '#platform/database/lists.ts';
import type { MainAct, WorkLink, WorkQueue } from '#platform/work-queues.ts';
import type { State } from './application.rules.ts';
import { applicationList } from './queries.ts';

type Row = {
  id: string;
  number: string | null;
  applicantName: string;
  applicantNameBn: string | null;
  sectorNumber: string | null;
  roadNumber: string | null;
  plotNumber: string | null;
  stateSince: string;
  dueAt: string | null;
};

type Stage = Pick<WorkQueue, 'name' | 'order' | 'title' | 'permissions'> & {
  state: State;
  path: string;
  /** The tab in which the work on a record begins, if it is not the first one. */
  tab?: string;
};

const ofStage = ({ state, path, tab, ...queue }: Stage): WorkQueue => ({
  ...queue,
  list: () => ({ path, query: { page: 1, waits: 'true' } }),
  first: async (db, actor, limit) => {
    const asked = applicationList(actor, { stateId: state, waits: true });
    const { total, items } = await listPage<Row>(db, { limit, offset: 1, sort: 'dueAt' }, asked);
    return {
      total,
      items: items.map(({ applicantName: name, applicantNameBn: nameBn, stateSince: since, ...row }) => ({
        ...row,
        ...{ name, nameBn, since },
        to: { path: `/all-new-connections/${row.id}`, ...(tab ? { query: { tab } } : {}) },
      })),
    };
  },
});

export const applicationQueues: readonly WorkQueue[] = [
  ofStage({
    ...{ name: 'new-applications', order: 20, permissions: ['applications:accept'] },
    ...{ title: { en: 'New applications', bn: 'নতুন আবেদন' }, state: 'PENDING' },
    ...{ path: '/new-connections', tab: 'documents' },
  }),
  ofStage({
    ...{ name: 'connection-letters', order: 30, permissions: ['applications:letter'] },
    ...{ title: { en: 'Connection letters', bn: 'সংযোগপত্র' }, state: 'WAITING_FOR_METER_NUMBER' },
    path: '/connection-letter',
  }),
  ofStage({
    ...{ name: 'surveys', order: 40, permissions: ['applications:survey', 'applications:approve-survey'] },
    ...{ title: { en: 'Surveys', bn: 'জরিপ' }, state: 'READY_TO_SURVEY' },
    ...{ path: '/site-survey', tab: 'survey' },
  }),
  ofStage({
    ...{ name: 'installations', order: 50 },
    permissions: ['applications:install', 'applications:confirm-install'],
    ...{ title: { en: 'Meter installations', bn: 'মিটার স্থাপন' }, state: 'READY_FOR_METER_INSTALLATION' },
    ...{ path: '/meter-installation', tab: 'connection' },
  }),
];

const own = (path: string): WorkLink => ({ path, query: { page: 1, waits: 'true' } });

export const applicationActs: readonly MainAct[] = [
  {
    ...{ order: 20, permission: 'applications:accept', queue: 'new-applications' },
    ...{ title: { en: 'Next application', bn: 'পরের আবেদন' }, to: own('/new-connections') },
  },
  {
    ...{ order: 30, permission: 'applications:survey', queue: 'surveys' },
    ...{ title: { en: 'Next survey', bn: 'পরের জরিপ' }, to: own('/site-survey') },
  },
  {
    ...{ order: 35, permission: 'applications:approve-survey', queue: 'surveys' },
    ...{ title: { en: 'Next survey', bn: 'পরের জরিপ' }, to: own('/site-survey') },
  },
  {
    ...{ order: 40, permission: 'applications:install', queue: 'installations' },
    ...{ title: { en: 'Next installation', bn: 'পরের মিটার স্থাপন' }, to: own('/meter-installation') },
  },
];
