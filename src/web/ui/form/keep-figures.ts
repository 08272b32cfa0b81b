/**
 * Spec §5: number inputs block minus, plus and e, and, if asked, the decimal point. Of a pasted text what is around the figure is
 * left out ("2 m3", "৳500/-"); commas and blanks stay, because the parser knows at which places they can be. A text that would
 * become another figure without what is blocked (-5, 12/5, 1e5, 12.5 as a whole number) is not taken.
 */
export type Kept = { text: string; problem?: 'common.sign_blocked' | 'common.whole_number' };

const POWER = /[\d০-৯]\s*e[+−-]?\s*[\d০-৯]/i;
const AFTER = /([\d০-৯])\s*(?:\p{L}.*|[^\d০-৯.,\s\p{L}][^\d০-৯]*)$/su;

/** @param before what the field has: it stays if the new text is not taken */
export function keepFigures(text: string, decimals: boolean, before: string): Kept {
  const figure = text.replace(/^[^\d০-৯.,+−-]+/, '').replace(AFTER, '$1');
  if (/^[+−-]/.test(figure)) return { text: before, problem: 'common.sign_blocked' };
  if (!decimals && figure.includes('.')) return { text: before, problem: 'common.whole_number' };
  const isTaken = !POWER.test(text) && !/[^\d০-৯.,\s]/.test(figure) && !isKeyWithin(text, before);
  return { text: isTaken ? figure : before };
}

/** One sign that no figure has was typed into the middle of what is there: "1m500". */
function isKeyWithin(text: string, before: string): boolean {
  const at = [...before].findIndex((sign, place) => sign !== text[place]);
  return at > 0 && /[^\d০-৯.,\s]/.test(text[at] ?? '') && text.slice(0, at) + text.slice(at + 1) === before;
}
