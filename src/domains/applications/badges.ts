/** Badges of applications: drafts taken at the counter, and the specification's states. */
import { type Actor, may } from '#platform/actor.ts';
import type { Badges } from '#platform/badges.ts';
import type { Db, Tx } from '#platform/database/db.ts';
import type { State } from './application.rules.ts';
import { countOwnDesk } from './noc/queries.ts';
import { hasOwnWorkOnly, STAGES_OF_WORK } from './pipeline/waits-for.ts';
import { countStates, ownWork } from './queries.ts';

/** The specification's counter keys and the state each counts. */
const COUNTED = {
  pending: 'PENDING',
  waiting_for__review: 'WAITING_FOR_REVIEW',
  waiting_for__meter__number: 'WAITING_FOR_METER_NUMBER',
  ready_to__survey: 'READY_TO_SURVEY',
  ready_to__pay: 'READY_TO_PAY',
  ready_for__meter__installation: 'READY_FOR_METER_INSTALLATION',
} as const satisfies Record<string, State>;

/** What a badge counts as seen, not as waiting for a hand, also for who has own work only. */
const NOT_BY_HAND = [...(['DRAFT'] as const), ...Object.values(COUNTED)].filter(
  (state) => !STAGES_OF_WORK.includes(state),
);

export async function applicationBadges(db: Db | Tx, actor: Actor): Promise<Badges> {
  const states = await countedStates(db, actor);
  const counted = Object.entries(COUNTED).map(([key, state]) => [key, states[state] ?? 0]);
  return { quick: { item_count: states.DRAFT ?? 0 }, application_count: Object.fromEntries(counted) };
}

/**
 * The numbers of the stage tabs. Who has own work only has what waits for their own hand, not what they see because it was
 * theirs; planning roles have what waits at their desks.
 */
async function countedStates(db: Db | Tx, actor: Actor): Promise<Record<string, number | undefined>> {
  const mayAll = may(actor, 'applications:view');
  if (hasOwnWorkOnly(actor)) {
    // Their lists count what they have had, too, which can be thousands: no badge shows that.
    const [states, work] = await Promise.all([countStates(db, actor, NOT_BY_HAND), ownWork(db, actor)]);
    for (const state of STAGES_OF_WORK) states[state] = work[state]?.waiting ?? 0;
    return states;
  }
  if (mayAll) return countStates(db, actor, ['DRAFT', ...Object.values(COUNTED)]);
  return may(actor, 'noc:view') ? { WAITING_FOR_REVIEW: await countOwnDesk(db, actor) } : {};
}
