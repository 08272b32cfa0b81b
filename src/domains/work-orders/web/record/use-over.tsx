/** What the dialog of a step tells in the place of its form, after somebody else took a step and this one is not possible any more. */
import type { ReactNode } from 'react';
import { useTexts } from '#web/texts/texts.ts';
import { WhatIsNow } from '#web/ui/over/over-note.tsx';
import { useMeanwhile } from '#web/ui/over/use-meanwhile.ts';
import type { OrderDetail } from '../../contract.ts';
import type { OrderAction } from '../../work-order.rules.ts';
import { OrderStateChip } from '../state-chip.tsx';
import { useEventOf } from './order-event.ts';

export function useOver(step: OrderAction, order: OrderDetail): ReactNode {
  const t = useTexts('work-orders');
  const eventOf = useEventOf();
  const meanwhile = useMeanwhile(order.timeline);
  const can = order.can[step] ?? 'no';
  if (can === 'yes') return null;
  return (
    <WhatIsNow
      state={<OrderStateChip state={order.state} openMinor={order.openMinor} pausedAt={order.pausedAt} />}
      why={can === 'no' ? null : t(`act.why.${can}`)}
      events={meanwhile.map(eventOf)}
    />
  );
}
