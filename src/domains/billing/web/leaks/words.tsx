/** The state of a leak as a chip. */
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { LeakState } from '../../leaks/leak.rules.ts';
import { useIsConsumer } from '../bill-parts.tsx';

const TONES: Record<LeakState, Tone> = {
  OPEN: 'amber',
  WAITING: 'blue',
  CREDITED: 'green',
  REFUSED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
  ENDED: 'grey',
  REPLACED: 'grey',
};

/** That a second person is needed is a matter of the office. */
export function LeakStateChip({ state }: { state: LeakState }) {
  const t = useTexts('leaks');
  const isConsumer = useIsConsumer();
  if (isConsumer && state === 'WAITING') return <StateChip tone="amber">{t('own_waiting')}</StateChip>;
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}
