import { useTexts } from '#web/texts/texts.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Access } from '../../sharing/contract.ts';

const TONES: Record<Access['state'], Tone> = {
  WAITING: 'amber',
  ACTIVE: 'green',
  EXPIRED: 'grey',
  OVER: 'grey',
  ENDED: 'grey',
};

export function AccessChip({ state }: Pick<Access, 'state'>) {
  const t = useTexts('meters');
  return <StateChip tone={TONES[state]}>{t(`sharing.states.${state}`)}</StateChip>;
}
