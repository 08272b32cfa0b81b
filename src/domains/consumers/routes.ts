import type { Keys } from '#domains/identity/actions/open-session.ts';
import { action, type Route } from '#platform/route.ts';
import { registerConsumer } from './actions/register-consumer.ts';
import * as contract from './contract.ts';

export function routes(keys: Keys): Route[] {
  return [action(contract.registration, (tx, actor, { body }) => registerConsumer(tx, keys, actor, body))];
}
