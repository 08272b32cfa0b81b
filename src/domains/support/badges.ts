/** Badges of tickets, by state in the specification's way of writing keys; and the sum of what waits for the utility's hand, for the menu. */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import { countTickets } from './queries.ts';
import { STAGES } from './ticket.rules.ts';

const KEYS = {
  open: 'OPEN',
  reopened: 'REOPENED',
  assigned: 'ASSIGNED',
  in__progress: 'IN_PROGRESS',
  waiting__customer: 'WAITING_CUSTOMER',
  waiting__field: 'WAITING_FIELD',
} as const;

export async function ticketBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  if (!may(actor, 'support:view')) return {};
  const { states } = await countTickets(db, actor);
  const ours = [...STAGES.NEW, ...STAGES.WORK].reduce((sum, state) => sum + states[state], 0);
  const each = Object.entries(KEYS).map(([key, state]) => [key, states[state]]);
  return { support_ticket: { ours, ...Object.fromEntries(each) } };
}
