/** The state of a meter, in its colour: apart, so that the page of a meter does not load the list. */
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { MeterState as Status } from '../../store/store.rules.ts';

const TONES: Record<Status, Tone> = {
  IN_STOCK: 'grey',
  RESERVED: 'violet',
  INSTALLED: 'green',
  FAULTY: 'red',
  LOCKED: 'amber',
  STOPPED: 'red',
  REMOVED: 'amber',
  REMOVED_CONFIRMED: 'grey',
  SCRAPPED: 'grey',
};

export function MeterState({ status }: { status: string }) {
  const t = useTexts('meters');
  return <StateChip tone={TONES[status as Status]}>{t(`meter_states.${status as Status}`)}</StateChip>;
}
