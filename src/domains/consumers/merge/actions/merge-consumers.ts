/**
 * Makes one consumer of two entries that are the same person. What lives moves: connections with all their money
 * (balances hang on connections and applications, so no journal is needed), applications, the account. Facts (bills,
 * payments, receipts, journals, audit) keep naming the old entry; consumers.known_as leads from one to the other.
 * Locks both entries in the order of their ids before anything is read; whoever bills or takes a payment meanwhile
 * only names them, and is not held up.
 */
import type { z } from 'zod';
import { mergeAccounts } from '#domains/identity/actions/consumer-accounts.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, first, type Sql, sql, type Tx } from '#platform/db.ts';
import { commonErrors, fail } from '#shared/errors.ts';
import { toLatinDigits } from '#shared/money.ts';
import { type ConsumerParts, holdingsOf } from '../../actions/consumer-parts.ts';
import { type Consumer, errors } from '../../contract.ts';
import { getConsumer } from '../../queries.ts';
import type { MergedField, mergeConsumers as mergeCall } from '../contract.ts';

type Input = z.output<(typeof mergeCall)['body']>;
type Side = { id: string; number: string; status: string; version: number };

const COLUMNS: Record<MergedField, Sql> = {
  name: sql`name`,
  nameBn: sql`name_bn`,
  phone: sql`phone`,
  email: sql`email`,
  nid: sql`nid`,
  dateOfBirth: sql`date_of_birth`,
  address: sql`address`,
};

export async function mergeConsumers(
  tx: Tx,
  actor: Actor,
  parts: ConsumerParts,
  input: Input,
): Promise<Consumer> {
  const { fromId, intoId, reason } = input;
  if (fromId === intoId) throw fail(errors.same_consumer);
  const { from, into } = await lockSides(tx, input);
  if (toLatinDigits(input.confirmNumber) !== from.number) throw fail(errors.wrong_number);
  const before = await getConsumer(tx, actor, intoId);
  const moved = await holdingsOf(tx, parts, [fromId]);
  for (const { move } of parts.holders) await move?.(tx, actor, { fromId, intoId });
  await mergeAccounts(tx, actor, { fromId, intoId });
  await keepFields(tx, input);
  // What was merged into the one that goes follows it: never a chain.
  await sql`update consumers.consumers set merged_into = ${intoId} where merged_into = ${fromId}`.execute(tx);
  await sql`update consumers.consumers set status = 'merged', merged_into = ${intoId}, merged_at = ${actor.now},
      status_reason = ${reason}, version = version + 1 where id = ${fromId}`.execute(tx);
  const after = await getConsumer(tx, actor, intoId);
  await audit(
    tx,
    actor,
    {
      action: 'consumer.merge',
      object: 'consumer',
      objectId: intoId,
      before: { ...before },
      after: { ...after, mergedNumber: from.number, moved },
      reason,
    },
    {
      action: 'consumer.merge',
      object: 'consumer',
      objectId: fromId,
      before: { status: from.status },
      after: { status: 'merged', mergedInto: into.number },
      reason,
    },
  );
  return after;
}

/** Both, locked; refuses what is merged already or was changed since the preview. */
async function lockSides(tx: Tx, input: Input): Promise<{ from: Side; into: Side }> {
  const sides = await all<Side>(
    tx,
    sql<Side>`select id, number, status, version from consumers.consumers
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

/** Takes the chosen values over from the one that goes. */
async function keepFields(tx: Tx, { fromId, intoId, keepFrom }: Input): Promise<void> {
  const taken = [...new Set(keepFrom)].map((field) => sql`${COLUMNS[field]} = f.${COLUMNS[field]}`);
  await first(
    tx,
    sql`update consumers.consumers t set ${sql.join([...taken, sql`version = t.version + 1`])}
      from consumers.consumers f where t.id = ${intoId} and f.id = ${fromId} returning t.id`,
  );
}
