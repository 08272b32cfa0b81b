import type { ConsumerPanel, MenuEntry, Page } from '#web/navigation/pages.ts';
import type { Title } from '#web/navigation/title.ts';

const staff = ['admin', 'staff'] as const;

const QUICK = { en: 'Quick Application', bn: 'দ্রুত আবেদন' };
const ARCHIVED = { en: 'Archived Applications', bn: 'পুরোনো আবেদন' };
const NEW = { en: 'New Applications', bn: 'নতুন আবেদন' };
const NOC = { en: 'NoC From Rajuk', bn: 'রাজউকের অনাপত্তিপত্র' };
const LETTER = { en: 'Connection Letter', bn: 'সংযোগপত্র' };
const SURVEY = { en: 'Site Survey', bn: 'সাইট জরিপ' };
const MATERIALS = { en: 'Site survey materials', bn: 'জরিপের মালামাল' };
const PAY = { en: 'Demand Note & Payment', bn: 'ডিমান্ড নোট ও পরিশোধ' };
const INSTALL = { en: 'Meter Installation', bn: 'মিটার স্থাপন' };
const ALL = { en: 'All Application List', bn: 'সব আবেদন' };
const QUEUE = { en: 'NOC processing', bn: 'এনওসি প্রক্রিয়াকরণ' };

/** A stage of the pipeline as staff see it. */
const stage = (path: string, title: Title, load: Page['load']): Page => ({
  path,
  title,
  area: 'applications',
  who: staff,
  permission: 'applications:view',
  texts: ['roles'],
  load,
});

export const pages: Page[] = [
  {
    path: '/settings/applications',
    title: { en: 'Settings of applications', bn: 'আবেদনের সেটিংস' },
    area: 'settings',
    who: ['admin'],
    texts: ['settings'],
    load: () => import('./settings/application-settings.tsx').then((file) => file.ApplicationSettings),
  },
  stage('/new-connections', NEW, () =>
    import('./lists/pipeline-list.tsx').then((file) => file.NewConnections),
  ),
  stage('/connection-letter', LETTER, () =>
    import('./lists/pipeline-list.tsx').then((file) => file.ConnectionLetters),
  ),
  stage('/site-survey', SURVEY, () => import('./lists/pipeline-list.tsx').then((file) => file.SiteSurveys)),
  stage('/demand-note-payment', PAY, () =>
    import('./lists/pipeline-list.tsx').then((file) => file.DemandNotes),
  ),
  stage('/meter-installation', INSTALL, () =>
    import('./lists/pipeline-list.tsx').then((file) => file.MeterInstallations),
  ),
  stage('/all-new-connections', ALL, () =>
    import('./lists/pipeline-list.tsx').then((file) => file.AllApplications),
  ),
  stage('/site-survey-materials', MATERIALS, () =>
    import('./lists/survey-materials.tsx').then((file) => file.SurveyMaterials),
  ),
  stage('/all-new-connections/$id', { en: 'Application', bn: 'আবেদন' }, () =>
    import('./record/application-record.tsx').then((file) => file.ApplicationRecord),
  ),
  {
    path: '/noc-from-rajuk',
    title: NOC,
    area: 'applications',
    who: ['admin', 'staff', 'planning'],
    permission: 'noc:view',
    load: () => import('./desk/noc-page.tsx').then((file) => file.NocPage),
  },
  {
    path: '/pm-panel',
    title: { en: 'PM panel', bn: 'পিএম প্যানেল' },
    area: 'planning',
    who: ['planning'],
    load: () => import('./desk/desk-panel.tsx').then((file) => file.ManagerPanel),
  },
  {
    path: '/pd_panel',
    title: { en: 'PD panel', bn: 'পিডি প্যানেল' },
    area: 'planning',
    who: ['planning'],
    load: () => import('./desk/desk-panel.tsx').then((file) => file.DirectorPanel),
  },
  {
    path: '/quick-application-list/$id',
    title: QUICK,
    area: 'applications',
    who: staff,
    permission: 'applications:create',
    load: () => import('./portal/application-page.tsx').then((file) => file.ApplicationPage),
  },
];

const line = (order: number, title: Title, path: string, count?: string): MenuEntry => ({
  group: 'applications',
  order,
  title,
  path,
  query: { page: 1 },
  match: path === '/noc-from-rajuk' ? 'noc:view' : 'applications:view',
  who: staff,
  ...(count ? { count: [`application_count.${count}`] } : {}),
});

const queue = (order: number, path: string, roles: readonly string[]): MenuEntry => ({
  group: 'planning',
  order,
  title: QUEUE,
  path,
  query: { page: 1 },
  count: ['application_count.waiting_for__review'],
  who: ['planning'],
  roles,
});

export const consumerPanels: ConsumerPanel[] = [
  {
    id: 'open-applications',
    order: 30,
    place: 'overview',
    title: { en: 'Open applications', bn: 'চলমান আবেদন' },
    permission: 'applications:view',
    load: () => import('./consumer/open-applications.tsx').then((file) => file.OpenApplications),
  },
  {
    id: 'applications',
    order: 20,
    place: 'tab',
    title: { en: 'Applications', bn: 'আবেদন' },
    permission: 'applications:view',
    count: 'applications',
    load: () => import('./consumer/consumer-applications.tsx').then((file) => file.ConsumerApplications),
  },
  {
    id: 'documents',
    order: 60,
    place: 'tab',
    title: { en: 'Documents', bn: 'কাগজপত্র' },
    permission: 'applications:documents',
    count: 'documents',
    load: () => import('./consumer/consumer-documents.tsx').then((file) => file.ConsumerDocuments),
  },
];

export const menu: MenuEntry[] = [
  line(20, NEW, '/new-connections', 'pending'),
  line(30, NOC, '/noc-from-rajuk', 'waiting_for__review'),
  line(40, LETTER, '/connection-letter', 'waiting_for__meter__number'),
  line(50, SURVEY, '/site-survey', 'ready_to__survey'),
  { ...line(55, MATERIALS, '/site-survey-materials'), reachedFrom: '/site-survey' },
  line(60, PAY, '/demand-note-payment', 'ready_to__pay'),
  line(70, INSTALL, '/meter-installation', 'ready_for__meter__installation'),
  line(80, ALL, '/all-new-connections'),
  { ...line(90, ARCHIVED, '/archived-application-list'), reachedFrom: '/all-new-connections' },
  // One line to one's own queue; the other paths of the specification go on leading to it.
  queue(10, '/noc-from-rajuk', ['rajukSAE', 'rajukAE']),
  queue(20, '/pm-panel', ['rajukPM']),
  queue(30, '/pd_panel', ['rajukPD']),
];
