/** Which plans somebody sees: the office all, a household its own. Of what the office only thinks of it does not know. */
import { isConsumer } from '#domains/consumers/queries.ts';
import type { Actor } from '#platform/actor.ts';
import { type Sql, sql } from '#platform/database/db.ts';

/** Over `billing.payment_plans p`. */
export const ownPlans = (actor: Actor): Sql =>
  actor.kind === 'consumer'
    ? sql`(${isConsumer(sql`p.consumer_id`, actor.consumerId)} and (p.asked_words is not null or p.accept_by is not null))`
    : sql`true`;
