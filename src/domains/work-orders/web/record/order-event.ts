/** What happened to an order, as its history shows it. */
import { useTexts } from '#web/texts/texts.ts';
import type { TimelineEvent } from '#web/ui/record/timeline.tsx';
import type { OrderDetail } from '../../contract.ts';
import { TONES } from '../state-chip.tsx';

export function useEventOf(): (event: OrderDetail['timeline'][number]) => TimelineEvent {
  const t = useTexts('work-orders');
  return (event) => ({
    ...{ id: event.id, at: event.at, tone: TONES[event.toState], by: event.by },
    ...{ title: t(`event.${event.action}`), remark: event.remark },
  });
}
