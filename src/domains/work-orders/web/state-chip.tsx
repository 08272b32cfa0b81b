import { useProfile, whoIs } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { bengali, english } from '../names.rules.ts';
import type { OrderState } from '../work-order.rules.ts';

export const TONES: Record<OrderState, Tone> = {
  PENDING: 'amber',
  ON_REVIEW: 'blue',
  ACCEPTED: 'amber',
  ASSIGNED: 'blue',
  IN_PROGRESS: 'blue',
  COMPLETED: 'amber',
  CLOSED: 'green',
  RE_OPEN: 'amber',
  REJECTED: 'red',
  CANCELLED: 'grey',
};

/** What states, priorities and moments are called on the screen. */
export const useNames = () => (useLanguage() === 'bn' ? bengali : english);

type OrderStateChipProps = { state: OrderState; openMinor?: number; pausedAt?: string | null };

/**
 * @param openMinor what can be paid now: for a household, that is what the order waits for
 * @param pausedAt on hold: that comes before the state
 */
export function OrderStateChip({ state, openMinor = 0, pausedAt = null }: OrderStateChipProps) {
  const { states } = useNames();
  const t = useTexts('work-orders');
  const isConsumer = useIsConsumer();
  if (isConsumer && openMinor > 0) return <StateChip tone="amber">{t('detail.waits_for_payment')}</StateChip>;
  if (pausedAt) return <StateChip tone="violet">{t('detail.on_hold')}</StateChip>;
  return <StateChip tone={TONES[state]}>{states[state]}</StateChip>;
}

export function useIsConsumer(): boolean {
  return whoIs(useProfile()?.role ?? '') === 'consumer';
}
