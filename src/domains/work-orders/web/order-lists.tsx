/** Work orders as staff see them: one list, with the stage, the columns and the tabs of its page. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useNameIn } from '#domains/settings/web/in-language.ts';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import { usePlace } from '#web/texts/use-place.ts';
import type { Column } from '#web/ui/list/columns.tsx';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listOrders, listOrdersDownload, type OrderItem } from '../contract.ts';
import { takeOrder } from '../steps/contract.ts';
import { MONEY, STAGES, type Stage } from '../work-order.rules.ts';
import { crewText, OftenMark } from './marks.tsx';
import { useOrderFilters } from './order-filters.ts';
import { OrderViews } from './plan/view-switch.tsx';
import { RatedCategories } from './rated-categories.tsx';
import { Stars } from './stars.tsx';
import { OrderStateChip, useNames } from './state-chip.tsx';
import style from './work-orders.module.css';

const CreateDialog = onDemand(() => import('./ask/create-dialog.tsx').then((file) => file.CreateDialog));
const AssignDialog = onDemand(() => import('./record/assign-dialog.tsx').then((file) => file.AssignDialog));

type View = {
  texts: 'requests' | 'repairs' | 'process' | 'review' | 'payment' | 'all';
  stage?: Stage;
  asker?: 'CONSUMER';
  /** Orders that are paid for. */
  isCharged?: true;
};

export function WorkOrderRequests() {
  return <OrderList key="requests" texts="requests" stage="requests" />;
}
export function ConsumerRequests() {
  return <OrderList key="repairs" texts="repairs" stage="requests" asker="CONSUMER" />;
}
export function WorkOrderProcess() {
  return <OrderList key="process" texts="process" stage="process" />;
}
export function WorkOrderReview() {
  return <OrderList key="review" texts="review" stage="review" />;
}
export function WorkOrderPayment() {
  return <OrderList key="payment" texts="payment" isCharged />;
}
export function AllWorkOrders() {
  return <OrderList key="all" texts="all" />;
}

