/** Requests to change an owner: all for the office, of consumers those that they are a party of. */
import { useState } from 'react';
import { useIsConsumer } from '#domains/billing/web/bill-parts.tsx';
import { useSectorOptions } from '#domains/billing/web/sector-options.ts';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useGo } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { type ListedRequest, listRequests, listRequestsDownload, type RequestItem } from '../contract.ts';
import { CAUSES, type Move, REQUEST_STATES } from '../ownership.rules.ts';
import { RequestStateChip, useNames } from './state-chip.tsx';

const ListedStep = onDemand(() => import('./listed-step.tsx').then((file) => file.ListedStep));

/** Papers are looked at on the page of the request, money is taken at the counter; all other steps are dialogs. */
type InDialog = Exclude<Move, 'verify' | 'pay'>;

/** The steps of a row that the server would take from this person, the one that leads on first. */
function useMoves(begin: (requestId: string, step: InDialog) => void) {
  const t = useTexts('ownership');
  const go = useGo();
  const may = useMay();
  const actionOf = (id: string, move: Move) => {
    if (move === 'verify')
      return { label: t('requests.check_papers'), run: () => go(`/owner-change-request-list/${id}`) };
    if (move === 'pay')
      return { label: t('detail.fee_take'), run: () => go('/take-payment', { ownershipRequestId: id }) };
    const danger = move === 'reject';
    return { label: t(`act.${move}`), danger, apart: danger, run: () => begin(id, move) };
  };
  return ({ id, moves }: ListedRequest) =>
    moves.filter((move) => move !== 'pay' || may('payments:take')).map((move) => actionOf(id, move));
}

function useColumns(): Column<ListedRequest>[] {
  const t = useTexts('ownership');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits } = useFormats();
  const { causes, paperStates } = useNames();
  return [
    {
      key: 'number',
      title: t('requests.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/owner-change-request-list/${row.id}` }),
    },
    { key: 'state', title: t('requests.state'), value: (row) => <RequestStateChip state={row.state} /> },
    {
      key: 'from',
      fields: ['fromName'],
      title: t('requests.from'),
      value: (row) => (row.fromName ? nameIn(row.fromName, row.fromNameBn) : null),
      onCard: true,
    },
    {
      key: 'to',
      fields: ['toName'],
      title: t('requests.to'),
      value: (row) => nameIn(row.toName, row.toNameBn),
      onCard: true,
    },
    {
      key: 'papers',
      fields: ['papers', 'papersState'],
      title: t('requests.papers'),
      value: (row) =>
        t('requests.papers_with_state', { count: row.papers, state: paperStates[row.papersState] }),
    },
    {
      key: 'fee',
      fields: ['feeMinor', 'feePaidMinor'],
      title: t('requests.fee'),
      value: (row) => feeOf(row, t),
      startsHidden: true,
    },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('connections.connection'),
      value: (row) => digits(row.connectionNumber),
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    { key: 'cause', title: t('requests.cause'), value: (row) => causes[row.cause] },
    {
      key: 'stateSince',
      title: t('requests.since'),
      kind: 'instant',
      value: (row) => row.stateSince,
      sort: 'stateSince',
    },
    {
      key: 'askedAt',
      title: t('requests.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
    },
  ];
}

/** What the change costs, and whether it is paid. */
function feeOf({ feeMinor, feePaidMinor }: RequestItem, t: ReturnType<typeof useTexts<'ownership'>>): string {
  if (feeMinor === 0) return t('requests.fee_none');
  return t(feePaidMinor === feeMinor ? 'requests.fee_paid' : 'requests.fee_open', { amount: feeMinor });
}

export function RequestList() {
  const t = useTexts('ownership');
  const { states, causes } = useNames();
  const isConsumer = useIsConsumer();
  const sectors = useSectorOptions(!isConsumer);
  const [step, setStep] = useState<{ requestId: string; step: InDialog } | null>(null);
  const actions = useMoves((requestId, chosen) => setStep({ requestId, step: chosen }));
  const filters = [
    ...(isConsumer ? [] : [{ name: 'sectorId', label: t('connections.sector'), options: sectors }]),
    {
      name: 'cause',
      label: t('requests.cause'),
      options: CAUSES.map((value) => ({ value, label: causes[value] })),
    },
    { name: 'from', label: t('requests.after'), kind: 'day' as const },
    { name: 'to', label: t('requests.before'), kind: 'day' as const },
  ];
  return (
    <>
      <ListPage
        endpoint={listRequests}
        exports={useExports(listRequestsDownload, 'ownership-requests')}
        title={t('requests.title')}
        searchLabel={t('requests.search')}
        columns={useColumns()}
        tabs={{
          name: 'state',
          counts: ({ counts }: EndpointAnswer<typeof listRequests>) => counts,
          items: REQUEST_STATES.map((value) => ({ value, label: states[value] })),
        }}
        filters={filters}
        nameOf={(row) => row.number}
        actions={actions}
        empty={{ title: t('requests.empty'), text: t('requests.empty_help') }}
      />
      {step ? <ListedStep {...step} close={() => setStep(null)} /> : null}
    </>
  );
}
