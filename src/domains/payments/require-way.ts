/** By which word somebody takes money: at the counter, or through the bank. */
import { type Actor, may } from '#platform/actor.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import { isTakenByStaff, type PaymentMethod } from './payment.rules.ts';

/** Throws if the actor may not use the way of this money. */
export function requireWay(
  actor: Actor,
  tender: { method: PaymentMethod },
  words: { counter: Permission; online: Permission },
): void {
  const word = isTakenByStaff(tender) ? words.counter : words.online;
  // A wallet is its consumer's: nobody else pays from it.
  const isOwn = tender.method !== 'WALLET' || actor.kind === 'consumer';
  if (!may(actor, word) || !isOwn) throw fail(commonErrors.not_permitted, { permission: word });
}
