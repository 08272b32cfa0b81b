/** Which figures a person of the utility gets: those of the groups that the server sent, at most six. */
import { OPEN_STATES } from '#domains/applications/application.rules.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { staffDashboard } from '../contract.ts';
import { Change, type Figure } from './figures.tsx';

export type StaffFigures = EndpointAnswer<typeof staffDashboard>;

const MOST = 6;
const INVOICES = '/billing/invoice-list';

export function useStaffFigures(data: StaffFigures | undefined, today: string): Figure[] {
  const groups = [
    useCounterFigures(data, today),
    useMoneyFigures(data, today),
    useMeterFigures(data),
    usePipelineFigures(data),
  ];
  return groups.flat().slice(0, MOST);
}

function useCounterFigures(data: StaffFigures | undefined, today: string): Figure[] {
  const t = useTexts('dashboard');
  const { money } = useFormats();
  const isAdmin = data?.pipeline && data.runs && data.connections;
  if (!data?.counter || isAdmin) return [];
  const taken = { page: 1, state: 'APPROVED', takenBy: 'me', from: today, to: today };
  return (['INVOICE', 'APPLICATION_SURVEY'] as const).map((source) => ({
    key: source,
    label: t(`figures.taken_${source}`),
    value: money(data.counter?.[source].minor ?? 0),
    note: t('figures.receipts', { count: data.counter?.[source].receipts ?? 0 }),
    to: { path: '/payment-history', query: { source, ...taken } },
  }));
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

function useMeterFigures(data: StaffFigures | undefined): Figure[] {
  const t = useTexts('dashboard');
  const may = useMay();
  const { number, month } = useFormats();
  if (!data?.connections) return [];
  const { active, unread, flagged, readingPeriod } = data.connections;
  const note = t('figures.of_month', { month: month(readingPeriod) });
  return [
    {
      key: 'active',
      label: t('figures.active'),
      value: number(active),
      to: may('meters:view')
        ? { path: '/connection-meter-list', query: { page: 1, status: 'active' } }
        : undefined,
    },
    {
      key: 'unread',
      label: t('figures.unread'),
      value: number(unread),
      note,
      to: { path: '/unread-meter-readins', query: { page: 1, period: readingPeriod } },
    },
    {
      key: 'flagged',
      label: t('figures.flagged'),
      value: number(flagged),
      note,
      to: may('readings:review')
        ? { path: '/preview-review', query: { page: 1, period: readingPeriod, state: 'FLAGGED' } }
        : undefined,
    },
  ];
}

function usePipelineFigures(data: StaffFigures | undefined): Figure[] {
  const t = useTexts('dashboard');
  const { number } = useFormats();
  if (!data?.pipeline) return [];
  const { states, onHold, overdue } = data.pipeline;
  const open = OPEN_STATES.reduce((sum, state) => sum + (states[state] ?? 0), 0);
  const all = '/all-new-connections';
  return [
    {
      key: 'open',
      label: t('figures.open'),
      value: number(open),
      to: { path: all, query: { page: 1, open: 'true' } },
    },
    {
      key: 'late',
      label: t('figures.late'),
      value: number(overdue),
      isAlarming: overdue > 0,
      to: { path: all, query: { page: 1, overdue: 'true' } },
    },
    {
      key: 'held',
      label: t('figures.held'),
      value: number(onHold),
      to: { path: all, query: { page: 1, overlay: 'ANY' } },
    },
  ];
}
