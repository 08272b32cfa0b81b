/** The month whose readings are worked on, the same for dashboard, badge, tabs, lists and files. */
import { addMonths, firstOfMonth } from '#shared/dates.ts';

/** Last month: it is over, so that its use can be read, and its bills come next (decision 0034). */
export function monthInForce(today: string): string {
  return addMonths(firstOfMonth(today), -1);
}
