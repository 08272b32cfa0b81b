import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RefundState } from '../../refunds/refund.rules.ts';

const TONES: Record<RefundState, Tone> = {
  REQUESTED: 'amber',
  APPROVED: 'blue',
  REFUSED: 'red',
  GIVEN_UP: 'grey',
  PAID_OUT: 'green',
  WITHDRAWN: 'grey',
  RETURNED: 'grey',
};

export function RefundStateChip({ state }: { state: RefundState }) {
  const t = useTexts('payments');
  return <StateChip tone={TONES[state]}>{t(`refunds.states.${state}`)}</StateChip>;
}
