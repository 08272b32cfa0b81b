import { useProfile, whoIs } from '#web/session/session.ts';
import { useLanguage } from '#web/texts/texts.ts';
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

export function OrderStateChip({ state }: { state: OrderState }) {
  const { states } = useNames();
  return <StateChip tone={TONES[state]}>{states[state]}</StateChip>;
}

export function useIsConsumer(): boolean {
  return whoIs(useProfile()?.role ?? '') === 'consumer';
}
