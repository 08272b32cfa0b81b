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
import { useOrderFilters } from './order-filters.ts';
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
  const asked: Column<OrderItem>[] = [
    {
      key: 'number',
      title: t('list.number'),
      value: (row) => digits(row.number),
      sort: 'number',
      to: (row) => ({ path: `/work-order-list/${row.id}` }),
    },
    { key: 'state', title: t('list.state'), value: (row) => <OrderStateChip state={row.state} /> },
    {
      key: 'category',
      fields: ['categoryEn', 'categoryBn'],
      title: t('list.category'),
      value: (row) => nameIn(row.categoryEn, row.categoryBn),
      onCard: true,
    },
    {
      key: 'place',
      fields: ['sectorNumber', 'roadNumber', 'plotNumber'],
      title: common('place.title'),
      value: place,
      onCard: true,
    },
    { key: 'priority', title: t('list.priority'), value: (row) => priorities[row.priority] },
    {
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
    },
  ];
  const work: Column<OrderItem>[] = [
    { key: 'crewName', title: t('list.crew'), value: (row) => row.crewName },
    { key: 'arrivedAt', title: t('list.arrival'), kind: 'instant', value: (row) => row.arrivedAt },
    { key: 'completedAt', title: t('list.completion'), kind: 'instant', value: (row) => row.completedAt },
    { key: 'costMinor', title: t('list.cost'), kind: 'money', value: (row) => row.costMinor },
    { key: 'reopened', title: t('list.reopened'), kind: 'number', value: (row) => row.reopened },
  ];
  const money: Column<OrderItem>[] = [
    {
      key: 'consumer',
      fields: ['consumerName', 'consumerNameBn'],
      title: t('detail.consumer'),
      value: (row) => row.consumerName && nameIn(row.consumerName, row.consumerNameBn),
      onCard: true,
    },
    { key: 'chargeMinor', title: t('detail.charge'), kind: 'money', value: (row) => row.chargeMinor },
    { key: 'paidMinor', title: t('detail.paid'), kind: 'money', value: (row) => row.paidMinor },
  ];
  const rest: Column<OrderItem>[] = [
    {
      key: 'askedBy',
      title: t('list.asked_by'),
      value: (row) => row.askedBy,
      startsHidden: isWork && !isCharged,
    },
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
  if (isCharged)
    return [...asked.filter(({ key }) => key !== 'dueAt' && key !== 'priority'), ...money, ...rest];
  return isWork ? [...asked, ...work, ...rest] : [...asked, ...rest];
}

function OrderList(view: View) {
  const t = useTexts('work-orders');
  const may = useMay();
  const { states } = useNames();
  const { texts, stage, asker, isCharged } = view;
  const go = useGo();
  // A page that names a connection leads here to ask for work at it.
  const { connection } = useUrlQuery();
  const mayAsk = stage === 'requests' && may('work-orders:create');
  const [isAsking, setAsking] = useState(Boolean(connection) && mayAsk);
  const [assigned, setAssigned] = useState<OrderItem | null>(null);
  const take = useAction(takeOrder, { onDone: () => toast('success', t('act.status_updated')) });
  const fixed = useMemo(
    () => ({
      ...(stage ? { stage } : {}),
      ...(asker ? { askedAs: asker } : {}),
      ...(isCharged ? { charged: true } : {}),
    }),
    [stage, asker, isCharged],
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
    ...((row.state === 'ACCEPTED' || row.state === 'RE_OPEN') && may('work-orders:assign')
      ? [{ label: t('act.assign'), run: () => setAssigned(row) }]
      : []),
  ];
  const add = mayAsk ? <Button onClick={() => setAsking(true)}>{t('create.button')}</Button> : null;
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
          hasState: !stage && !isCharged,
          hasAsker: !asker,
          hasCrew: stage !== 'requests' && !isCharged,
        })}
        fixed={fixed}
        nameOf={(row) => row.number}
        actions={actions}
        primary={add}
        empty={{ title: t('list.empty'), text: t(`list.empty_help.${texts}`) }}
      />
      {isAsking ? <CreateDialog close={() => setAsking(false)} /> : null}
      {assigned ? <AssignDialog order={assigned} close={() => setAssigned(null)} /> : null}
    </>
  );
}
