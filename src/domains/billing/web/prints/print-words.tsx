/** The state of a print and which bills it has, in words. */
import { useTexts } from '#web/texts/texts.ts';
import { useFormats } from '#web/texts/use-formats.ts';
import type { Tone } from '#web/ui/colours.ts';
import { StateChip } from '#web/ui/state-chip.tsx';
import type { Print, PrintPart } from '../../prints/contract.ts';
import type { PrintState } from '../../prints/print.rules.ts';

const TONES: Record<PrintState, Tone> = { WORKING: 'blue', DONE: 'green', CANCELLED: 'grey' };

/** That its run was reversed counts more than that its files are made: none of them is given. */
export function PrintStateChip({ print }: { print: Pick<Print, 'state' | 'isReversed'> }) {
  const t = useTexts('billing');
  const { state, isReversed } = print;
  if (isReversed && state !== 'CANCELLED') return <StateChip tone="red">{t('prints.reversed')}</StateChip>;
  return <StateChip tone={TONES[state]}>{t(`prints.states.${state}`)}</StateChip>;
}

type Scope = Pick<Print, 'sectorNumber' | 'roadNumber' | 'households'>;

/** "Sector 4, Road 12 · Only those without an account of the portal" */
export function usePrintScope(): (print: Scope) => string {
  const t = useTexts('billing');
  const { digits } = useFormats();
  const placeOf = ({ sectorNumber, roadNumber }: Scope) => {
    if (sectorNumber === null) return t('prints.everywhere');
    const sector = digits(sectorNumber);
    return roadNumber === null
      ? t('prints.scope_sector', { sector })
      : t('prints.scope_road', { sector, road: digits(roadNumber) });
  };
  return (print) =>
    print.households === 'ALL' ? placeOf(print) : `${placeOf(print)} · ${t('prints.WITHOUT_ACCOUNT')}`;
}

/** "Sector 4, Road 12 (1 of 2)" */
export function usePartPlace(): (part: PrintPart) => string {
  const t = useTexts('billing');
  const { digits } = useFormats();
  return ({ sectorNumber, roadNumber, piece, pieces }) => {
    const place = { sector: digits(sectorNumber), road: digits(roadNumber) };
    return pieces === 1 ? t('prints.part_place', place) : t('prints.part_piece', { ...place, piece, pieces });
  };
}
