import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Paper } from './paper-view.tsx';

const DOCUMENT_TONES = {
  AGAIN: 'amber',
  SUBMITTED: 'blue',
  ACCEPTED: 'green',
  RETURNED: 'amber',
  REPLACED: 'grey',
} as const;

/** @param checkedAt of the office: what it has looked at and waits again proves something else now */
export function DocumentState({ state, checkedAt }: Pick<Paper, 'state'> & { checkedAt?: string | null }) {
  const t = useTexts('applications');
  const shown = state === 'SUBMITTED' && checkedAt ? 'AGAIN' : state;
  return <StateChip tone={DOCUMENT_TONES[shown]}>{t(`document_states.${shown}`)}</StateChip>;
}
