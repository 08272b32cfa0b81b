import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Consumer } from '../contract.ts';

const TONES = { active: 'green', inactive: 'grey', merged: 'violet' } as const;

export function ConsumerState({ status }: Pick<Consumer, 'status'>) {
  const t = useTexts('consumers');
  return <StateChip tone={TONES[status]}>{t(`list.${status}`)}</StateChip>;
}