function useColumns({ stage, isCharged }: View): Column<OrderItem>[] {
  const t = useTexts('work-orders');
  const common = useTexts('common');
  const nameIn = useNameIn();
  const place = usePlace();
  const { digits, shortInstant } = useFormats();
  const { priorities } = useNames();
  const isWork = stage !== 'requests';
  const number: Column<OrderItem> = {
    key: 'number',
    title: t('list.number'),
    value: (row) => digits(row.number),
    sort: 'number',
    to: (row) => ({ path: `/work-order-list/${row.id}` }),
  };
  const state: Column<OrderItem> = {
    key: 'state',
    title: t('list.state'),
    value: (row) => (
      <span className={style.states}>
        <OrderStateChip state={row.state} pausedAt={row.pausedAt} />
        <OftenMark reopened={row.reopened} />
      </span>
    ),
  };
  const category: Column<OrderItem> = {
    key: 'category',
    fields: ['categoryEn', 'categoryBn'],
    title: t('list.category'),
    value: (row) => nameIn(row.categoryEn, row.categoryBn),
    onCard: true,
    // If not, the crew is hidden at 1280 px.
    isShort: isWork && !isCharged,
  };
  const at: Column<OrderItem> = {
    key: 'place',
    fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
    title: common('place.title'),
    value: place,
    onCard: true,
  };
  const due: Column<OrderItem> = {
    key: 'dueAt',
    title: t('list.due'),
    value: (row) => (
      <>
        {shortInstant(row.dueAt)}
        {row.isLate ? <b className={style.late}>{t('list.is_late')}</b> : null}
      </>
    ),
    sort: 'dueAt',
    onCard: true,
  };
  const asked = [number, state, category, at, due];
  // Behind what a decision needs: that is in sight on a screen of 1280 px.
  const priority: Column<OrderItem> = {
    key: 'priority',
    title: t('list.priority'),
    value: (row) => priorities[row.priority],
  };
  const work: Column<OrderItem>[] = [
    {
      key: 'crewName',
      fields: ['crewName', 'memberNames'],
      title: t('list.crew'),
      value: crewText,
      isShort: true,
    },
    priority,
    { key: 'arrivedAt', title: t('list.arrival'), kind: 'instant', value: (row) => row.arrivedAt },
    { key: 'completedAt', title: t('list.completion'), kind: 'instant', value: (row) => row.completedAt },
    { key: 'costMinor', title: t('list.cost'), kind: 'money', value: (row) => row.costMinor },
    { key: 'reopened', title: t('list.reopened'), kind: 'number', value: (row) => row.reopened },
    {
      key: 'rating',
      title: t('list.rating'),
      value: (row) => (row.rating === null ? null : <Stars count={row.rating} />),
    },
  ];
  const money: Column<OrderItem>[] = [
    {
      key: 'consumer',
      fields: ['consumerName', 'consumerNameBn'],
      title: t('detail.consumer'),
      value: (row) => row.consumerName && nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    {
      key: 'chargeMinor',
      title: t('detail.charge'),
      kind: 'money',
      value: (row) => row.chargeMinor,
      onCard: true,
    },
    { key: 'paidMinor', title: t('detail.paid'), kind: 'money', value: (row) => row.paidMinor, onCard: true },
  ];
  const askedBy: Column<OrderItem> = {
    key: 'askedBy',
    title: t('list.asked_by'),
    value: (row) => row.askedBy,
    startsHidden: isWork,
  };
  const rest: Column<OrderItem>[] = [
    {
      key: 'askedAt',
      title: t('list.asked'),
      kind: 'instant',
      value: (row) => row.askedAt,
      sort: 'askedAt',
    },
    {
      key: 'connection',
      fields: ['connectionNumber'],
      title: t('list.connection'),
      value: (row) => row.connectionNumber && digits(row.connectionNumber),
      startsHidden: true,
    },
  ];
  if (isCharged) {
    // The money is in sight at 1280 px, before what the work is and its place.
    return [number, state, ...money, category, at, askedBy, ...rest];
  }
  return isWork ? [...asked, ...work, askedBy, ...rest] : [...asked, askedBy, priority, ...rest];
}

function OrderList(view: View) {
  const t = useTexts('work-orders');
  const may = useMay();
  const { states } = useNames();
  const { texts, stage, asker, isCharged } = view;
  const go = useGo();
  // A page that names a connection leads here to ask for work at it.
  const { connection, state: chosen } = useUrlQuery();
  // Repairs that households asked for are also looked up when they are in work or done.
  const hasState = asker ? true : !stage && !isCharged;
  const narrowed = asker && chosen ? undefined : stage;
  const mayAsk = stage === 'requests' && may('work-orders:create');
  const [isAsking, setAsking] = useState(Boolean(connection) && mayAsk);
  const [assigned, setAssigned] = useState<OrderItem | null>(null);
  const take = useAction(takeOrder, { onDone: () => toast('success', t('act.status_updated')) });
  const fixed = useMemo(
    () => ({
      // The person's own choice of a column comes before it.
      ...(stage ? { sort: 'urgency' } : {}),
      ...(narrowed ? { stage: narrowed } : {}),
      ...(asker ? { askedAs: asker } : {}),
      ...(isCharged ? { charged: true } : {}),
    }),
    [stage, narrowed, asker, isCharged],
  );
  const actions = (row: OrderItem) => [
    ...(row.state === 'PENDING' && may('work-orders:review')
      ? [
          {
            label: t('act.take'),
            run: () => take.run({ body: { orderId: row.id, version: row.version } }),
          },
        ]
      : []),
    ...(isCharged && row.state === 'ON_REVIEW' && row.paidMinor === 0 && may('work-orders:pay-counter')
      ? [{ label: t('act.take_payment'), run: () => void go('/take-payment', { workOrderId: row.id }) }]
      : []),
    ...(!isCharged && (row.state === 'ACCEPTED' || row.state === 'RE_OPEN') && may('work-orders:assign')
      ? [{ label: t('act.assign'), run: () => setAssigned(row) }]
      : []),
  ];
  const add = mayAsk ? (
    <Button onClick={() => setAsking(true)}>{t('create.button')}</Button>
  ) : stage === 'process' ? (
    <OrderViews />
  ) : null;
  // All states are too many for one line of tabs: there they are a filter.
  const tabbed = stage ? STAGES[stage] : [];
  return (
    <>
      <ListPage
        endpoint={listOrders}
        exports={useExports(listOrdersDownload, 'work-orders')}
        title={t(`list.titles.${texts}`)}
        about={t(`list.about.${texts}`)}
        searchLabel={t('list.search')}
        columns={useColumns(view)}
        {...(isCharged
          ? {
              tabs: {
                name: 'money',
                counts: ({ money = {} }: EndpointAnswer<typeof listOrders>) =>
                  money as Record<string, number>,
                items: MONEY.map((value) => ({ value, label: t(`list.money.${value}`) })),
              },
            }
          : {})}
        {...(tabbed.length > 1
          ? {
              tabs: {
                name: 'state',
                counts: ({ counts }: EndpointAnswer<typeof listOrders>) => counts as Record<string, number>,
                items: tabbed.map((value) => ({ value, label: states[value] })),
              },
            }
          : {})}
        filters={useOrderFilters({
          hasState,
          hasAsker: !asker,
          hasCrew: stage !== 'requests' && !isCharged,
        })}
        fixed={fixed}
        nameOf={(row) => row.number}
        actions={actions}
        primary={add}
        empty={{ title: t('list.empty'), text: t(`list.empty_help.${texts}`) }}
      >
        {texts === 'all' ? <RatedCategories /> : null}
      </ListPage>
      {isAsking ? <CreateDialog close={() => setAsking(false)} /> : null}
      {assigned ? <AssignDialog order={assigned} close={() => setAssigned(null)} /> : null}
    </>
  );
}
