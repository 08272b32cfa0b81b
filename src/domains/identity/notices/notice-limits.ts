/** The bell about a change of limits, for the domains whose limits they are. */
import type { Actor } from '#platform/actor.ts';
import type { Tx } from '#platform/database/db.ts';
import { notify } from '#platform/messages/inbox.ts';
import { holdersOf } from './receivers.ts';

/** A change of limits waits for a second person. */
export function noticeLimits(tx: Tx, actor: Actor, changeId: string): Promise<void> {
  return notify(tx, actor, holdersOf('settings:approve-limits'), {
    kind: 'identity.limits_waiting',
    occasion: changeId,
    path: '/settings/changes',
  });
}
