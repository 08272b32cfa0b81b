/** How near a card is to its day. Pure. */
import { addDays } from '#shared/dates.ts';
import type { ApplicationItem } from '../../contract.ts';

/** late: over; soon: it will be within a day, or within two for what the applicant does; held: its clock is stopped. */
export type Age = 'late' | 'soon' | 'held' | 'usual';

type Dated = Pick<ApplicationItem, 'overlay' | 'overdue' | 'dueAt' | 'expiresOn'>;

const SOON_MS = 86_400_000;
const SOON_DAYS = 2;

export function ageOf(row: Dated, now: Date, today: string): Age {
  if (row.overlay) return 'held';
  if (row.overdue || (row.expiresOn !== null && row.expiresOn < today)) return 'late';
  const isDueSoon = row.dueAt !== null && new Date(row.dueAt).getTime() - now.getTime() < SOON_MS;
  const endsSoon = row.expiresOn !== null && row.expiresOn <= addDays(today, SOON_DAYS);
  return isDueSoon || endsSoon ? 'soon' : 'usual';
}
