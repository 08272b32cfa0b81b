/** What happened to a meter, in one time line: places, changes, seals, tests, conditions and readings. */
import type { EndpointAnswer } from '#shared/endpoint.ts';
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { Timeline } from '#web/ui/record/timeline.tsx';
import type { meterHistory } from '../../store/contract.ts';
import { useChangeWords } from '../changes/words.tsx';

type Event = EndpointAnswer<typeof meterHistory>['items'][number];

const TONES: Record<string, Tone> = {
  STOCK: 'grey',
  INSTALLED: 'green',
  REMOVED: 'amber',
  CHANGE: 'violet',
  SEAL: 'blue',
  READING: 'grey',
  PASSED: 'green',
  FAILED: 'red',
  FAULTY: 'red',
  LOCKED: 'amber',
  STOPPED: 'red',
  SCRAP: 'red',
};

function useTitle(): (event: Event) => string {
  const t = useTexts('meters');
  const { digits } = useFormats();
  return ({ kind, state, ...event }) => {
    const number = digits(event.number ?? '');
    const litres = event.litres ?? 0;
    if (kind === 'INSTALLED') return t('store.events.INSTALLED', { number, litres });
    if (kind === 'REMOVED')
      return event.litres === null
        ? t('store.events.REMOVED_READ', { number })
        : t('store.events.REMOVED', { number, litres });
    if (kind === 'CHANGE') return t('store.events.CHANGE', { number });
    if (kind === 'SEAL') return t('store.events.SEAL', { number: event.number ?? '' });
    if (kind === 'READING') return t('store.events.READING', { litres });
    if (kind === 'TEST')
      return t(state === 'PASSED' ? 'store.events.TEST_PASSED' : 'store.events.TEST_FAILED');
    if (kind === 'CONDITION') return t(`meter_states.${state as 'FAULTY'}`);
    if (kind === 'SCRAP') return t(`store.events.SCRAP_${state as 'REQUESTED' | 'SCRAPPED' | 'REFUSED'}`);
    return t('store.events.STOCK');
  };
}

export function MeterTimeline({ items }: { items: readonly Event[] }) {
  const t = useTexts('meters');
  const { digits } = useFormats();
  const { stateName } = useChangeWords();
  const titleOf = useTitle();
  const remarkOf = (event: Event): string | null => {
    const error =
      event.hundredths === null
        ? null
        : t('store.of_percent', { percent: digits(String(event.hundredths / 100)) });
    const state = event.kind === 'CHANGE' ? stateName(event.state as 'REQUESTED') : null;
    return [state, error, event.remark].filter(Boolean).join(' · ') || null;
  };
  return (
    <Timeline
      title={t('store.history')}
      events={items.map((event) => ({
        id: `${event.kind}:${event.id}`,
        at: event.at,
        tone:
          TONES[event.kind === 'TEST' || event.kind === 'CONDITION' ? (event.state ?? '') : event.kind] ??
          'grey',
        title: titleOf(event),
        by: event.by,
        remark: remarkOf(event),
      }))}
    />
  );
}
