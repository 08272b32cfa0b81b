/** A place as papers write it, in both languages. The parts are in the digits of the paper. */
type Place = (sector: string, road: string, plot?: string) => string;

export const placeOnPaper: Record<'en' | 'bn', Place> = {
  en: (sector, road, plot) => `Sector ${sector}, Road ${road}${plot === undefined ? '' : `, Plot ${plot}`}`,
  bn: (sector, road, plot) => `সেক্টর ${sector}, রোড ${road}${plot === undefined ? '' : `, প্লট ${plot}`}`,
};
