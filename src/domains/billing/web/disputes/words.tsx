/** The state of a dispute as a chip. */
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { DisputeState } from '../../disputes/dispute.rules.ts';

const TONES: Record<DisputeState, Tone> = {
  OPEN: 'amber',
  TO_CORRECT: 'blue',
  UPHELD: 'green',
  PARTLY: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  CORRECTED: 'green',
};

export function DisputeStateChip({ state }: { state: DisputeState }) {
  const t = useTexts('disputes');
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}
