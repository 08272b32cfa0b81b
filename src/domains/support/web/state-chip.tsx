import { useProfile, whoIs } from '#web/session/session.ts';
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import { bengali, english } from '../names.rules.ts';
import type { TicketState } from '../ticket.rules.ts';

export const TONES: Record<TicketState, Tone> = {
  OPEN: 'amber',
  ASSIGNED: 'blue',
  IN_PROGRESS: 'blue',
  WAITING_CUSTOMER: 'violet',
  WAITING_FIELD: 'violet',
  RESOLVED: 'green',
  REJECTED: 'red',
  CLOSED: 'grey',
  REOPENED: 'amber',
};

/** What states, priorities and ways in are called on the screen. */
export const useNames = () => (useLanguage() === 'bn' ? bengali : english);

export function useIsConsumer(): boolean {
  return whoIs(useProfile()?.role ?? '') === 'consumer';
}

/** A consumer reads what it means for them. */
export function TicketStateChip({ state }: { state: TicketState }) {
  const { states } = useNames();
  const t = useTexts('support');
  const isConsumer = useIsConsumer();
  return <StateChip tone={TONES[state]}>{isConsumer ? t(`own_states.${state}`) : states[state]}</StateChip>;
}
