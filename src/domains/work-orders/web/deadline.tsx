/** The band of an order's deadline, and its word: late in red, due today in amber. */
import { type DeadlineBand, deadlineBand } from '#web/deadline-band.ts';
import { useTexts } from '#web/texts/texts.ts';
import type { OrderItem } from '../contract.ts';
import { OPEN_STATES } from '../work-order.rules.ts';
import style from './work-orders.module.css';

/** The calendar has no sums: what is planned is paid. */
export type Dated = Pick<OrderItem, 'isLate' | 'dueAt' | 'state' | 'pausedAt'> &
  Partial<Pick<OrderItem, 'openMinor'>>;

const OPEN: readonly string[] = OPEN_STATES;

/** Nothing is due of work that is done or given up, nor as long as it is on hold or its payment is waited for. */
export function bandOf({ isLate, dueAt, state, pausedAt, openMinor }: Dated): DeadlineBand {
  const runs = OPEN.includes(state) && pausedAt === null && (openMinor ?? 0) === 0;
  return deadlineBand(runs || isLate ? dueAt : null, isLate);
}

/** The word behind the time; nothing if there is time enough. */
export function BandWord({ order }: { order: Dated }) {
  const t = useTexts('work-orders');
  const band = bandOf(order);
  if (band === 'later') return null;
  return (
    <b className={style.band} data-band={band}>
      {t(band === 'late' ? 'list.is_late' : 'list.due_today')}
    </b>
  );
}
