/**
 * Staff make one consumer of two entries that are the same person (join-entries.ts). Locks both entries in the order of
 * their ids before anything is read; a bill or a payment of the same time only names them, and is not held up.
 */
import type { z } from 'zod';
import type { Actor } from '#platform/actor.ts';
import { all, sql, type Tx } from '#platform/database/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import type { ConsumerParts } from '../../consumer-parts.ts';
import { type Consumer, errors } from '../../contract.ts';
import type { mergeConsumers as mergeCall } from '../contract.ts';
import { joinEntries } from './join-entries.ts';

type Input = z.output<(typeof mergeCall)['body']>;
type Side = { id: string; number: string; status: string; version: number };

export async function mergeConsumers(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  input: Input,
): Promise<Consumer> {
  const { fromId, intoId, reason } = input;
  if (fromId === intoId) throw fail(errors.same_consumer);
  const { from } = await lockSides(tx, input);
  if (toLatinDigits(input.confirmNumber) !== from.number) throw fail(errors.wrong_number);
  const { consumer } = await joinEntries(tx, actor, parts, {
    ...{ fromId, intoId, reason },
    keepFrom: input.keepFrom,
  });
  return consumer;
}

/** Both, locked; refuses what is merged already or was changed since the preview. */
async function lockSides(tx: Tx, input: Input): Promise<{ from: Side; into: Side }> {
  const sides = await all<Side>(
    tx,
    sql`select id, number, status, version from consumers.consumers
      where id in (${input.fromId}, ${input.intoId}) order by id for no key update`,
  );
  const from = sides.find(({ id }) => id === input.fromId);
  const into = sides.find(({ id }) => id === input.intoId);
  if (!from || !into) throw fail(commonErrors.not_found);
  if (from.status === 'merged' || into.status === 'merged') throw fail(errors.merged);
  if (from.version !== input.fromVersion || into.version !== input.intoVersion)
    throw fail(commonErrors.stale_version);
  return { from, into };
}
