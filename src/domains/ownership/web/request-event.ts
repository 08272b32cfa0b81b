/** What happened to a request, as its history shows it. */
import { useTexts } from '#web/texts/texts.ts';
import type { TimelineEvent } from '#web/ui/record/timeline.tsx';
import type { RequestDetail } from '../contract.ts';

type Event = RequestDetail['timeline'][number];

export function useEventOf(): (event: Event) => TimelineEvent {
  const t = useTexts('ownership');
  // Nobody lets a request expire.
  const byOf = ({ action, by }: Event) => (action === 'expire' && by ? t('detail.by_program') : by);
  return (event) => ({
    ...{ id: event.id, at: event.at, tone: event.action === 'reject' ? 'red' : 'blue' },
    ...{ title: t(`event.${event.action}`), by: byOf(event), remark: event.remark },
  });
}
