/** Arrows to the left and to the right move from a card to the one beside it, as arrows up and down move within a column. */
import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const cardsOf = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-row]')];

export function moveAcross(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const card = event.target instanceof Element ? event.target.closest('[data-row]') : null;
  const column = card?.closest('[data-column]');
  if (!step || !card || !column || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  // Columns without a card are passed over.
  const columns = [...event.currentTarget.querySelectorAll('[data-column]')].filter(
    (other) => other === column || cardsOf(other).length > 0,
  );
  const next = columns[columns.indexOf(column) + step];
  if (!next) return;
  const cards = cardsOf(next);
  const beside = cards[Math.min(cardsOf(column).indexOf(card as HTMLElement), cards.length - 1)];
  beside?.querySelector<HTMLElement>('a[href]')?.focus();
  event.preventDefault();
}
