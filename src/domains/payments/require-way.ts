/** By which word somebody takes money: at the counter, or through the bank. */
import { type Actor, may } from '#platform/actor.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import type { Tender } from './contract.ts';

/** Throws if the actor may not use the way of this money. */
export function requireWay(
  actor: Actor,
  tender: Tender,
  words: { counter: Permission; online: Permission },
): void {
  const word = tender.method === 'GATEWAY' ? words.online : words.counter;
  if (!may(actor, word)) throw fail(commonErrors.not_permitted, { permission: word });
}
