import { useTexts } from '#web/texts/texts.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Paper } from './paper-view.tsx';

const DOCUMENT_TONES = { SUBMITTED: 'blue', ACCEPTED: 'green', RETURNED: 'amber', REPLACED: 'grey' } as const;

export function DocumentState({ state }: { state: Paper['state'] }) {
  const t = useTexts('applications');
  return <StateChip tone={DOCUMENT_TONES[state]}>{t(`document_states.${state}`)}</StateChip>;
}
