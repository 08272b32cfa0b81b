/**
 * Spec §5: number inputs block minus, plus and e, and, if asked, the decimal point. Pasted text too: of "2 m3" only the 2
 * is left, because what comes after letters is no part of the figure.
 */
export function keepFigures(text: string, decimals: boolean): string {
  const figure = text.replace(/([\d০-৯]\s*)\p{L}.*$/su, '$1');
  return figure.replace(decimals ? /[^\d০-৯.,]/g : /[^\d০-৯,]/g, '');
}
