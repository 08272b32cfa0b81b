/** A place in the town: "Sector 12, Road 5, Plot 7", the same on every screen; unknown parts are left out. */
import { useTexts } from './texts.ts';
import { useFormats } from './use-formats.ts';

type Part = string | null | undefined;
export type PlaceNumbers = { sectorNumber?: Part; roadNumber?: Part; plotNumber?: Part };

/** Gives an empty text if nothing is known. */
export function usePlace(): (numbers: PlaceNumbers) => string {
  const t = useTexts('common');
  const { digits } = useFormats();
  return ({ sectorNumber, roadNumber, plotNumber }) =>
    [
      sectorNumber && t('place.sector', { number: digits(sectorNumber) }),
      roadNumber && t('place.road', { number: digits(roadNumber) }),
      plotNumber && t('place.plot', { number: digits(plotNumber) }),
    ]
      .filter(Boolean)
      .join(', ');
}
