/** The state of a bill run as a chip. */
import { useTexts } from '#web/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RunState } from '../../bill-run/bill-run.rules.ts';

const TONES: Record<RunState, Tone> = {
  PLANNED: 'grey',
  CALCULATING: 'blue',
  REVIEW: 'amber',
  APPROVED: 'amber',
  POSTING: 'blue',
  POSTED: 'green',
  REVERSED: 'grey',
};

export function RunStateChip({ state }: { state: RunState }) {
  const t = useTexts('billing');
  return <StateChip tone={TONES[state]}>{t(`runs.states.${state}`)}</StateChip>;
}
