/**
 * Makes one consumer of two entries that are the same person. What can still change moves: connections with all their
 * money (balances belong to connections and applications, so no journal is needed), applications, the account. Facts
 * (bills, payments, receipts, journals, audit) keep naming the old entry; consumers.known_as leads from one to the
 * other. The caller has locked both entries in the order of their ids.
 */
import { mergeAccounts, setAccountStatus } from '#domains/identity/actions/change-consumer-account.ts';
import type { Actor } from '#platform/actor.ts';
import { audit } from '#platform/audit.ts';
import { all, execute, first, sql, type Tx } from '#platform/database/db.ts';
import { tellPhones } from '../../actions/tell-phones.ts';
import { endClaimsOf } from '../../claim/waiting/actions/end-claims.ts';
import { keepPhoneBefore } from '../../code-phone.ts';
import { type ConsumerParts, holdingsOf, type Merge } from '../../consumer-parts.ts';
import type { Consumer } from '../../contract.ts';
import { getConsumer } from '../../queries.ts';
import type { MergedField } from '../contract.ts';
import { COLUMNS } from '../merged-columns.ts';

/** Fields whose value comes from the entry that goes: the named ones, or each that the other one has blank. */
export type Join = Merge & { reason: string } & ({ keepFrom: readonly MergedField[] } | { fill: true });

/** `moved`: the ids of all that names the other entry now; `filled`: fields that were blank before. */
export type Joined = { consumer: Consumer; moved: string[]; filled: MergedField[] };

export async function joinEntries(tx: Tx, actor: Actor, parts: ConsumerParts, input: Join): Promise<Joined> {
  const { fromId, intoId, reason } = input;
  // The actor may be the consumer who loses one of the two ids: both are read as the register's.
  const register: Actor = { ...actor, kind: 'system' };
  const [from, before] = [await getConsumer(tx, register, fromId), await getConsumer(tx, register, intoId)];
  const holdings = await holdingsOf(tx, parts, [fromId]);
  const moved: string[] = [];
  for (const { move } of parts.holders) moved.push(...((await move?.(tx, actor, { fromId, intoId })) ?? []));
  const closed = await mergeAccounts(tx, actor, { fromId, intoId, reason });
  // The account that is left works as long as the entry that is left is in use.
  await setAccountStatus(tx, actor, intoId, before.status === 'active' ? 'active' : 'disabled');
  if (closed) await endClaimsOf(tx, actor, closed.id, reason);
  await keepFields(tx, actor, input);
  // What was merged into the one that goes follows it: never a chain.
  const followers = await all<{ id: string }>(
    tx,
    sql`update consumers.consumers set merged_into = ${intoId} where merged_into = ${fromId} returning id`,
  );
  await execute(
    tx,
    sql`update consumers.consumers set status = 'merged', merged_into = ${intoId}, merged_at = ${actor.now},
      status_reason = ${reason}, version = version + 1 where id = ${fromId}`,
  );
  // Who claims an entry has asked its phone, or staff have; of a merge by staff nobody asks.
  if ('keepFrom' in input) await tellPhones(tx, actor, [from, before]);
  const after = await getConsumer(tx, register, intoId);
  await audit(
    tx,
    actor,
    {
      action: 'consumer.merge',
      object: 'consumer',
      objectId: intoId,
      before: { ...before },
      after: { ...after, mergedNumber: from.number, moved: holdings },
      reason,
    },
    {
      action: 'consumer.merge',
      object: 'consumer',
      objectId: fromId,
      before: { status: from.status },
      after: { status: 'merged', mergedInto: after.number },
      reason,
    },
  );
  const filled = BLANK_MAY_BE.filter((field) => before[field] === null && after[field] !== null);
  return { consumer: after, moved: [...moved, ...followers.map(({ id }) => id)], filled };
}

const BLANK_MAY_BE = ['nameBn', 'email', 'nid', 'dateOfBirth'] as const satisfies readonly MergedField[];

/** Takes values over from the one that goes. */
async function keepFields(tx: Tx, actor: Actor, input: Join): Promise<void> {
  const taken =
    'fill' in input
      ? BLANK_MAY_BE.map(
          (field) => sql`${COLUMNS[field]} = coalesce(t.${COLUMNS[field]}, f.${COLUMNS[field]})`,
        )
      : [...new Set(input.keepFrom)].map((field) => sql`${COLUMNS[field]} = f.${COLUMNS[field]}`);
  if ('keepFrom' in input && input.keepFrom.includes('phone'))
    taken.push(keepPhoneBefore(sql`t`, sql`f.phone`, actor.now));
  await first(
    tx,
    sql`update consumers.consumers t set ${sql.join([...taken, sql`version = t.version + 1`])}
      from consumers.consumers f where t.id = ${input.intoId} and f.id = ${input.fromId} returning t.id`,
  );
}
