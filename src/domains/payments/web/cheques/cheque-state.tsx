import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { ChequeState } from '../../cheques/cheque.rules.ts';

const TONES: Record<ChequeState, Tone> = {
  RECEIVED: 'amber',
  DEPOSITED: 'blue',
  CLEARED: 'green',
  DISHONOURED: 'red',
  GIVEN_BACK: 'grey',
};

export function ChequeStateChip({ state }: { state: ChequeState }) {
  const t = useTexts('payments');
  return <StateChip tone={TONES[state]}>{t(`cheques.states.${state}`)}</StateChip>;
}
