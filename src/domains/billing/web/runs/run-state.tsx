/** The state of a bill run, and what it bills. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RunState } from '../../bill-run/bill-run.rules.ts';

const TONES: Record<RunState, Tone> = {
  PLANNED: 'grey',
  CALCULATING: 'blue',
  REVIEW: 'amber',
  APPROVED: 'amber',
  POSTING: 'blue',
  POSTED: 'green',
  CANCELLED: 'grey',
  REVERSED: 'grey',
};

export function RunStateChip({ state }: { state: RunState }) {
  const t = useTexts('billing');
  return <StateChip tone={TONES[state]}>{t(`runs.states.${state}`)}</StateChip>;
}

/** "Sector 12", or that it bills everybody. */
export function useScope(): (run: { sectorNumber: string | null }) => string {
  const t = useTexts('billing');
  const { digits } = useFormats();
  return ({ sectorNumber }) =>
    sectorNumber === null
      ? t('runs.everywhere')
      : t('invoices.sector_number', { number: digits(sectorNumber) });
}
