/** The state of a notice of an empty house as a chip. */
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { EmptyState } from '../../empty-houses/empty-house.rules.ts';
import { useIsConsumer } from '../bill-parts.tsx';

const TONES: Record<EmptyState, Tone> = {
  WAITING: 'amber',
  APPROVED: 'green',
  REFUSED: 'red',
  WITHDRAWN: 'grey',
  ENDED: 'grey',
  ENDED_BY_USE: 'red',
};

export function EmptyStateChip({ state }: { state: EmptyState }) {
  const t = useTexts('empty_houses');
  const isConsumer = useIsConsumer();
  return (
    <StateChip tone={TONES[state]}>
      {t(isConsumer && state === 'WAITING' ? 'own.waiting' : `states.${state}`)}
    </StateChip>
  );
}
