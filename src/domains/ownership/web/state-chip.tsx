import { useLanguage } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { bengali, english } from '../names.rules.ts';
import type { RequestState } from '../ownership.rules.ts';

const TONES: Record<RequestState, Tone> = {
  REQUESTED: 'amber',
  CONSENTED: 'blue',
  RECORRECTION: 'amber',
  DOCS_VERIFIED: 'blue',
  READY_TO_PAY: 'amber',
  READY_TO_APPROVE: 'blue',
  COMPLETED: 'green',
  REJECTED: 'red',
  WITHDRAWN: 'grey',
  EXPIRED: 'grey',
};

/** What states, causes and papers are called on the screen. */
export const useNames = () => (useLanguage() === 'bn' ? bengali : english);

export function RequestStateChip({ state }: { state: RequestState }) {
  const { states } = useNames();
  return <StateChip tone={TONES[state]}>{states[state]}</StateChip>;
}
