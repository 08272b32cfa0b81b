/** The edge of a card, with the meanings of the board of applications. Pure. */
import type { DeadlineBand } from '#web/deadline-band.ts';

export type Edge = 'late' | 'soon' | 'held';

/** On hold: its clock is stopped, also if it was late before. */
export function edgeOf({ pausedAt }: { pausedAt: string | null }, band: DeadlineBand): Edge | undefined {
  if (pausedAt !== null) return 'held';
  if (band === 'late') return 'late';
  return band === 'today' ? 'soon' : undefined;
}
