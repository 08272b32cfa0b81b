/** Work orders as staff see them: one list, with the stage, the columns and the tabs of its page. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useAction } from '#web/calls/use-action.ts';
import { useGo, useUrlQuery } from '#web/navigation/go.tsx';
import { useMay } from '#web/session/session.ts';
import { toast } from '#web/state/toast.ts';
import { useTexts } from '#web/texts/texts.ts';
import { ListPage } from '#web/ui/list/list-page.tsx';
import { useExports } from '#web/ui/list/use-exports.ts';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listOrders, listOrdersDownload, type OrderItem } from '../contract.ts';
import { takeOrder } from '../steps/contract.ts';
import { MONEY, STAGES } from '../work-order.rules.ts';
import { useColumns, type View } from './order-columns.tsx';
import { useOrderFilters } from './order-filters.ts';
import { OrderViews } from './plan/view-switch.tsx';
import { RatedCategories } from './rated-categories.tsx';
import type { RequestStep } from './record/request-dialogs.tsx';
import { useSendLink } from './record/use-send-link.ts';
import { useNames } from './state-chip.tsx';

const CreateDialog = onDemand(() => import('./ask/create-dialog.tsx').then((file) => file.CreateDialog));
const OrderStep = onDemand(() => import('./record/order-step.tsx').then((file) => file.OrderStep));

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

type RequestChoice = [RequestStep | 'reject', 'reply' | 'reopen-request' | 'close_request'];

/** Of a row of what households asked for; the server knows more of it, and says why not. */
function requestSteps({ state, paidMinor }: OrderItem): RequestChoice[] {
  const isClosed = state === 'REJECTED' || state === 'CANCELLED';
  const isRequest = (state === 'PENDING' || state === 'ON_REVIEW') && paidMinor === 0;
  return [
    ['reply', 'reply'],
    ...(isRequest ? ([['reject', 'close_request']] as RequestChoice[]) : []),
    ...(isClosed ? ([['reopen-request', 'reopen-request']] as RequestChoice[]) : []),
  ];
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
  const sendLink = useSendLink();
  const [step, setStep] = useState<{ orderId: string; step: RequestStep | 'reject' | 'assign' } | null>(null);
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
    // What a household asked for is answered and closed without being taken first.
    ...(asker && may('work-orders:review')
      ? requestSteps(row).map(([choice, label]) => ({
          label: t(`act.${label}`),
          danger: choice === 'reject',
          run: () => setStep({ orderId: row.id, step: choice }),
        }))
      : []),
    ...(isCharged && row.state === 'ON_REVIEW' && row.paidMinor === 0 && may('work-orders:pay-counter')
      ? [{ label: t('act.take_payment'), run: () => void go('/take-payment', { workOrderId: row.id }) }]
      : []),
    ...(isCharged ? sendLink(row).map(({ label, run }) => ({ label, run })) : []),
    ...(!isCharged && (row.state === 'ACCEPTED' || row.state === 'RE_OPEN') && may('work-orders:assign')
      ? [{ label: t('act.assign'), run: () => setStep({ orderId: row.id, step: 'assign' }) }]
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
        columns={useColumns(texts)}
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
          hasCrew: stage !== 'requests' && stage !== 'review' && !isCharged,
          hasReviewer: stage === 'review',
          hasAge: Boolean(stage),
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
      {step ? <OrderStep {...step} close={() => setStep(null)} /> : null}
    </>
  );
}
