/** Which figures a person of the utility gets: those of the groups that the server sent, at most six. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import type { GoQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { staffDashboard } from '../contract.ts';
import { Change, type Figure } from './figures.tsx';

export type StaffFigures = EndpointAnswer<typeof staffDashboard>;

const MOST = 6;
/** Steps of an application that are somebody's own work. */
const WORKS_ON_APPLICATIONS = [
  ...(['applications:accept', 'applications:letter', 'applications:survey'] as const),
  ...(['applications:approve-survey', 'applications:install', 'applications:confirm-install'] as const),
];
const INVOICES = '/billing/invoice-list';

export function useStaffFigures(data: StaffFigures | undefined, today: string): Figure[] {
  const town = [useMoneyFigures(data, today), useTownFigures(data)].flat();
  const own = [useCounterFigures(data, today), useOwnFigures(data), useMeterFigures(data)].flat();
  return (town.length > 0 ? [...town, ...own] : own).slice(0, MOST);
}

/** The drawer and the receipts of today, for who takes money at the counter. */
function useCounterFigures(data: StaffFigures | undefined, today: string): Figure[] {
  const t = useTexts('dashboard');
  const { money } = useFormats();
  if (!data?.counter) return [];
  const { drawer } = data.counter;
  const taken = { page: 1, state: 'APPROVED', takenBy: 'me', from: today, to: today };
  const { counter } = data;
  // Work and changes of owners are rare: they have their figure on the days on which they were paid.
  const rare = (['WORK_ORDER_SURVEY', 'OWNERSHIP_CHANGE', 'WALLET_RECHARGE'] as const).filter(
    (source) => counter[source].receipts > 0,
  );
  const sources = (['INVOICE', 'APPLICATION_SURVEY', ...rare] as const).map((source) => ({
    key: source,
    label: t(`figures.taken_${source}`),
    value: money(counter[source].minor),
    note: t('figures.receipts', { count: counter[source].receipts }),
    to: { path: '/payment-history', query: { source, ...taken } },
  }));
  if (!drawer) return sources;
  const { expectedMinor, floatMinor, cardMinor } = drawer;
  const note = t('figures.drawer_of', { float: floatMinor, card: cardMinor });
  return [{ key: 'drawer', label: t('figures.drawer'), value: money(expectedMinor), note }, ...sources];
}

function useOwnFigures(data: StaffFigures | undefined): Figure[] {
  const t = useTexts('dashboard');
  const { number } = useFormats();
  const work = useMay();
  if (!data?.own || !WORKS_ON_APPLICATIONS.some((word) => work(word))) return [];
  const own = { page: 1, waits: 'true' };
  const path = '/all-new-connections';
  const { waiting, late } = data.own;
  return [
    { key: 'own', label: t('figures.own'), value: number(waiting), to: { path, query: own } },
    {
      ...{ key: 'own_late', label: t('figures.own_late'), value: number(late), isAlarming: late > 0 },
      to: { path, query: { ...own, overdue: 'true' } },
    },
  ];
}

function useMoneyFigures(data: StaffFigures | undefined, today: string): Figure[] {
  const t = useTexts('dashboard');
  const may = useMay();
  const { money, number } = useFormats();
  if (!data?.money) return [];
  const { billed, collected, arrearsMinor, owingConnections, overdueInvoices, overdueMinor } = data.money;
  const payments = { page: 1, source: 'INVOICE', state: 'APPROVED', from: data.month, to: today };
  return [
    {
      key: 'billed',
      label: t('figures.billed'),
      value: money(billed.minor),
      note: <Change {...billed} />,
      to: { path: INVOICES, query: { page: 1, issuedFrom: data.month } },
    },
    {
      key: 'collected',
      label: t('figures.collected'),
      value: money(collected.minor),
      note: <Change {...collected} />,
      to: may('payments:view') ? { path: '/payment-history', query: payments } : undefined,
    },
    {
      key: 'arrears',
      label: t('figures.arrears'),
      value: money(arrearsMinor),
      note: t('figures.owing', { count: owingConnections }),
      to: { path: '/billing/due-billing-list', query: { page: 1 } },
    },
    {
      key: 'overdue',
      label: t('figures.overdue'),
      value: number(overdueInvoices),
      note: money(overdueMinor),
      isAlarming: overdueInvoices > 0,
      to: { path: INVOICES, query: { page: 1, overdue: 'true' } },
    },
  ];
}

/** Meters of the month that is read. */
function useMeterFigures(data: StaffFigures | undefined): Figure[] {
  const t = useTexts('dashboard');
  const may = useMay();
  const { number, month } = useFormats();
  if (!data?.connections) return [];
  const { read, unread, flagged, readingPeriod: period } = data.connections;
  const note = t('figures.of_month', { month: month(period) });
  const figure = (key: 'unread' | 'read' | 'flagged', count: number, path: string, query: GoQuery) => ({
    ...{ key, label: t(`figures.${key}`), value: number(count), note },
    to: { path, query: { page: 1, period, ...query } },
  });
  return [
    figure('unread', unread, '/unread-meter-readins', {}),
    ...(may('readings:create') ? [figure('read', read, '/meter-reading', { read: 'yes' })] : []),
    ...(may('readings:review') ? [figure('flagged', flagged, '/preview-review', { state: 'FLAGGED' })] : []),
  ];
}

/** Of everybody, for who answers for the town. */
function useTownFigures(data: StaffFigures | undefined): Figure[] {
  const t = useTexts('dashboard');
  const may = useMay();
  const { number } = useFormats();
  const figures: Figure[] = [];
  const active = data?.connections?.active;
  if (typeof active === 'number') {
    figures.push({
      ...{ key: 'active', label: t('figures.active'), value: number(active) },
      to: may('meters:view')
        ? { path: '/connection-meter-list', query: { page: 1, status: 'active' } }
        : undefined,
    });
  }
  if (!data?.pipeline) return figures;
  const { open, onHold, overdue } = data.pipeline;
  const all = '/all-new-connections';
  return [
    ...figures,
    {
      ...{ key: 'open', label: t('figures.open'), value: number(open) },
      to: { path: all, query: { page: 1, open: 'true' } },
    },
    {
      ...{ key: 'late', label: t('figures.late'), value: number(overdue), isAlarming: overdue > 0 },
      to: { path: all, query: { page: 1, overdue: 'true' } },
    },
    {
      ...{ key: 'held', label: t('figures.held'), value: number(onHold) },
      to: { path: all, query: { page: 1, overlay: 'ANY' } },
    },
  ];
}
