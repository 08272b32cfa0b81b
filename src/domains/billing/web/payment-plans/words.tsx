/** The states of a plan and of an instalment as chips. */
import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { InstalmentState, PlanState } from '../../payment-plans/plan.rules.ts';

const TONES: Record<PlanState, Tone> = {
  REQUESTED: 'amber',
  WAITING: 'amber',
  PROPOSED: 'amber',
  ACTIVE: 'blue',
  COMPLETED: 'green',
  BROKEN: 'red',
  EXPIRED: 'grey',
  DECLINED: 'grey',
  REFUSED: 'red',
  CANCELLED: 'grey',
  ENDED: 'grey',
};
const PART_TONES: Record<InstalmentState, Tone> = {
  PAID: 'green',
  PARTLY: 'blue',
  DUE: 'grey',
  MISSED: 'red',
};

export function PlanStateChip({ state }: { state: PlanState }) {
  const t = useTexts('payment_plans');
  return <StateChip tone={TONES[state]}>{t(`states.${state}`)}</StateChip>;
}

export function InstalmentChip({ state }: { state: InstalmentState }) {
  const t = useTexts('payment_plans');
  return <StateChip tone={PART_TONES[state]}>{t(`parts.${state}`)}</StateChip>;
}
