/** The orders in process on a board: a column for each state, the most urgent first, with the filters and the counts of the list. */
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useAnswer } from '#web/calls/use-answer.ts';
import { usePagePath, useUrlQuery } from '#web/navigation/go.tsx';
import { usePageName } from '#web/navigation/page-name.ts';
import { useTexts } from '#web/texts/texts.ts';
import { BoardPage, useBoardState } from '#web/ui/board/board-page.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';
import { listOrders } from '../../contract.ts';
import { boardOrders } from '../../plan/contract.ts';
import type { Move } from '../../plan/plan.rules.ts';
import { STAGES } from '../../work-order.rules.ts';
import { useOrderFilters } from '../order-filters.ts';
import { OrderStateChip, useNames } from '../state-chip.tsx';
import { OrderCard } from './order-card.tsx';
import { queryOf } from './view.rules.ts';
import { OrderViews } from './view-switch.tsx';

const OrderStep = onDemand(() => import('../record/order-step.tsx').then((file) => file.OrderStep));

export function OrderBoard() {
  const t = useTexts('work-orders');
  const { states } = useNames();
  const title = usePageName() ?? t('list.titles.process');
  const path = usePagePath();
  const address = useUrlQuery();
  const [step, setStep] = useState<{ orderId: string; step: Move } | null>(null);
  const board = useBoardState(
    useOrderFilters({ hasState: false, hasAsker: true, hasCrew: true, hasReviewer: false, hasAge: false }),
  );
  const answer = useAnswer(boardOrders, { query: board.query }, { placeholderData: keepPreviousData });
  return (
    <BoardPage
      {...{ board, answer, title }}
      about={t('list.about.process')}
      label={t('plan.board')}
      views={<OrderViews />}
      searchLabel={t('list.search')}
      empty={{ title: t('list.empty'), text: t('list.empty_help.process') }}
      list={listOrders}
      usual={STAGES.process.length}
      dialog={step ? <OrderStep {...step} close={() => setStep(null)} /> : null}
      columns={(answer.data?.columns ?? []).map(({ state, total, items }) => ({
        id: state,
        name: states[state],
        title: <OrderStateChip state={state} />,
        total,
        more: { path, query: { ...queryOf('list', address), state } },
        records: items.map(({ id }) => ({ id, address: `/work-order-list/${id}` })),
        cards: items.map((card) => (
          <OrderCard key={card.id} card={card} begin={(move) => setStep({ orderId: card.id, step: move })} />
        )),
      }))}
    />
  );
}
