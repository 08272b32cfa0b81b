/** A payment's state as everybody sees it. Undecided is blue, never red: unknown is not failed. */

import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { PaymentState } from '../payment.rules.ts';

const TONES: Record<PaymentState, Tone> = {
  CREATED: 'grey',
  PROCESSING: 'blue',
  APPROVED: 'green',
  DECLINED: 'red',
  CANCELED: 'grey',
  EXPIRED: 'grey',
  REVERSED: 'amber',
};

/** @param isUnknown nobody knows what became of it at the bank */
export function PaymentStateChip({ state, isUnknown }: { state: PaymentState; isUnknown: boolean }) {
  const t = useTexts('payments');
  if (isUnknown) return <StateChip tone="blue">{t('states.UNKNOWN')}</StateChip>;
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}
