/** The state of a bill run, and what it bills. */
import { useLanguage, useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { RunState } from '../../bill-run/bill-run.rules.ts';
import type { BillRun } from '../../bill-run/contract.ts';

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

type Scope = Pick<BillRun, 'sectorNumber' | 'correction'>;

/** "Sector 12", that it bills everybody, or the category whose bills it corrects. */
export function useScope(): (run: Scope) => string {
  const t = useTexts('billing');
  const language = useLanguage();
  const { day, digits } = useFormats();
  return ({ sectorNumber, correction }) =>
    correction
      ? t('correction_run.scope', {
          category: language === 'bn' ? correction.categoryNameBn : correction.categoryNameEn,
          day: day(correction.effectiveFrom),
        })
      : sectorNumber === null
        ? t('runs.everywhere')
        : t('lists.bills_sector_number', { number: digits(sectorNumber) });
}

/** "Bills of October 2026", or what a correction run corrects. */
export function useRunTitle(): (run: Pick<BillRun, 'period' | 'correction'>) => string {
  const t = useTexts('billing');
  const { day, month } = useFormats();
  return ({ period, correction }) =>
    correction
      ? t('correction_run.of', { day: day(correction.effectiveFrom) })
      : t('runs.run_of', { month: month(period) });
}
