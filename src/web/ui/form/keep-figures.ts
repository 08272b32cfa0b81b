/** Spec §5: number inputs block minus, plus and e, and, if asked, the decimal point. Pasted text too. */
export function keepFigures(text: string, decimals: boolean): string {
  return text.replace(decimals ? /[^\d০-৯.,]/g : /[^\d০-৯,]/g, '');
}
