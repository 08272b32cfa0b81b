/** What a consumer's page shows of the open applications, and how many there are beside. */

/** Specification §9: the office asks for so many applications of a consumer. */
export const ASKED = 200;
const SHOWN = 5;

/** @param total of all pages of the list */
export function shownFirst<Row>(items: readonly Row[], total: number): { first: Row[]; more: number } {
  const first = items.slice(0, SHOWN);
  return { first, more: total - first.length };
}
